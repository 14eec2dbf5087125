/** The seats that are due: made once each, and never searched again. */
import { expect, it } from 'vitest';
import { makeDueSeats } from '../../src/empire/found-seats.ts';
import { useTestGame } from '../support/game.ts';

const game = useTestGame({ radius: 20 });

const numbers = async (): Promise<number[]> => {
  const rows = await game.query<{ number: number }>('SELECT number FROM seats ORDER BY number');
  return rows.map(({ number }) => number);
};
const makeSeats = () => makeDueSeats(game.instance.services);

it('seats without a legal tile are left out, and nothing searches for them again', async () => {
  const { pool } = game.instance;
  await pool.query(
    `INSERT INTO settings (key, value) VALUES ('foundings', '1600') ON CONFLICT (key) DO UPDATE SET value = '1600'`,
  );
  await makeSeats();
  const made = await numbers();
  // Seat 200 would stand 160 tiles from the centre.
  expect([made.length > 1, made.includes(200)]).toEqual([true, false]);
  const { rows } = await pool.query(`SELECT value FROM settings WHERE key = 'next_seat'`);
  expect(rows).toEqual([{ value: 201 }]);
  await pool.query('DELETE FROM seats WHERE number = $1', [made.at(-1)]);
  await makeSeats();
  expect(await numbers()).toEqual(made.slice(0, -1));
  await pool.query(`UPDATE settings SET value = '1608' WHERE key = 'foundings'`);
  await makeSeats();
  expect((await pool.query(`SELECT value FROM settings WHERE key = 'next_seat'`)).rows).toEqual([
    { value: 202 },
  ]);
});
