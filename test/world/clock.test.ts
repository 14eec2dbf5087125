/** The clock wakes for due work, sleeps otherwise and stops on request. A broken contact, empire or battle blocks no other. */
import { afterEach, expect, it, vi } from 'vitest';
import { orderLevels } from '../../src/game/economy/construction.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import { begin } from '../support/database.ts';
import { cityOf, hourMs, makeWorld, minuteMs, t0, the } from '../support/worlds.ts';
import { carryOut, makeRow, numberBattles, setInMotion } from './scripts.ts';
import { attackOn, countWaiting, empireState, idOf, openStage, type Hand, type Stage } from './stage.ts';

let stage: Stage;
afterEach(() => stage.close());

async function openWith(world: WorldSlice): Promise<Hand> {
  stage = await openStage(world);
  return stage.join();
}

function busyRow(count: number): WorldSlice {
  const world = makeRow(count);
  setInMotion(world);
  return world;
}

async function countOverdue({ pool }: Hand): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT (SELECT count(*) FROM due_empires WHERE at <= $1)
       + (SELECT count(*) FROM battles WHERE outcome IS NULL AND contact_at <= $1) AS n`,
    [stage.time.now()],
  );
  return the(rows[0]).n;
}

it('returns the moment of the next poll', async () => {
  const hand = await openWith(busyRow(3));
  const { rows } = await hand.pool.query<{ at: number }>('SELECT min(at) AS at FROM due_empires');
  expect(await hand.clock.catchUp()).toBe(the(rows[0]).at);
});

it('has nothing to wake for in an idle world', async () => {
  const hand = await openWith(makeWorld([empireState('ann', { at: { x: 0, y: 0 }, soldiers: 0 })]));
  expect(await hand.clock.catchUp()).toBeNull();
});

it('wakes for work that was ordered while it slept', async () => {
  const hand = await openWith(makeWorld([empireState('ann', { at: { x: 0, y: 0 }, soldiers: 0 })]));
  hand.clock.start();
  await expect.poll(() => hand.clock.caughtUp).toBe(true);
  await hand.executeCommand(idOf('ann'), ({ empire, now, speed, newId }) => {
    orderLevels(empire, cityOf(empire), 'farm', 1, { now, speed, newId });
  });
  await expect.poll(() => stage.time.waiting).toBe(1);
  stage.time.advance(hourMs);
  await expect.poll(() => countOverdue(hand)).toBe(0);
  await hand.clock.stop();
});

it('wakes for work that was announced during a poll', async () => {
  const hand = await openWith(makeWorld([empireState('ann', { at: { x: 0, y: 0 }, soldiers: 0 })]));
  hand.clock.start();
  hand.clock.expect(t0 + minuteMs);
  await expect.poll(() => stage.time.waiting).toBe(1);
  await hand.clock.stop();
});

it('stops in the middle of a backlog', async () => {
  const hand = await openWith(busyRow(80));
  stage.time.advance(3 * hourMs);
  hand.clock.start();
  await hand.clock.stop();
  expect(await countOverdue(hand)).toBeGreaterThan(0);
});

it('continues after its connections were terminated', async () => {
  const hand = await openWith(busyRow(3));
  hand.clock.start();
  await expect.poll(() => hand.clock.caughtUp).toBe(true);
  stage.time.advance(hourMs);
  const other = stage.join(1);
  await other.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  await expect.poll(() => countOverdue(other)).toBe(0);
  await hand.clock.stop();
});

/** Gives the army of the first battle a home in another empire, so that sending it home throws. */
async function breakContact({ pool }: Hand): Promise<void> {
  await pool.query(`UPDATE armies SET units = units || '{"soldiers": 900}', home_city_id = cities.id
    FROM battles, cities WHERE armies.id = battles.army_id AND battles.number = 1 AND cities.empire_id = battles.defender_id`);
}

async function repairContact({ pool }: Hand): Promise<void> {
  await pool.query(`UPDATE armies SET home_city_id = cities.id
    FROM battles, cities WHERE armies.id = battles.army_id AND battles.number = 1 AND cities.empire_id = battles.attacker_id`);
}

it('advances all other empires when a contact is broken', async () => {
  const hand = await openWith(busyRow(12));
  await breakContact(hand);
  stage.time.advance(3 * hourMs);
  await hand.clock.catchUp();
  const { rows } = await hand.pool.query(
    `SELECT name FROM due_empires JOIN empires ON id = empire_id WHERE at <= $1 AND id NOT IN (
       SELECT attacker_id FROM battles WHERE outcome IS NULL UNION SELECT defender_id FROM battles WHERE outcome IS NULL
     )`,
    [stage.time.now()],
  );
  expect(rows).toEqual([]);
});

it('advances all other empires when the only due contact is broken', async () => {
  const world = makeRow(3);
  const [attacker, defender, other] = [...world.empires.values()].map((empire) => the(empire));
  carryOut(world, the(attacker), t0, attackOn('the only one', the(defender), cityOf(the(defender))));
  numberBattles(world);
  orderLevels(the(other), cityOf(the(other)), 'farm', 1, { now: t0, speed: 1, newId: () => idOf('order') });
  const hand = await openWith(world);
  await breakContact(hand);
  stage.time.advance(20 * minuteMs);
  await hand.clock.catchUp();
  const { rows } = await hand.pool.query('SELECT at FROM due_empires WHERE empire_id = $1', [the(other).id]);
  expect(rows).toEqual([]);
});

it('retries a broken contact after a minute', async () => {
  const hand = await openWith(busyRow(2));
  await breakContact(hand);
  stage.time.advance(3 * hourMs);
  await hand.clock.catchUp();
  await repairContact(hand);
  stage.time.advance(minuteMs);
  await hand.clock.catchUp();
  expect(await countOverdue(hand)).toBe(0);
});

it('enters the ends of all other battles when one is broken, and retries that one after a minute', async () => {
  const hand = await openWith(busyRow(12));
  stage.time.advance(3 * hourMs);
  await hand.clock.catchUp();
  const { rows } = await hand.pool.query<{ number: number }>(
    `INSERT INTO battle_ends (battle_id, at) SELECT id, number FROM battles WHERE outcome ->> 'result' <> 'called_off'
     RETURNING at AS number`,
  );
  expect(rows.length).toBeGreaterThan(1);
  const dueEnds = async () =>
    (await hand.pool.query('SELECT at AS number FROM battle_ends')).rows as typeof rows;
  const broken = Math.min(...rows.map(({ number }) => number));
  const rename = (from: string, to: string) =>
    hand.pool.query(
      `UPDATE battles SET outcome = outcome - '${from}' || jsonb_build_object('${to}', outcome -> '${from}')
       WHERE number = $1`,
      [broken],
    );
  await rename('rounds', 'hidden');
  const connect = vi.spyOn(hand.pool, 'connect');
  await hand.clock.catchUp();
  expect([await dueEnds(), hand.clock.quarantined]).toEqual([[{ number: broken }], 1]);
  // One by one, and no more when none is left.
  expect(connect.mock.calls.length).toBeLessThan(rows.length + 20);
  await rename('hidden', 'rounds');
  stage.time.advance(minuteMs);
  await hand.clock.catchUp();
  expect([await dueEnds(), hand.clock.quarantined]).toEqual([[], 0]);
});

/** Samples how often a statement of this database waits for a lock until `work` ends. */
async function countLockWaits({ pool }: Hand, work: Promise<unknown>): Promise<number> {
  const running = new Set([work]);
  let waits = 0;
  void work.finally(() => running.clear());
  while (running.size > 0) {
    waits += await countWaiting({ pool });
  }
  return waits;
}

it('skips an empire that another transaction holds, advances the others, and polls again within 50 ms', async () => {
  const hand = await openWith(busyRow(9));
  const sql = 'SELECT id FROM empires WHERE id = $1 FOR UPDATE';
  const holder = await begin(stage.join(1).pool, sql, [idOf('realm 8')]);
  stage.time.advance(5 * minuteMs);
  const polling = hand.clock.catchUp();
  const waits = await countLockWaits(stage.join(), polling);
  const { rows } = await hand.pool.query(
    'SELECT name FROM due_empires JOIN empires ON id = empire_id WHERE at <= $1',
    [stage.time.now()],
  );
  await holder.rollBack();
  expect([rows.map(({ name }: { name: string }) => name), waits]).toEqual([['realm 8'], 0]);
  expect(the(await polling) - stage.time.now()).toBeLessThanOrEqual(50);
});

it('keeps the due work of an empire whose contact must be decided first', async () => {
  const world = makeRow(2);
  const [attacker, defender] = [...world.empires.values()] as [Empire, Empire];
  orderLevels(attacker, cityOf(attacker), 'town_hall', 1, { now: t0, speed: 1, newId: () => idOf('level') });
  carryOut(world, attacker, t0, attackOn('battle', defender, cityOf(defender)));
  numberBattles(world);
  const completesAt = the(the(cityOf(attacker).construction[0]).completesAt);
  expect(completesAt).toBeGreaterThan(the(world.battles.get(idOf('battle'))).contactAt);
  const hand = await openWith(world);
  const holder = await begin(hand.pool, 'SELECT FROM empires WHERE id = $1 FOR UPDATE', [defender.id]);
  stage.time.advance(completesAt - t0);
  await hand.clock.catchUp();
  await holder.rollBack();
  await hand.clock.catchUp();
  const { rows } = await hand.pool.query('SELECT construction FROM cities WHERE empire_id = $1', [
    attacker.id,
  ]);
  expect(rows).toEqual([{ construction: [] }]);
});
