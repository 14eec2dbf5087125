/** The alarms of the account page work without JavaScript, except for adding a browser. */
import { beforeAll, expect, it } from 'vitest';
import { useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { usePushService } from '../support/push-service.ts';
import { Browser } from './browser.ts';

const service = usePushService();
const game = useTestGame(() => ({ pushServices: [service.origin] }));
let ann: Ruler;
let browser: Browser;
beforeAll(async () => {
  ann = await createEmpire(game);
  browser = new Browser(game, ann.cookie);
});

const settings = () => ann.read('/api/alarms/settings');

it('choose kinds, names and quiet hours', async () => {
  await browser.sendForm('/account/alarms', {
    ...{ 'kind-attack': 'on', 'kind-storage': 'on', shows_names: 'on' },
    ...{ quiet_from: '22:00', quiet_to: '06:30', time_zone: 'Europe/Rome' },
  });
  expect(await settings()).toMatchObject({
    kinds: ['attack', 'storage'],
    shows_names: true,
    quiet: { from: '22:00', to: '06:30' },
    time_zone: 'Europe/Rome',
  });
  const { html } = await browser.open('/account');
  expect(html).toMatch(/name="kind-storage" value="on" checked/);
  expect(html).not.toMatch(/name="kind-message" value="on" checked/);
  expect(html).toContain('value="06:30"');
});

it('turn all off, and refuse a time zone that does not exist', async () => {
  await browser.sendForm('/account/alarms', { quiet_from: '', quiet_to: '', time_zone: 'UTC' });
  expect(await settings()).toMatchObject({ kinds: [], shows_names: false, quiet: null });
  const refused = await browser.sendForm('/account/alarms', { time_zone: 'Mars/Olympus' });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('must be a time zone');
});

it('list, test and remove a browser', async () => {
  const subscription = service.subscribe('page');
  const { body } = await ann.send<{ device: { id: string } }>('POST', '/api/alarms/devices', {
    ...subscription,
    name: '<b>Phone</b>',
  });
  const { html } = await browser.open('/account');
  expect(html).toContain('&lt;b&gt;Phone&lt;/b&gt;');
  await browser.sendForm(`/account/alarms/device/${body.device.id}/test`, {});
  await game.instance.alarms.catchUp();
  expect(service.to('page').map(({ tag }) => tag)).toEqual(['test']);
  expect((await browser.open('/account')).html).toContain('last reached');
  await browser.sendForm(`/account/alarms/device/${body.device.id}/remove`, {});
  expect(await settings()).toMatchObject({ devices: [] });
});
