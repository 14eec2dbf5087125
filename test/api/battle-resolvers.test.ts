/** Battles carry their resolver, and their volley. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { BattleView } from '../../src/contract/battle.ts';
import { noUnits } from '../../src/game/counts.ts';
import { verifyBattle } from '../../src/game/fight/verify.ts';
import { expose, setLevels, setUnits } from '../support/set-state.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { Browser } from '../pages/browser.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { readBattle } from '../support/requests.ts';
import { sha256Of } from '../support/hashes.ts';
import { the } from '../support/worlds.ts';

const game = useTestGame();
const attackers = { ...noUnits(), soldiers: 400, knights: 20 };
let battleId: string;
let fighting: BattleView;
let completed: BattleView;

const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 4 }));

beforeAll(async () => {
  await setUnits(game, ann.armyId, attackers);
  await setLevels(game, bob.capitalId, { wall: 10 });
  await expose(game, bob.empireId);
  battleId = await attackCity(ann, bob);
  const { contact_at } = await readBattle(ann, battleId);
  await game.pass(Date.parse(contact_at) - game.clock.now());
  fighting = await readBattle(ann, battleId);
  await game.pass(60_000);
  completed = await readBattle(ann, battleId);
});

describe('a new battle', () => {
  it('shows the volley from the contact on', () => {
    // A tenth of 400 x 72 and of 20 x 240 hit points.
    expect(fighting.volley).toEqual({
      soldiers: 2_880_000,
      archers: 0,
      knights: 480_000,
      catapults: 0,
      militia: 0,
    });
  });

  it('begins the events of round 1 with the losses to the volley', () => {
    const [first] = completed.rounds;
    expect(the(first).events.slice(0, 2)).toEqual([
      'attacker lost 40 soldiers to the volley',
      'attacker lost 2 knights to the volley',
    ]);
  });

  it('is verified', () => {
    expect(verifyBattle(completed, sha256Of).agrees).toBe(true);
  });

  it('is not verified without its volley, or with another resolver', () => {
    expect(verifyBattle({ ...completed, volley: null }, sha256Of).agrees).toBe(false);
    expect(verifyBattle({ ...completed, resolver: 3 }, sha256Of).agrees).toBe(false);
  });
});

it('the page of the battle tells of the volley', async () => {
  const { html } = await new Browser(game, ann.cookie).open(`/battle/${battleId}`);
  expect(html).toContain('The volley from the wall fells 40 soldiers and 2 knights.');
});
