/** What is deleted when its time is over, and what stays. */
import { expect, it } from 'vitest';
import { threadKeptMs } from '../../src/messages/queries.ts';
import { dayMs, minuteMs } from '../../src/kernel/time.ts';
import { addBattles } from '../support/crowd.ts';
import { useOne, useTestGame } from '../support/game.ts';
import { createWriter, write, type Writer } from '../support/messages.ts';
import { TestClock } from '../support/test-clock.ts';

const game = useTestGame({
  clock: new TestClock(Math.ceil(Date.now() / dayMs) * dayMs),
  unsound: 'battles have no fight',
});
const ann = useOne(() => createWriter(game));
const bob = useOne(() => createWriter(game));
const eve = useOne(() => createWriter(game));

const threadOf = async (by: Writer, to: Writer): Promise<string> =>
  (await write(by, to, 'Greetings')).body.thread_id;

it('deletes every 15 minutes what is old, and nothing else', async () => {
  const { query } = game;
  const now = game.clock.now() + 15 * minuteMs;
  const [gone, young, fought] = await addBattles(game, ann.empireId, bob.empireId, 3);
  const end = `UPDATE battles SET ends_at = $2, outcome = jsonb_build_object('result', $3::text) WHERE id = $1`;
  await query(end, gone, now - 30 * dayMs - 1, 'called_off');
  await query(end, young, now - 30 * dayMs, 'called_off');
  await query(end, fought, now - 300 * dayMs, 'draw');
  const seatChange = 'INSERT INTO seat_changes SELECT id, $1, $2, $3 FROM seats ORDER BY number LIMIT 1';
  for (const at of [now - 30 * dayMs, now - 30 * dayMs + 1])
    await query(seatChange, at, ann.empireId, bob.empireId);
  const [old, kept] = [await threadOf(ann, bob), await threadOf(ann, eve)];
  await query('UPDATE threads SET last_at = $2 WHERE id = $1', old, now - threadKeptMs - 1);
  await query('UPDATE threads SET last_at = $2 WHERE id = $1', kept, now - threadKeptMs);
  const abandoned = await threadOf(bob, eve);
  await query('UPDATE threads SET first_id = NULL, second_id = NULL WHERE id = $1', abandoned);
  const expiry = 'UPDATE sessions SET expire = to_timestamp($2::float8 / 1000) WHERE user_id = $1';
  await query(expiry, bob.id, now);
  await query(expiry, eve.id, now + 1);
  const counter = `INSERT INTO rate_limit_counters VALUES ($1, 1, now() + $2::interval)`;
  await query(counter, 'past', '-1 second');
  await query(counter, 'present', '1 hour');
  game.clock.set(now);
  const left = (): Promise<object[]> =>
    query(
      `SELECT ARRAY(SELECT id FROM battles ORDER BY number) AS battles,
         ARRAY(SELECT at FROM seat_changes)::float8[] AS "seatChanges", ARRAY(SELECT id FROM threads) AS threads,
         ARRAY(SELECT key FROM rate_limit_counters WHERE key IN ('past', 'present')) AS counters,
         (SELECT count(*) FROM sessions WHERE user_id = '${bob.id}') AS expired,
         (SELECT count(*) FROM sessions WHERE user_id = '${eve.id}') AS valid`,
    );
  await expect.poll(left).toEqual([
    {
      battles: [young, fought],
      seatChanges: [now - 30 * dayMs + 1],
      threads: [kept],
      counters: ['present'],
      expired: 0,
      valid: 1,
    },
  ]);
});

it('reads none of the battles that were fought', async () => {
  const rows = await game.query<Record<'QUERY PLAN', string>>(
    `EXPLAIN SELECT ctid FROM battles WHERE outcome ->> 'result' = 'called_off' AND ends_at < 1 ORDER BY ends_at LIMIT 10`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('battles_called_off');
});
