/** Makes seats: seat 0 with the world, seat k in the transaction of the 8k-th founding. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { systemUserId } from '../db/names.ts';
import { selectOptional, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { nearestFreeTile } from '../game/march/map.ts';
import { newKeeper, seatWish } from '../game/contact/seats.ts';
import type { Empire, Tile } from '../game/types.ts';
import type { WorldDeps } from '../world/deps.ts';
import { attempt } from '../world/attempt.ts';
import { lockFounding, selectCitiesAround } from './queries.ts';

/** The seat, and all cities and seats around the tile that it wishes for. */
export interface DueSeat {
  number: number;
  wish: Tile;
  occupied: readonly Tile[];
}

/** Call it under the lock of foundings. */
export async function readDueSeat(tx: Tx, number: number): Promise<DueSeat> {
  const digest = createHash('sha256').update(`seat:${number}`).digest();
  const wish = seatWish(number, digest.readUInt32BE(0) / 2 ** 32);
  return { number, wish, occupied: await selectCitiesAround(tx, wish) };
}

/**
 * At the legal tile nearest to the wish of the seat. Null: the seat is left out for good.
 * @param founded the cities that the same transaction founds
 */
export function makeKeeper(
  { settings, random }: Pick<WorldDeps, 'settings' | 'random'>,
  { number, wish, occupied }: DueSeat,
  founded: readonly Tile[],
  now: number,
): Empire | null {
  const tile = nearestFreeTile(wish, [...occupied, ...founded], settings.radius);
  if (tile === null) return null;
  const seat = { id: random.uuid(), number, ...tile, heldSince: null };
  return newKeeper(seat, { id: random.uuid(), ownerId: systemUserId }, now);
}

const selectFirstSeat = statement('selectFirstSeat', {
  sql: 'SELECT number FROM seats WHERE number = 0',
  row: z.strictObject({ number: z.literal(0) }),
});

export async function makeFirstSeat(deps: WorldDeps): Promise<void> {
  const lockOthers = async (tx: Tx): Promise<Empire | null> => {
    const now = deps.clock.at(await lockFounding(tx));
    const isMissing = (await selectOptional(tx, selectFirstSeat, [])) === null;
    return isMissing ? makeKeeper(deps, await readDueSeat(tx, 0), [], now) : null;
  };
  await attempt(deps, { lock: [], lockOthers }, ({ world, others: keeper }) => {
    if (keeper !== null) world.empires.set(keeper.id, keeper);
    return { value: null, savedIds: new Set(world.empires.keys()) };
  });
}
