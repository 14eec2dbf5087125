/**
 * Makes the seats that are due: seat 0 with the world, seat k with the 8k-th founding. The founding lock lets one
 * transaction at a time do it, so that it can run at any time on any instance.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { runRegularly, type CleaningDeps } from '../db/cleaning.ts';
import { integer } from '../db/columns.ts';
import { constraintOf } from '../db/constraints.ts';
import { systemUserId } from '../db/names.ts';
import { execute, select, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { lockFounding, selectCitiesAround } from './queries.ts';
import { nearestFreeTile } from '../game/map.ts';
import { foundingsPerSeat, newKeeper, seatWish } from '../game/seats.ts';
import type { Empire, Tile } from '../game/types.ts';
import type { WorldDeps } from '../world/deps.ts';
import { changeEmpires } from '../world/write-path.ts';

const seatsPerTransaction = 50;
const searches = 5;

// The setting `next_seat` is the first number that was not tried yet. Without it, every founding would search again for
// the seats that have no legal tile.
const selectMissingSeats = statement('selectMissingSeats', {
  sql: `SELECT due.number FROM generate_series(
     coalesce((SELECT value::text::int FROM settings WHERE key = 'next_seat'), 0),
     coalesce((SELECT value::text::int FROM settings WHERE key = 'foundings'), 0) / ${foundingsPerSeat}
   ) AS due (number)
   WHERE NOT EXISTS (SELECT FROM seats WHERE seats.number = due.number)
   ORDER BY due.number LIMIT ${seatsPerTransaction}`,
  row: z.strictObject({ number: integer }),
});

const setNextSeat = statement('setNextSeat', {
  sql: `INSERT INTO settings (key, value) VALUES ('next_seat', to_jsonb($1::int))
   ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
});

function wishOf(number: number): Tile {
  const digest = createHash('sha256').update(`seat:${number}`).digest();
  return seatWish(number, digest.readUInt32BE(0) / 2 ** 32);
}

/** Makes the first of the seats that are due. Returns whether more may be due. */
async function makeSomeSeats(deps: WorldDeps): Promise<boolean> {
  const { settings, clock, random } = deps;
  let [last, mayBeMore, keepers] = [null as number | null, false, [] as Empire[]];
  await changeEmpires(deps, {
    lock: async (tx) => {
      const now = clock.at(await lockFounding(tx));
      const missing = await select(tx, selectMissingSeats, []);
      keepers = [];
      for (const { number } of missing) {
        const tile = await findTile(tx, number, keepers, settings.radius);
        if (tile === null) continue;
        const seat = { id: random.uuid(), number, ...tile, heldSince: null };
        keepers.push(newKeeper(seat, { id: random.uuid(), ownerId: systemUserId }, now));
      }
      last = missing.at(-1)?.number ?? null;
      mayBeMore = missing.length === seatsPerTransaction;
      return [];
    },
    change: ({ world }) => {
      for (const keeper of keepers) world.empires.set(keeper.id, keeper);
      const result = { value: null, savedIds: new Set(world.empires.keys()) };
      const next = last;
      return next === null ? result : { ...result, write: (tx) => execute(tx, setNextSeat, [next + 1]) };
    },
  });
  return mayBeMore;
}

async function findTile(
  tx: Tx,
  number: number,
  keepers: readonly Empire[],
  radius: number,
): Promise<Tile | null> {
  const wish = wishOf(number);
  const occupied = await selectCitiesAround(tx, wish);
  return nearestFreeTile(wish, [...occupied, ...keepers.flatMap(({ seats }) => seats)], radius);
}

/** Makes all seats that are due. A seat without a legal tile near its wish is left out for good. */
export async function makeDueSeats(deps: WorldDeps): Promise<void> {
  let mayBeMore = true;
  for (let search = 1; mayBeMore;) {
    try {
      mayBeMore = await makeSomeSeats(deps);
    } catch (error) {
      // A city was founded there since the search.
      if (constraintOf(error) !== 'seats_distance_to_cities' || search === searches) throw error;
      search += 1;
    }
  }
}

/** Makes missing seats regularly, for example after a crash between a founding and its seat. Returns the stop function. */
export function maintainSeats(deps: CleaningDeps & WorldDeps): () => void {
  return runRegularly(deps, 'makeDueSeats', () => makeDueSeats(deps));
}
