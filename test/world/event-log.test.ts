/** The event log under concurrency. That readers never skip an entry of several instances is a claim of test/simulation. */
import { afterEach, expect, it } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { readEventLog } from '../../src/empire/event-log.ts';
import { orderLevels } from '../../src/game/economy/construction.ts';
import type { Empire } from '../../src/game/types.ts';
import { foundingLogEntry, logEntriesOf } from '../../src/world/log/event-log.ts';
import { appendLogEntries } from '../../src/world/log/log-statements.ts';
import { lockAndLoad } from '../../src/world/rows/load.ts';
import { begin } from '../support/database.ts';
import { cityOf, hourMs, makeWorld, the } from '../support/worlds.ts';
import { attackOn, countWaiting, openStage, empireState, type Hand, type Stage, saveNow } from './stage.ts';

let stage: Stage;
afterEach(() => stage.close());

/** Opens a world with one defender and two attackers. */
async function openSiege(): Promise<{ defender: Empire; others: Empire[]; hands: [Hand, Hand] }> {
  const defender = empireState('defender', { at: { x: 0, y: 0 }, soldiers: 50 });
  const others = Array.from({ length: 2 }, (_, index) =>
    empireState(`attacker ${index}`, { at: { x: 5 + 5 * index, y: 0 }, soldiers: 40 }),
  );
  stage = await openStage(makeWorld([defender, ...others]));
  return { defender, others, hands: [stage.join(), stage.join()] };
}

it('shows no later entry before an earlier one that commits late', async () => {
  const { defender, others, hands } = await openSiege();
  const [early, late] = [the(others[0]), the(others[1])];
  let second = Promise.resolve<unknown>(null);
  await transaction(hands[0].pool, async (tx) => {
    const { world, before, now } = await lockAndLoad(tx, [early.id], hands[0].deps);
    const empire = the(world.empires.get(early.id));
    const savedEvents: Parameters<typeof logEntriesOf>[1][number][] = [];
    const scope = { world, empire, now, speed: world.speed, newId: () => 'none' };
    attackOn(
      'the early one',
      defender,
      cityOf(defender),
    )({ ...scope, emit: (gameEvent) => savedEvents.push(gameEvent) });
    await saveNow(tx, world, before, new Set([early.id]), {
      events: [],
      entries: logEntriesOf(world, savedEvents),
    });
    // The later attack must wait for its number.
    second = hands[1].executeCommand(late.id, attackOn('the late one', defender, cityOf(defender)));
    await expect.poll(() => countWaiting(hands[0])).toBe(1);
    expect(await readEventLog(hands[1].pool, defender.id, { after: 0, limit: 10 })).toEqual({
      events: [],
      last: 0,
    });
  });
  await second;
  const { events } = await readEventLog(hands[0].pool, defender.id, { after: 0, limit: 10 });
  expect(events.map(({ number, data }) => [number, 'opponent_id' in data && data.opponent_id])).toEqual([
    [1, early.id],
    [2, late.id],
  ]);
});

it('has no entry of a transaction that rolled back', async () => {
  const { defender, others, hands } = await openSiege();
  const other = the(others[0]);
  const order = attackOn('refused', defender, cityOf(defender));
  await expect(
    hands[0].executeCommand(other.id, (scope) => {
      order(scope);
      scope.empire.stock.gold = -1;
    }),
  ).rejects.toThrow();
  expect((await readEventLog(hands[0].pool, defender.id, { after: 0, limit: 10 })).last).toBe(0);
  await hands[0].executeCommand(other.id, attackOn('in earnest', defender, cityOf(defender)));
  expect((await readEventLog(hands[0].pool, defender.id, { after: 0, limit: 10 })).last).toBe(1);
});

it('names a city as it was called at the moment of the entry, also if its next command renames it', async () => {
  const ann = empireState('ann', { at: { x: 0, y: 0 } });
  const former = cityOf(ann).name;
  stage = await openStage(makeWorld([ann]));
  const hand = stage.join();
  await hand.executeCommand(ann.id, ({ empire, now, speed, newId }) => {
    orderLevels(empire, cityOf(empire), 'farm', 1, { now, speed, newId });
  });
  stage.time.advance(hourMs);
  await hand.executeCommand(ann.id, ({ empire }) => {
    cityOf(empire).name = 'Renamed';
  });
  const { events } = await readEventLog(hand.pool, ann.id, { after: 0, limit: 3 });
  expect(events).toMatchObject([{ type: 'construction_complete', data: { city_name: former } }]);
});

it('locks event logs in the order of their ids, so that two transactions do not deadlock', async () => {
  const empires = Array.from({ length: 8 }, (_, index) =>
    empireState(`empire ${index}`, { at: { x: 5 * index, y: 0 } }),
  );
  stage = await openStage(makeWorld(empires));
  const hand = stage.join();
  const append = (at: number) =>
    transaction(hand.pool, (tx) => {
      const entries = empires.map((empire) => ({ ...foundingLogEntry(empire), at }));
      appendLogEntries(tx, entries);
    });
  await append(0);
  for (const at of [1, 2, 3]) {
    const first = await begin(hand.pool, 'SELECT FROM event_logs ORDER BY empire_id LIMIT 1 FOR UPDATE');
    const appended = append(at);
    await expect.poll(() => countWaiting(hand)).toBe(1);
    const { rowCount } = await first.query('SELECT FROM event_logs FOR UPDATE SKIP LOCKED');
    expect(rowCount).toBe(empires.length);
    await first.rollBack();
    await appended;
  }
});
