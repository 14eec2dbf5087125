/** What happens in the world is read with a bounded number of blocks, however many empires, battles and days it has. */
import { expect, it } from 'vitest';
import type { Db } from '../../src/db/pool.ts';
import { reignEnd, reignNumberAt } from '../../src/game/reigns.ts';
import { selectToday } from '../../src/today/queries.ts';
import { dayOf } from '../../src/world/figures/score-history.ts';
import { expectBounded, measureGrowth } from '../support/blocks.ts';
import { addBattles, addEmpires } from '../support/crowd.ts';
import { useOne, useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));

/** Adds empires with seats, great battles of a week, counts of days, and reigns. */
async function fill(from: number, to: number): Promise<void> {
  const { pool, services } = game.instance;
  const now = game.clock.now();
  const crowd = Array.from({ length: to - from }, (_, index) => ({
    name: `Crowd ${from + index}`,
    militaryScore: 1,
    economicScore: 1,
    createdAt: now,
  }));
  const ids = await addEmpires(game, ann, crowd);
  const endsAt = reignEnd(reignNumberAt(now, services.settings), services.settings);
  await pool.query(
    `UPDATE empires SET reign_ends_at = $2, crown_offset = armies_raised + length(name),
       seats = (SELECT jsonb_agg('{}'::jsonb) FROM generate_series(1, 1 + length(name) % 3))
     WHERE id = ANY ($1::uuid[])`,
    [ids, endsAt],
  );
  const battles = await addBattles(game, ann.empireId, ids[0] ?? '', to - from);
  await pool.query(
    `UPDATE battles SET ends_at = $2::bigint - number % 100 * ${hourMs} WHERE id = ANY ($1::uuid[])`,
    [battles, now],
  );
  await pool.query(
    `INSERT INTO great_battles SELECT ends_at / ${dayMs}, number, id FROM battles WHERE id = ANY ($1::uuid[])`,
    [battles],
  );
  await pool.query(
    `INSERT INTO world_days SELECT $1::int - day, 1, 1
     FROM generate_series(0, $2 / 100) AS day ON CONFLICT DO NOTHING`,
    [dayOf(now), to],
  );
  await pool.query(
    `INSERT INTO reigns SELECT number, number, NULL, 'Hegemon', 1 FROM generate_series($1::int + 1, $2::int) AS number`,
    [from, to],
  );
}

it('touches as many blocks in a large world as in a small one', { timeout: 300_000 }, async () => {
  const { pool, services } = game.instance;
  const client = await pool.connect();
  const read = async (db: Db): Promise<void> => {
    const row = await selectToday(db, services.settings, game.clock.now());
    const lists = [row.days, row.seat_holders, row.great_battles, row.hegemons];
    expect(lists.map(({ length }) => length)).toEqual([2, 10, 10, 10]);
  };
  expectBounded(await measureGrowth(client, { sizes: [3_000, 12_000], fill, reads: { read } }), 2_500);
  client.release(true);
});
