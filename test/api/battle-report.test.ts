/** The report of a battle: access rights, and content from the order to the last round. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { BattleView } from '../../src/contract/battle.ts';
import { enrich, setLevels } from '../support/set-state.ts';
import { sha256Of } from '../support/hashes.ts';
import { useTestGame, useOne, type Player, type Ruler } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { build, readBattle, recallArmy } from '../support/requests.ts';

const game = useTestGame();
let battleId: string;
let ordered: BattleView;
let atContact: BattleView;
let afterOneRound: BattleView;
let completed: BattleView;
let contactAt: number;

const read = (player: Player = ann): Promise<BattleView> => readBattle(player, battleId);

const ann = useOne(() => createEmpire(game, { x: 0, y: 100 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 104 }));
const outsider = useOne(() => createEmpire(game, { x: 50, y: 50 }));

beforeAll(async () => {
  battleId = await attackCity(ann, bob);
  ordered = await read();
  contactAt = Date.parse(ordered.contact_at);
  await game.pass(contactAt - game.clock.now());
  atContact = await read();
  await game.pass(3_000);
  afterOneRound = await read();
  await game.pass(60_000);
  completed = await read();
});

const noStacks = { soldiers: 0, archers: 0, knights: 0, catapults: 0, militia: 0 };

describe('the morale of a report', () => {
  const estimate = (attacker: number, defender: number): number =>
    Math.round(1000 * Math.min(1, ((defender + 100) / (attacker + 100)) ** 0.25));
  const scoreOf = async (ruler: Ruler): Promise<number> =>
    (await ruler.read<{ me: { score: number } }>('/api/leaderboard')).me.score;

  it('follows the scores until the contact, and keeps those of the contact', async () => {
    const [cid, dee] = [
      await createEmpire(game, { x: 0, y: -100 }),
      await createEmpire(game, { x: 0, y: -104 }),
    ];
    const enlarge = async (ruler: Ruler, level: number): Promise<void> => {
      await enrich(game, ruler.empireId);
      await setLevels(game, ruler.capitalId, { town_hall: level, house: level });
      // A command computes the stored score.
      expect((await build(ruler, 'farm')).status).toBe(201);
    };
    const id = await attackCity(cid, dee);
    const morale = async (): Promise<number> => (await readBattle(cid, id)).morale;
    const atOrder = await morale();
    await enlarge(cid, 7);
    const onMarch = await morale();
    expect([atOrder, onMarch]).toEqual([1000, estimate(await scoreOf(cid), await scoreOf(dee))]);
    await enlarge(dee, 5);
    const beforeContact = await morale();
    await game.pass(10 * 90_000);
    const decided = await morale();
    await enlarge(dee, 12);
    expect(onMarch < beforeContact && decided < 1000).toBe(true);
    expect(await morale()).toBe(decided);
    expect(await morale()).not.toBe(estimate(await scoreOf(cid), await scoreOf(dee)));
  });
});

describe('a battle at its contact', () => {
  it('is active and fighting, without a round', () => {
    expect(atContact).toMatchObject({ status: 'active', phase: 'fighting', result: null, rounds: [] });
  });

  it('shows the units at contact, with militia', () => {
    expect([atContact.attacker.units_start, atContact.defender.units_start]).toEqual([
      { ...noStacks, soldiers: 20, archers: 10 },
      { ...noStacks, soldiers: 20, archers: 10, militia: 4 },
    ]);
  });

  it('hides the result, the seed and the loot', () => {
    const hidden = { units_end: null, losses: null };
    expect(atContact).toMatchObject({ attacker: hidden, defender: hidden });
    expect(atContact).toMatchObject({ seed: null, wall: null, loot: null });
  });
});

describe('a battle between rounds', () => {
  it('is still active, and shows exactly the rounds whose time has come', () => {
    expect(afterOneRound).toMatchObject({ status: 'active', phase: 'fighting', seed: null });
    expect(afterOneRound.rounds.map(({ round }) => round)).toEqual([1]);
  });

  it('shows remaining units, damage and losses of a round', () => {
    const [first] = afterOneRound.rounds;
    expect(Object.keys(first?.attacker ?? {})).toEqual(['units', 'damage']);
    expect(first?.events).toContain(`attacker lost ${20 - (first?.attacker.units.soldiers ?? 0)} soldiers`);
  });
});

describe('a completed battle', () => {
  it('is won by the starting army with militia against the same army without', () => {
    expect(completed).toMatchObject({
      status: 'completed',
      phase: 'completed',
      result: 'defender_won',
      called_off: null,
      // It ends with its last round; an attacker who lost has no loot.
      ends_at: new Date(contactAt + 3_000 * completed.rounds.length).toISOString(),
      loot: { gold: 0, food: 0, materials: 0 },
      wall: { before: 0, after: 0 },
    });
  });

  it('shows the seed that matches the hash', () => {
    expect(sha256Of(completed.seed ?? '')).toBe(ordered.seed_hash);
  });

  it('counts the losses without militia', () => {
    const { units_start, units_end, losses } = completed.defender;
    expect(losses).toEqual({
      soldiers: (units_start?.soldiers ?? 0) - (units_end?.soldiers ?? 0),
      archers: (units_start?.archers ?? 0) - (units_end?.archers ?? 0),
      knights: 0,
      catapults: 0,
    });
  });

  it('has the final units of its last round for both sides', () => {
    const last = completed.rounds.at(-1);
    expect([completed.attacker.units_end, completed.defender.units_end]).toEqual([
      last?.attacker.units,
      last?.defender.units,
    ]);
  });

  it('is the same for defender and attacker', async () => {
    expect(await read(bob)).toEqual(completed);
  });
});

describe('a battle that was called off', () => {
  it('gives the reason', async () => {
    const attacker = await createEmpire(game, { x: 100, y: 0 });
    const id = await attackCity(attacker, outsider);
    await recallArmy(attacker);
    const none = { units_start: null, units_end: null, losses: null };
    expect(await readBattle(outsider, id)).toMatchObject({
      status: 'completed',
      result: 'called_off',
      called_off: 'recalled',
      rounds: [],
      wall: null,
      loot: { gold: 0, food: 0, materials: 0 },
      attacker: none,
      defender: none,
    });
  });
});
