/** Bots that fight: greedy raiders, wishes between two turns, farms by need, and the message to a person. */
import { describe, expect, it } from 'vitest';
import { Budget } from '../../src/bots/live/budget.ts';
import { warn } from '../../src/bots/live/warnings.ts';
import type { Sight } from '../../src/bots/mind/sight.ts';
import { wishFor } from '../../src/bots/mind/wishing.ts';
import type { Client, RefusalCode } from '../../src/client/client.ts';
import { hourMs, makeEmpire } from '../support/worlds.ts';
import { attacksIn, builder, makeGrown, makeNeighbour, ordersOf, raider, sightOf } from './sights.ts';

describe('a greedy raider', () => {
  it.each([
    ['raider', false],
    ['greedy', true],
  ] as const)('attacks what others leave alone: %s, %s', (style, isAttacked) => {
    const own = makeGrown({ armies: [{ units: { soldiers: 400 } }] });
    const sight = sightOf(own, { neighbours: [makeNeighbour({ garrison: { soldiers: 120 } })] });
    expect(attacksIn(ordersOf({ ...raider, style }, sight)).length > 0).toBe(isAttacked);
  });
});

const afterOpening = { town_hall: 3, farm: 5, quarry: 4, market: 4, house: 3, warehouse: 3 };
const stockOf = (each: number) => ({ gold: each, food: each, materials: each });
const sightWith = (stock: object, levels: object = afterOpening): Sight =>
  sightOf(makeEmpire({ cities: [{ levels }], stock }), { nextTurnMs: hourMs });

describe('wishes', () => {
  it('are the levels that it would order next, without the stock for them', () => {
    const wished = wishFor(builder, sightWith(stockOf(0)), []).map(({ type }) => type);
    expect(wished).toEqual(['quarry', 'quarry', 'quarry', 'market', 'quarry']);
  });

  it('begin with the orders of the turn', () => {
    const sight = sightWith(stockOf(900));
    const orders = ordersOf(builder, sight);
    const ordered = orders.flatMap((order) => (order.kind === 'build' ? [order.building] : []));
    const wished = wishFor(builder, sight, orders).map(({ type }) => type);
    expect([ordered, wished]).toEqual([
      ['quarry', 'quarry'],
      ['quarry', 'quarry', 'quarry', 'market', 'quarry'],
    ]);
  });

  it('are only the orders of the turn while it saves for a city', () => {
    const order = { kind: 'build', cityId: 'e-c1', building: 'quarry', quantity: 1 } as const;
    const wished = wishFor({ ...builder, opening: 'outpost' }, sightWith(stockOf(900)), [order]);
    expect(wished).toEqual([{ city_id: 'e-c1', type: 'quarry' }]);
  });
});

describe('a farm with the best return', () => {
  const levels = { ...afterOpening, quarry: 8, market: 8, house: 7, town_hall: 5, warehouse: 4 };
  it.each([
    [1500, true],
    [4000, false],
  ])('with %i food in store is built: %s', (food, isBuilt) => {
    const orders = ordersOf({ ...raider, style: 'builder' }, sightWith({ ...stockOf(4000), food }, levels));
    expect(orders.some((order) => order.kind === 'build' && order.building === 'farm')).toBe(isBuilt);
  });
});

describe('the message to a person', () => {
  function makeWarnings(known: string[], refusals: RefusalCode[] = []) {
    const sent: string[] = [];
    const keys: (string | undefined)[] = [];
    const client = {
      listThreads: () =>
        Promise.resolve({ ok: true, data: { threads: known.map((user_id) => ({ with: { user_id } })) } }),
      startThread: ({ user_id }: { user_id: string }, { idempotencyKey }: { idempotencyKey?: string }) => {
        keys.push(idempotencyKey);
        const code = refusals.shift();
        if (code !== undefined) return Promise.resolve({ ok: false, error: { code } });
        sent.push(user_id);
        return Promise.resolve({ ok: true, data: {} });
      },
    } as unknown as Client;
    const { signal } = new AbortController();
    const means = { client, reads: new Budget(0), actions: new Budget(0), signal };
    const warned = new Set<string>();
    return { sent, keys, warnOnce: (userId: string | null) => warn(means, userId, warned) };
  }

  it('is sent once to each', async () => {
    const { sent, warnOnce } = makeWarnings([]);
    for (const person of ['ann', 'ann', 'bob', null]) await warnOnce(person);
    expect(sent).toEqual(['ann', 'bob']);
  });

  it('is sent again with the same key after a temporary failure, and not after a refusal', async () => {
    const { sent, keys, warnOnce } = makeWarnings([], ['UNREACHABLE', 'FORBIDDEN']);
    for (const person of ['ann', 'bob', 'ann', 'bob']) await warnOnce(person);
    expect([sent, keys]).toEqual([['ann'], ['first-attack-ann', 'first-attack-bob', 'first-attack-ann']]);
  });

  it('is not sent again by a bot that wrote before its restart', async () => {
    const { sent, warnOnce } = makeWarnings(['ann']);
    await warnOnce('ann');
    expect(sent).toEqual([]);
  });
});
