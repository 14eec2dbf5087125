/** The seats of a world: the first with the world, a further one in the transaction of every eighth founding. */
import { describe, expect, it } from 'vitest';
import { makeFirstSeat } from '../../src/empire/found-seats.ts';
import { registerPlayer, useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

const game = useTestGame({ radius: 20 });

const numbers = async (): Promise<number[]> => {
  const rows = await game.query<{ number: number }>('SELECT number FROM seats ORDER BY number');
  return rows.map(({ number }) => number);
};
/** Sets the number of foundings so far. */
const setFoundings = (count: number) =>
  game.query(
    `INSERT INTO settings (key, value) VALUES ('foundings', '${count}') ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );

describe('seats', () => {
  it('begin with seat 0 in the middle of a new world, which another start leaves alone', async () => {
    const first = await game.query('SELECT number, x, y FROM seats');
    expect(first).toEqual([{ number: 0, x: 0, y: 0 }]);
    await makeFirstSeat(game.instance.services);
    expect(await game.query('SELECT number, x, y FROM seats')).toEqual(first);
  });

  it('are made with every eighth founding, also if it is one of several at a time', async () => {
    await setFoundings(6);
    await Promise.all([1, 2, 3].map((step) => createEmpire(game, { x: 5 * step, y: 10 })));
    expect(await numbers()).toEqual([0, 1]);
    const [kept] = await game.query(
      `SELECT e.created_at = k.created_at AS together FROM seats s JOIN empires k ON k.id = s.holder_id
       JOIN empires e ON e.kind = 'player' AND e.created_at = k.created_at WHERE s.number = 1`,
    );
    expect(kept).toEqual({ together: true });
  });

  it('keep away from the capital of their own founding', async () => {
    await setFoundings(15);
    // Seat 2 wishes for this tile.
    const { tile } = await createEmpire(game, { x: 7, y: -14 });
    const [seat] = await game.query<{ x: number; y: number }>('SELECT x, y FROM seats WHERE number = 2');
    expect(tile).toEqual({ x: 7, y: -14 });
    expect(Math.max(Math.abs((seat?.x ?? 7) - 7), Math.abs((seat?.y ?? -14) + 14))).toBeGreaterThan(1);
  });

  it('are left out for good where the world has no legal tile for them', async () => {
    await setFoundings(1599);
    // Seat 200 would stand 160 tiles from the centre.
    await createEmpire(game, { x: -10, y: 10 });
    await setFoundings(1600);
    await createEmpire(game, { x: -15, y: 10 });
    expect(await numbers()).toEqual([0, 1, 2]);
  });

  it('are not made by a founding that is refused', async () => {
    await setFoundings(23);
    const { empireId } = await createEmpire(game, { x: -15, y: -15 });
    expect(await numbers()).toContain(3);
    await setFoundings(31);
    const [{ name } = { name: '' }] = await game.query<{ name: string }>(
      `SELECT name FROM empires WHERE id = '${empireId}'`,
    );
    const other = await registerPlayer(game.url);
    const { status } = await other.send('POST', '/api/empire', {
      name,
      starting_location: { x: 15, y: -15 },
    });
    expect([status, (await numbers()).includes(4)]).toEqual([409, false]);
  });
});
