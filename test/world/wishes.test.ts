/** Wishes in the database: they are stored, ordered by the clock, and written only when they change. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amounts } from '../../src/game/balance.ts';
import { orderBatch } from '../../src/game/economy/training.ts';
import { setWishes, wishesOf } from '../../src/game/economy/wishes.ts';
import { cityOf, makeWorld, minuteMs, the } from '../support/worlds.ts';
import { empireState, idOf, openStage, readWorld, wrongColumns, type Hand, type Stage } from './stage.ts';

const empire = empireState('wisher', { at: { x: 0, y: 0 }, levels: { barracks: 1, house: 5, farm: 3 } });
const farm = { cityId: cityOf(empire).id, type: 'farm' } as const;
let stage: Stage;
let hand: Hand;
beforeAll(async () => {
  stage = await openStage(makeWorld([empire]));
  hand = stage.join();
});
afterAll(() => stage.close());

const setList = (count: number, gold = 0) =>
  hand.executeCommand(empire.id, ({ empire: own, newId }) => {
    setWishes(
      own,
      Array.from({ length: count }, () => farm),
      amounts(gold, 0, 0),
      newId,
    );
    return wishesOf(own).list.length;
  });
const stored = async () => the((await readWorld(hand)).empires.get(empire.id));
const rowVersion = async (): Promise<{ wishes: unknown; at: string | null }> =>
  the(
    (
      await hand.pool.query<{ wishes: unknown; at: string | null }>(
        'SELECT wishes, (SELECT min(at) FROM due_empires WHERE empire_id = id)::text AS at FROM empires',
      )
    ).rows[0],
  );

it('an empire without wishes stores nothing', async () => {
  expect(await rowVersion()).toEqual({ wishes: null, at: null });
});

it('a list is stored with its reserve, and an affordable wish is ordered by the command itself', async () => {
  expect(await setList(2, 100)).toBe(2);
  const { wishes, cities } = await stored();
  expect(wishes).toMatchObject({ list: [farm], reserve: amounts(100, 0, 0) });
  expect(cities[0]?.construction).toMatchObject([{ type: 'farm', level: 4 }]);
});

it('the clock orders the next one when its place is free', async () => {
  const due = Number((await rowVersion()).at);
  expect((await stored()).cities[0]?.construction[0]?.completesAt).toBe(due);
  stage.time.set(due);
  await hand.clock.catchUp();
  const { wishes, cities, lastActiveAt } = await stored();
  expect(wishes).toEqual({ list: [], reserve: amounts(100, 0, 0) });
  expect(cities[0]?.construction).toMatchObject([{ type: 'farm', level: 5, startsAt: due }]);
  expect(lastActiveAt).toBeLessThan(due);
});

it('a list of 60 is not written again by other commands', async ({ skip }) => {
  const { rows } = await hand.pool.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS version`,
  );
  skip((rows[0]?.version ?? 0) < 170_000, 'pg_column_toast_chunk_id needs Postgres 17');
  const cities = Array.from({ length: 6 }, (_, index) => idOf(`city ${index}`));
  // The cities do not exist, so no wish is possible.
  await hand.executeCommand(empire.id, ({ empire: own, newId }) =>
    setWishes(
      own,
      cities.flatMap((cityId) => Array.from({ length: 10 }, () => ({ ...farm, cityId }))),
      null,
      newId,
    ),
  );
  const chunk = 'SELECT pg_column_toast_chunk_id(wishes)::text AS id FROM empires';
  const before = (await hand.pool.query<{ id: string }>(chunk)).rows;
  stage.time.advance(minuteMs);
  await hand.executeCommand(empire.id, ({ empire: own, now, speed, newId }) => {
    orderBatch(own, cityOf(own), 'soldiers', 1, { now, speed, newId });
  });
  await hand.executeCommand(empire.id, ({ empire: own }) => {
    own.description = 'changed';
  });
  expect((await hand.pool.query<{ id: string }>(chunk)).rows).toEqual(before);
  expect(before[0]?.id).toMatch(/^\d+$/);
});

it('an empty list without a reserve stores nothing again', async () => {
  await hand.executeCommand(empire.id, ({ empire: own, newId }) =>
    setWishes(own, [], amounts(0, 0, 0), newId),
  );
  expect((await rowVersion()).wishes).toBeNull();
  expect(await wrongColumns(hand)).toEqual([]);
});
