/** The clock of the database is set back a day: nothing is lost or gained, and production waits until it catches up. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { orderBatch } from '../../src/game/economy/training.ts';
import type { Amounts } from '../../src/game/types.ts';
import { dayMs, hourMs, makeWorld, t0, the } from '../support/worlds.ts';
import { empireState, idOf, openStage, readLedgerViolations, type Hand, type Stage } from './stage.ts';

const ann = idOf('ann');
let stage: Stage;
let hand: Hand;

beforeEach(async () => {
  const levels = { barracks: 1, house: 5, farm: 3 };
  stage = await openStage(makeWorld([empireState('ann', { at: { x: 0, y: 0 }, levels, soldiers: 5 })]));
  hand = stage.join();
});
afterEach(() => stage.close());

const readStock = (): Promise<Amounts> => hand.executeCommand(ann, ({ empire }) => ({ ...empire.stock }));

const trainOne = (): Promise<number | null> =>
  hand.executeCommand(ann, ({ empire, now, speed, newId }) => {
    orderBatch(empire, the(empire.cities[0]), 'soldiers', 1, { now, speed, newId });
    return the(the(empire.cities[0]).training.at(-1)).completesAt;
  });

it('keeps the stock and produces nothing until the clock has caught up', async () => {
  stage.time.advance(hourMs);
  const before = await readStock();
  stage.time.set(t0 + hourMs - dayMs);
  expect(await readStock()).toEqual(before);
  stage.time.set(t0 + hourMs - 1);
  expect(await readStock()).toEqual(before);
  stage.time.set(t0 + 2 * hourMs);
  const after = await readStock();
  // As much as in one hour without the change of the clock.
  expect(after.gold - before.gold).toBe(before.gold - 1500 * hourMs);
  expect(await readLedgerViolations(hand)).toEqual([]);
});

it('takes orders, which count from the moment that the empire has reached', async () => {
  stage.time.advance(hourMs);
  const before = await readStock();
  stage.time.set(t0 + hourMs - dayMs);
  expect(await trainOne()).toBeGreaterThan(t0 + hourMs);
  expect((await readStock()).gold).toBeLessThan(before.gold);
  await hand.clock.catchUp();
  const soldiers = (): Promise<number> =>
    hand.executeCommand(ann, ({ empire }) => the(empire.armies[0]).units.soldiers);
  expect(await soldiers()).toBe(5);
  stage.time.set(t0 + 2 * hourMs);
  await hand.clock.catchUp();
  expect(await soldiers()).toBe(6);
  expect(await readLedgerViolations(hand)).toEqual([]);
});
