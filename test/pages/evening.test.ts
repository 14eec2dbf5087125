/** The evening card: when the next order can be paid, the plan of the night, and the alarm of that moment. */
import { expect, it } from 'vitest';
import { createEvening } from '../support/evening.ts';
import { useNew, useTestGame, type Ruler } from '../support/game.ts';
import { usePushService } from '../support/push-service.ts';
import { minuteMs } from '../support/worlds.ts';
import { Browser, partOf, wordsOf, type Page } from './browser.ts';

const service = usePushService();
const game = useTestGame(() => ({ pushServices: [service.origin] }));
let row = 0;

const scene = useNew(async () => {
  row += 1;
  const ann = await createEvening(game, row * 60);
  return { ann, browser: new Browser(game, ann.cookie) };
});

const card = (page: Page): string => partOf(page, 'goals');
const wishesOf = (ann: Ruler) =>
  ann.read<{ wishes: { type?: string; due_at: string | null }[] }>(`/api/empire/${ann.empireId}/wishes`);

/** The hidden fields of the form with this action. */
function fieldsOf(html: string, action: string): Record<string, string> {
  const [form = ''] = new RegExp(`<form[^>]*action="${action}#evening"[^]*?</form>`).exec(html) ?? [];
  const decode = (text: string): string => text.replaceAll('&#34;', '"').replaceAll('&amp;', '&');
  return Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      decode(value),
    ]),
  );
}

it('names the moment at which the next order can be paid, unless that is soon', async () => {
  const shown = card(await scene.browser.open('/dashboard'));
  const [, at = ''] = /can be paid at <time class="clock" datetime="([^"]*)"/.exec(shown) ?? [];
  const left = Date.parse(at) - game.clock.now();
  expect(left).toBeGreaterThan(15 * minuteMs);
  game.clock.advance(left - 15 * minuteMs);
  expect(wordsOf(card(await scene.browser.open('/dashboard')))).not.toContain('can be paid at');
});

it('plans the night by the advice, with the moment of each order, and fills the standing orders once', async () => {
  const { ann, browser } = scene;
  const page = await browser.open('/dashboard?plan=night');
  const planned = [...card(page).matchAll(/<li>.*?datetime="([^"]*)"/gs)].map(([, at]) => at);
  expect(planned.length).toBeGreaterThan(1);
  expect(await wishesOf(ann)).toMatchObject({ wishes: [] });
  const fields = fieldsOf(page.html, '/dashboard/plan');
  const { html } = await browser.submit('/dashboard/plan', fields);
  expect(html).toContain(`The night is planned: ${planned.length} standing orders added.`);
  const { wishes } = await wishesOf(ann);
  expect(wishes).toHaveLength(planned.length);
  expect(wishes[0]?.due_at).toBe(planned[0]);
  // A second tab shows the same plan.
  const again = await new Browser(game, ann.cookie).sendForm('/dashboard/plan', {
    ...fields,
    form_key: undefined,
  });
  expect(again.html).toContain('Your list has changed since the plan was made');
  expect((await wishesOf(ann)).wishes).toHaveLength(planned.length);
  // The night passes as it was planned.
  await game.passTo(new Date(Date.parse(planned.at(-1) ?? '')).toISOString());
  expect((await wishesOf(ann)).wishes).toEqual([]);
});

it('wakes at that moment, and says where alarms are to be turned on first', async () => {
  const { ann, browser } = scene;
  const page = await browser.open('/dashboard');
  expect(page.html).toContain('data-push-key="');
  const fields = fieldsOf(page.html, '/dashboard/wake');
  expect((await browser.submit('/dashboard/wake', fields)).html).toContain(
    'No browser of yours receives alarms. Turn them on on your account page first.',
  );
  const name = `evening-${row}`;
  await ann.send('POST', '/api/alarms/devices', { ...service.subscribe(name), name });
  await browser.submit('/dashboard/wake', fields);
  expect(card(await browser.open('/dashboard'))).toMatch(/Do not wake me/);
  const [, at = ''] = /can be paid at <time class="clock" datetime="([^"]*)"/.exec(card(page)) ?? [];
  game.instance.alarms.noteGap();
  await game.instance.alarms.catchUp();
  expect(service.to(name)).toEqual([]);
  game.clock.set(Date.parse(at));
  await game.instance.alarms.catchUp();
  expect(service.to(name).map(({ title }) => title)).toEqual(['Your next order can be paid']);
});

it('asks for no alarm any more once it is taken back', async () => {
  const { ann, browser } = scene;
  await ann.send('PUT', '/api/alarms/wake', { gold: 100, food: 0, materials: 0 });
  await browser.sendForm('/dashboard/wake/end');
  expect(await ann.read('/api/alarms/settings')).toMatchObject({ wake: null });
});
