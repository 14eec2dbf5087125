/** An empire sends two armies at a seat. When the first has taken it, the battle of the second has the empire on both sides. */
import { beforeAll, describe, expect, it } from 'vitest';
import { enrich, setUnits } from '../support/set-state.ts';
import { useOne, useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { orderAttack, readBattle, splitArmy } from '../support/requests.ts';
import { hourMs, minuteMs, the } from '../support/worlds.ts';
import { Browser } from './browser.ts';

const game = useTestGame();

/** The contact of the second army is a minute away. */
const sent = useOne(async () => {
  const ann = await createEmpire(game, { x: 8, y: 0 });
  await enrich(game, ann.empireId);
  await setUnits(game, ann.armyId, { soldiers: 900 });
  const seat = the((await game.query<{ id: string }>('SELECT id FROM seats'))[0]);
  const armyId = (await splitArmy(ann, { soldiers: 300 })).body.army.id;
  await orderAttack(ann, seat.id, { type: 'seat' });
  await game.pass(2 * minuteMs);
  const { body } = await orderAttack(ann, seat.id, { type: 'seat', armyId });
  await game.pass(hourMs / 2 - minuteMs);
  return { ann, id: body.battle.id, open: new Browser(game, ann.cookie).open };
});

/** How often a list of battles has that of the second army. */
const countOn = async (path: string): Promise<number> =>
  (await sent.open(path)).html.split(`<b><a href="/battle/${sent.id}"`).length - 1;

describe('a second army on the way to a seat that the first has taken', () => {
  it('marches against its own empire', async () => {
    const { empireId } = sent.ann;
    expect(await readBattle(sent.ann, sent.id)).toMatchObject({
      phase: 'marching',
      attacker: { empire_id: empireId },
      defender: { empire_id: empireId },
    });
  });

  it.each([
    ['/reports?show=battles', 1],
    ['/reports?show=battles&side=attacks', 1],
    ['/reports?show=battles&side=defences', 0],
  ])('is in the list of battles once, as an attack: %s', async (path, count) => {
    expect(await countOn(path)).toBe(count);
  });

  it('is on the map as an own march, and makes no own city hostile', async () => {
    const { html } = await sent.open('/map?x=4&y=0');
    const marches = [...html.matchAll(/<g class="march moving (\w+)".*?<title>(.*?)<\/title>/g)];
    expect(marches.map(([, side, text]) => [side, text])).toEqual([
      ['own', 'Army 2, yours, marches to attack'],
    ]);
    expect(html).not.toContain(', attacked you lately"');
  });
});

describe('its attack, once it was called off', () => {
  beforeAll(() => game.pass(hourMs));

  it.each([
    ['/reports?show=battles', 1],
    ['/reports?show=battles&side=defences', 0],
  ])('is in the list of battles once: %s', async (path, count) => {
    expect(await readBattle(sent.ann, sent.id)).toMatchObject({ called_off: 'own_seat' });
    expect(await countOn(path)).toBe(count);
  });
});
