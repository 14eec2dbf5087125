/** Guards on pages, without JavaScript: the order, the guarded places, the list of threats. */
import { beforeAll, expect, it } from 'vitest';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { useTestGame, type Ruler, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { expose, plantSeat, setUnits } from '../support/set-state.ts';
import { minuteMs } from '../support/worlds.ts';
import { Browser, wordsOf, type Page } from './browser.ts';

const game = useTestGame();
let allianceId: string;

const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 8, y: 0 }));
const cat = useOne(() => createEmpire(game, { x: 0, y: 8 }));
const foe = useOne(() => createEmpire(game, { x: -20, y: 0 }));
beforeAll(async () => {
  for (const { empireId } of [ann, foe]) await expose(game, empireId);
  await setUnits(game, bob.armyId, { soldiers: 40 });
  await setUnits(game, foe.armyId, { soldiers: 300 });
  allianceId = await foundAlliance(ann);
  await enlist(ann, allianceId, bob);
  await enlist(ann, allianceId, cat);
});

const browse = ({ cookie }: Ruler): Browser => new Browser(game, cookie);
const armyOf = (page: Page, { armyId }: Ruler): string => {
  const start = page.html.indexOf(`id="army-${armyId}"`);
  return page.html.slice(start, page.html.indexOf('</li>', start));
};
const activityOf = async (ruler: Ruler): Promise<string> =>
  wordsOf(armyOf(await browse(ruler).open('/armies'), ruler));
const sendGuard = (by: Ruler, holder: Ruler) =>
  browse(by).submit(`/armies/${by.armyId}/guard`, { place: `city:${holder.capitalId}` });

it('offers the places of allies, nearest first, and no others', async () => {
  const form = armyOf(await browse(bob).open('/armies'), bob);
  expect(form.match(/value="city:[^"]+"/g)).toEqual([
    `value="city:${ann.capitalId}"`,
    `value="city:${cat.capitalId}"`,
  ]);
  expect(wordsOf(form)).toMatch(new RegExp(`of Empire of ${ann.username}, \\d+`));
  expect(armyOf(await browse(foe).open('/armies'), foe)).not.toContain('Send to guard');
});

it('refuses a place of no ally in a sentence, and keeps its form', async () => {
  const page = await sendGuard(bob, foe);
  expect(page.status).toBe(409);
  expect(wordsOf(armyOf(page, bob))).toContain(
    'This cannot be the target: armies guard places of members of their alliance only.',
  );
});

it('sends an army, which says what it guards', async () => {
  const page = await sendGuard(bob, ann);
  const words = wordsOf(armyOf(page, bob));
  expect(words).toContain('Army 1 is on its way to guard it.');
  expect(words).toMatch(new RegExp(`Marches to guard .+ of Empire of ${ann.username}`));
  await game.pass(30 * minuteMs);
  expect(await activityOf(bob)).toMatch(new RegExp(`Guards .+ of Empire of ${ann.username}`));
});

it('does not offer a guarded place, and refuses a second guard in a sentence', async () => {
  expect(armyOf(await browse(cat).open('/armies'), cat)).not.toContain(`city:${ann.capitalId}`);
  const page = await sendGuard(cat, ann);
  expect(page.status).toBe(409);
  expect(wordsOf(armyOf(page, cat))).toContain('Another army guards this place.');
});

it('is shown in the city, to its holder', async () => {
  const garrison = (holder: Ruler) => browse(holder).words(`/city/${holder.capitalId}`, 'garrison');
  expect(await garrison(ann)).toMatch(
    new RegExp(`Guarded by an army of .*Empire of ${bob.username} \\[A\\d+\\] \\(40 soldiers\\) since`),
  );
  expect(await garrison(cat)).not.toContain('Guarded');
});

it('counts in the odds that attackers and the holder see, and is no target itself', async () => {
  const { x, y } = ann.tile;
  const panel = async (): Promise<string> => (await browse(foe).open(`/map?at=${x},${y}`)).html;
  const attackers = () => browse(ann).words(`/city/${ann.capitalId}`, 'attackers');
  expect(wordsOf(await panel())).toMatch(
    /40 soldiers; guards this place .*wins 40 of 40 .*Simulated against the present guard, and then the garrison/,
  );
  expect(await panel()).not.toContain(`value="army:${bob.armyId}"`);
  expect(await attackers()).toMatch(/soldiers to beat the guard and win here.*: 300 soldiers 40 of 40/);
  await setUnits(game, bob.armyId, { soldiers: 900 });
  expect(wordsOf(await panel())).toContain('wins 0 of 40');
  expect(await attackers()).toContain(': 300 soldiers 0 of 40');
});

it('is shown beside the seat, to everybody', async () => {
  const seatWords = () => new Browser(game).words('/world', 'seats');
  const tile = { x: 4, y: 0 };
  await plantSeat(game, { number: 0, tile, holderId: ann.empireId, heldSince: game.clock.now() });
  const [seat] = await game.query<{ id: string; at: string }>(`SELECT id, x || ',' || y AS at FROM seats`);
  expect(await seatWords()).not.toContain('Guarded');
  const page = await browse(cat).submit(`/armies/${cat.armyId}/guard`, { place: `seat:${seat?.id ?? ''}` });
  expect(wordsOf(armyOf(page, cat))).toMatch(
    new RegExp(`Marches to guard the Seat of .+ of Empire of ${ann.username}`),
  );
  await game.pass(60 * minuteMs);
  expect(await seatWords()).toMatch(new RegExp(`Guarded by an army of .*Empire of ${cat.username} `));
  const order = { army_id: foe.armyId, target_type: 'seat', target_id: seat?.id };
  await foe.send('POST', '/api/battle', order);
  for (const [soldiers, won] of [
    [30, 20],
    [900, 0],
  ] as const) {
    await setUnits(game, cat.armyId, { soldiers });
    for (const path of ['/world', `/map?at=${seat?.at ?? ''}`])
      expect(await browse(ann).words(path)).toContain(`takes it in ${won} of 20 simulations`);
  }
});
