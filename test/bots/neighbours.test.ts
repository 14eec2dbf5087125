/** The levels of bots: how often a bot attacks a person, also after a restart, and whom it spares. */
import { describe, expect, it } from 'vitest';
import { Budget } from '../../src/bots/live/budget.ts';
import { Scout } from '../../src/bots/live/scout.ts';
import { sendOrder } from '../../src/bots/live/send-order.ts';
import type { BattleRecord, Neighbour, Sight } from '../../src/bots/mind/sight.ts';
import { botLevels, type BotLevel, type Temperament } from '../../src/bots/mind/temperament.ts';
import { createClient } from '../../src/client/client.ts';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import { useOne, useTestGame } from '../support/game.ts';
import { createEmpire, userIdOf } from '../support/players.ts';
import { enrich, setLevels, setStock, setUnits } from '../support/set-state.ts';
import { dayMs, hourMs, t0, the } from '../support/worlds.ts';
import { attacksIn, grown, makeGrown, makeNeighbour, ordersOf, raider, sightOf } from './sights.ts';

const greedy = (level: BotLevel): Temperament => ({ ...raider, style: 'greedy', level });
const own = makeGrown({ armies: [{ units: { soldiers: 400 } }] });

const attackAt = (at: number, rest: Partial<BattleRecord> = {}): BattleRecord => ({
  ...{ attackerId: own.id, defenderId: 'stranger', tile: { x: 9, y: 9 }, at, result: 'draw' },
  ...rest,
});
const sightWith = (
  battles: BattleRecord[],
  plan: Partial<Neighbour> = {},
  rest: Partial<Sight> = {},
): Sight => sightOf(own, { neighbours: [makeNeighbour({ isPerson: true, ...plan })], battles, ...rest });
const attacks = (level: BotLevel, sight: Sight): boolean =>
  attacksIn(ordersOf(greedy(level), sight)).length > 0;

describe('a bot', () => {
  it.each([
    ['calm', 1],
    ['even', 2],
  ] as const)('attacks a person at most so many times in a day at level %s: %i', (level, most) => {
    const made = (count: number, at: number) => Array.from({ length: count }, () => attackAt(at));
    // Also those on their way, with their contact still to come.
    expect(attacks(level, sightWith(made(most - 1, t0 + 1)))).toBe(true);
    expect(attacks(level, sightWith(made(most, t0 + 1)))).toBe(false);
    expect(attacks(level, sightWith(made(most, t0 - dayMs + 1)))).toBe(false);
    expect(attacks(level, sightWith(made(most, t0 - dayMs)))).toBe(true);
    expect(attacks(level, sightWith(made(most, t0 - dayMs / 60), {}, { speed: 60 }))).toBe(true);
    expect(attacks('hard', sightWith(made(most, t0)))).toBe(true);
  });

  it('counts no attacks on others, and none of the person', () => {
    const others = [
      attackAt(t0, { defenderId: 'other' }),
      attackAt(t0, { attackerId: 'stranger', defenderId: own.id }),
    ];
    expect(attacks('calm', sightWith(others))).toBe(true);
  });

  it('counts the attacks of its turn', () => {
    const units = { soldiers: 400 };
    const strong = makeGrown({ armies: [{ units }, { units }, { units }, { units }, { units }] });
    const [city] = makeNeighbour().cities;
    const cities = [0, 1, 2, 3, 4].map((y) => ({ ...the(city), id: `city ${y}`, tile: { x: 8, y: 4 * y } }));
    const neighbours = [makeNeighbour({ isPerson: true, cities, cityCount: 5, score: 2000 })];
    const count = (level: BotLevel) =>
      attacksIn(ordersOf(greedy(level), sightOf(strong, { neighbours }))).length;
    expect(botLevels.map(count)).toEqual([1, 2, 5]);
  });

  it('waits where its battles do not reach back a day', () => {
    const busy = Array.from({ length: 100 }, () => attackAt(t0 - hourMs, { defenderId: 'village' }));
    expect(attacks('calm', sightWith(busy))).toBe(false);
    expect(attacks('calm', sightWith(busy.slice(1)))).toBe(true);
    expect(attacks('hard', sightWith(busy))).toBe(true);
  });

  it('spares a person below a third of its score, except at level hard, and no bot', () => {
    const { total } = scoresOf(own);
    const [above, below] = [Math.ceil(total / 3), Math.ceil(total / 3) - 1];
    expect(botLevels.map((level) => attacks(level, sightWith([], { score: above })))).toEqual([
      true,
      true,
      true,
    ]);
    expect(botLevels.map((level) => attacks(level, sightWith([], { score: below })))).toEqual([
      false,
      false,
      true,
    ]);
    expect(attacks('calm', sightWith([attackAt(t0), attackAt(t0)], { score: below, isPerson: false }))).toBe(
      true,
    );
  });

  it('expects only a part of the garrison of a person, except at level hard, and of no bot', () => {
    const sight = (isPerson: boolean) => {
      const garrison = { soldiers: 160 };
      return sightOf(own, { neighbours: [makeNeighbour({ isPerson, garrison })] });
    };
    expect(botLevels.map((level) => attacks(level, sight(true)))).toEqual([true, true, false]);
    expect(attacks('calm', sight(false))).toBe(false);
  });
});

describe('in a real world', () => {
  const game = useTestGame();
  const bot = useOne(() => createEmpire(game));
  const person = useOne(() => createEmpire(game, { x: 9, y: 0 }));

  /** The turn of a bot that has just started. Returns how often it attacks the person. */
  async function takeTurn(level: BotLevel): Promise<number> {
    await setStock(game, person.empireId, { gold: 20_000, food: 20_000, materials: 20_000 });
    const client = createClient({ url: game.url, token: bot.token });
    const { signal } = new AbortController();
    const budgets = { reads: new Budget(0), actions: new Budget(0), chance: () => 0 };
    const scout = new Scout({ client, ...budgets, signal }, bot.empireId, { speed: 1, radius: 1000 });
    // Without seats, to which its army would march.
    const orders = ordersOf({ ...greedy(level), style: 'script' }, await scout.observe(hourMs));
    const splits = new Map<string, string>();
    for (const order of orders)
      if (order.kind === 'split' || order.kind === 'attack')
        expect(await sendOrder(client, bot.empireId, order, splits, signal)).toMatchObject({ ok: true });
    return attacksIn(orders).filter((id) => id === person.capitalId).length;
  }

  it('a bot that is started again and again attacks a person as often as its level allows, and another bot more often', async () => {
    await setLevels(game, person.capitalId, grown);
    // An order stores the score of these levels.
    await person.send('POST', `/api/city/${person.capitalId}/buildings`, { type: 'farm' });
    await enrich(game, bot.empireId);
    await game.pass(73 * hourMs);
    const made: number[] = [];
    for (const level of ['calm', 'calm', 'even', 'hard', 'even'] as const) {
      await setUnits(game, bot.armyId, { soldiers: 400 });
      made.push(await takeTurn(level));
      await game.pass(2 * hourMs);
    }
    expect(made).toEqual([1, 0, 1, 1, 0]);
    await game.query('UPDATE users SET is_bot = true WHERE id = $1', await userIdOf(game, person));
    expect(await takeTurn('calm')).toBe(1);
  });
});
