/** The attacks on members on the page of the alliance, without JavaScript: a guard is sent, or asked for. */
import { beforeAll, expect, it } from 'vitest';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { useTestGame, type Ruler, useOne } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { expose, setUnits } from '../support/set-state.ts';
import { minuteMs } from '../support/worlds.ts';
import { Browser, partOf, wordsOf } from './browser.ts';

const game = useTestGame();
let allianceId: string;
let battleId: string;

const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 6, y: 0 }));
const far = useOne(() => createEmpire(game, { x: 60, y: 0 }));
const foe = useOne(() => createEmpire(game, { x: -20, y: 0 }));
beforeAll(async () => {
  for (const { empireId } of [ann, foe]) await expose(game, empireId);
  await setUnits(game, bob.armyId, { soldiers: 40 });
  allianceId = await foundAlliance(ann);
  for (const ruler of [bob, far]) await enlist(ann, allianceId, ruler);
  await attackCity(foe, ann);
  [{ id: battleId } = { id: '' }] = await game.query<{ id: string }>('SELECT id FROM battles');
});

const browse = ({ cookie }: Ruler): Browser => new Browser(game, cookie);
const at = (path = ''): string => `/alliance/${allianceId}${path}`;
const threatFor = (ruler: Ruler) => browse(ruler).words(at(), `threat-${battleId}`);

it('offers an army that arrives in time, none that comes too late, and nothing of the kind to the holder', async () => {
  const offered = partOf(await browse(bob).open(at()), `threat-${battleId}`);
  expect(offered).toContain(`value="city:${ann.capitalId}"`);
  expect(offered).toContain(`<option value="${bob.armyId}">Army 1, there in`);
  expect(await threatFor(far)).toContain('None of your armies can guard it in time.');
  expect(await threatFor(ann)).toContain('Ask for a guard');
  expect(await threatFor(ann)).not.toContain('Send a guard');
});

it('asks the alliance in its chat, with place, attacker and contact', async () => {
  const page = await browse(ann).submit(at('/ask'), { battle_id: battleId });
  expect(wordsOf(partOf(page, 'threats'))).toContain('Your alliance is asked for a guard, in the chat.');
  expect(await browse(bob).words(at(), 'message-1')).toMatch(
    new RegExp(
      `I need a guard for .+ \\(-?\\d+ \\| -?\\d+\\)\\. Empire of ${foe.username} attacks it; contact at .*\\d\\d:\\d\\d UTC`,
    ),
  );
});

it('refuses to ask for another member, and without an attack', async () => {
  for (const [ruler, id] of [
    [bob, battleId],
    [ann, allianceId],
  ] as const) {
    const page = await browse(ruler).sendForm(at('/ask'), { battle_id: id });
    expect(page.status).toBe(404);
    expect(partOf(page, 'threats')).toContain('The attack is over.');
  }
  expect(partOf(await browse(ann).open(at()), 'message-2')).toBe('');
});

it('sends the army, and says so until it has arrived', async () => {
  const order = { place: `city:${ann.capitalId}`, army_id: bob.armyId };
  const page = await browse(bob).submit(at('/guard'), order);
  expect(wordsOf(partOf(page, 'threats'))).toContain('Army 1 is on its way to guard it.');
  expect(await threatFor(bob)).toContain('Your army is on its way to guard it.');
  const refused = await browse(bob).sendForm(at('/guard'), order);
  expect(refused.status).toBe(409);
  expect(wordsOf(partOf(refused, 'threats'))).toContain('the army is on the march');
  await game.pass(18 * minuteMs);
  for (const ruler of [ann, far]) {
    const words = await threatFor(ruler);
    expect(words).toContain(`attacks Empire of ${ann.username}`);
    expect(words).toMatch(new RegExp(`Guarded by an army of Empire of ${bob.username} .*40 soldiers`));
    expect(words).not.toMatch(/Ask for a guard|can guard it in time/);
  }
});

it.each([
  ['holder', () => ann],
  ['owner of the guard', () => bob],
])('draws the attack on the map of the %s', async (_who, ruler) => {
  const { html } = await browse(ruler()).open('/map?x=0&y=0');
  expect(html).toContain(`<title>Empire of ${foe.username} attacks you</title>`);
});
