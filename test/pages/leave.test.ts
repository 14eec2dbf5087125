/** Pages of a leave: the form on the account page, the line of the dashboard, the sign behind the name of the empire. */
import { expect, it } from 'vitest';
import { setScene } from '../browser/scene.ts';
import { registerEmpire, useTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { enrich } from '../support/set-state.ts';
import { dayMs, hourMs } from '../support/worlds.ts';
import { Browser, partOf, wordsOf } from './browser.ts';

const game = useTestGame();
const demo = useTestGame({ isDemo: true });

it('orders a leave, shows its state, and cancels it', async () => {
  const player = await createEmpire(game, { x: 0, y: 0 });
  const browser = new Browser(game, player.cookie);
  const part = async () => wordsOf(partOf(await browser.open('/account'), 'leave'));
  const find = async (path: string, pattern: RegExp) =>
    wordsOf(pattern.exec((await browser.open(path)).html)?.[1] ?? '');
  const line = () => find('/dashboard', / id="own-leave"[^>]*>(.*?)<\/div>/s);
  const sign = () => find(`/empire/${player.empireId}`, /class="mark-leave">(.*?)<\/span>/s);
  expect(await part()).toContain('Order a leave');
  const asked = partOf(await browser.open('/account?leave_days=3'), 'leave');
  // It begins after the notice, and lasts as long as was chosen.
  const dates = [12 * hourMs, 12 * hourMs + 3 * dayMs].map((ms) =>
    new Date(game.clock.now() + ms).toISOString(),
  );
  expect([...asked.matchAll(/datetime="([^"]*)"/g)].map(([, date]) => date)).toEqual(dates);
  expect(wordsOf(asked)).toContain('Go on leave for 3 days? It begins at the earliest');
  // To ask is not to order, and what is no leave is not asked about.
  expect(await line()).toBe('');
  expect(await browser.words('/account?leave_days=31', 'leave')).toContain('Order a leave');
  const [, days] = /name="days" value="(\d+)"/.exec(asked) ?? [];
  await browser.sendForm('/account/leave', { days });
  expect(await part()).toContain('The notice ends');
  expect(await line()).toContain('Your leave begins');
  expect(await sign()).toBe('goes on leave');
  // Cancelled within ten minutes, it counts as none.
  await browser.sendForm('/account/leave/end', {});
  expect(await part()).toContain('Order a leave');
  await browser.sendForm('/account/leave', { days: '3' });
  game.clock.advance(600_001);
  await browser.sendForm('/account/leave/end', {});
  expect(await part()).toContain('Order a leave');
  expect([await line(), await sign()]).toEqual(['', '']);
  expect((await browser.sendForm('/account/leave', { days: '3' })).html).toContain('the next leave');
  await game.query('UPDATE empires SET leave_ended_at = NULL WHERE id = $1', player.empireId);
  await browser.sendForm('/account/leave', { days: '3' });
  game.clock.advance(12 * hourMs);
  expect(await part()).toContain('Your empire stands still until');
  expect(await line()).toContain('You are on leave until');
  expect(await sign()).toBe('on leave until');
});

it('marks the empire in the rankings and on the map, for other players and visitors', async () => {
  // The leave of the player above ends.
  await game.pass(4 * dayMs);
  const [ann, bob] = [await createEmpire(game, { x: 40, y: 0 }), await createEmpire(game, { x: 44, y: 0 })];
  const marksOn = async (path: string, { cookie }: { cookie?: string } = bob): Promise<string[]> => {
    const { html } = await new Browser(game, cookie).open(path);
    return [...html.matchAll(/class="mark-leave">(.*?)<\/span>/gs)].map(([, mark = '']) => wordsOf(mark));
  };
  const rankings = ['score', 'military', 'economic'].map((type) => `/world?type=${type}`);
  const open = [...rankings, '/map?x=40&y=0&at=40,0'];
  const all = async () => [
    await marksOn('/map?list=all'),
    ...(await Promise.all(open.flatMap((path) => [marksOn(path), marksOn(path, {})]))),
  ];
  // On the map, in the list of the nearest and in that of the view.
  const each = (mark: string) => [[mark, mark], ...open.flatMap(() => [[mark], [mark]])];
  expect((await all()).flat()).toEqual([]);
  await ann.send('PUT', `/api/empire/${ann.empireId}/leave`, { days: 2 });
  expect(await all()).toEqual(each('goes on leave'));
  await game.pass(12 * hourMs);
  expect(await all()).toEqual(each('on leave until'));
  game.clock.advance(2 * dayMs);
  // It is over, even before the clock has ended it.
  expect((await all()).flat()).toEqual([]);
});

/** Where the buttons of these pages send a form, with `:id` for each id. */
async function actionsOn(world: TestGame, { cookie }: Ruler, paths: readonly string[]): Promise<string[]> {
  const browser = new Browser(world, cookie);
  const actions = new Set<string>();
  for (const path of paths) {
    const { html } = await browser.open(path);
    expect([path, html.includes('id="own-leave"')]).toEqual([path, true]);
    for (const [form, action = ''] of html.matchAll(/<form[^>]*method="post" action="([^"]*)"[^]*?<\/form>/g))
      for (const [button] of form.matchAll(/<button[^>]*>/g))
        if (!button.includes(' hidden'))
          actions.add(
            (/formaction="([^"]*)"/.exec(button)?.[1] ?? action)
              .replace(/#.*/, '')
              .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, ':id'),
          );
  }
  return [...actions].sort();
}

it('offer no order on leave, and no march during the notice', async () => {
  const { ann, pages: everyPage } = await setScene(demo);
  // Those of operators have no orders of an empire.
  const pages = everyPage.filter((path) => !/^.(admin|operator)/.test(path));
  await enrich(demo, ann.empireId);
  // Without an alliance, and with an army that nothing attacks.
  const dan = await registerEmpire(demo.url, { x: 14, y: 3 });
  for (const ruler of [ann, dan]) await ruler.send('PUT', `/api/empire/${ruler.empireId}/leave`, { days: 2 });
  const alliance = pages.find((path) => path.startsWith('/alliance/')) ?? '';
  const all = async () => [
    ...(await actionsOn(demo, ann, [...pages, `/empire/${dan.empireId}`, '/map?x=60&y=60&at=60,60&found=1'])),
    ...(await actionsOn(demo, dan, [
      '/alliances',
      alliance,
      '/armies',
      '/reports?show=raids',
      '/map?x=7&y=3&at=7,3',
    ])),
  ];
  const marches = [
    '/map/attack',
    '/map/move',
    '/armies/:id/move',
    '/armies/:id/guard',
    '/reports?show=raids',
  ];
  const orders = [
    '/account/empire',
    '/city/:id/build',
    '/city/:id/name',
    '/city/:id/order/:id/cancel',
    '/city/:id/train',
    '/armies/:id/split',
    '/wishes/move',
    '/wishes/remove',
    '/wishes/reserve',
    '/map/found',
    '/alliances',
    '/alliance/:id/candidate/:id/accept',
    '/alliance/:id/describe',
    '/alliance/:id/dissolve',
    '/alliance/:id/leave',
    '/alliance/:id/member/:id/role',
    '/alliance/:id/apply',
    '/empire/:id/invite',
  ];
  const notice = await all();
  expect(notice).toEqual(expect.arrayContaining(orders));
  expect(notice.filter((action) => marches.includes(action))).toEqual([]);
  await demo.pass(20 * hourMs);
  // What is left: the account, messages, chat and reports, battles, and the return.
  expect([...new Set(await all())].sort()).toEqual([
    '/account/alarms',
    '/account/leave/end',
    '/account/tokens',
    '/alliance/:id/report',
    '/alliance/:id/report-name',
    '/alliance/:id/write',
    '/battle/:id/share',
    '/delete-account',
    '/email',
    '/empire/:id/message',
    '/empire/:id/report',
    '/logout',
    '/messages/:id',
    '/messages/:id/block',
    '/messages/:id/report',
    '/password',
    '/reports/read',
    '/theme',
  ]);
});
