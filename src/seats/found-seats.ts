/**
 * Makes the seats that are due: seat 0 with the world, seat k with the 8k-th founding. The founding lock lets one
 * transaction at a time do it, so that it can run at any time on any instance.
 */
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { runRegularly, type CleaningDeps } from '../db/cleaning.ts';
import { integer } from '../db/columns.ts';
import { constraintOf } from '../db/constraints.ts';
import { systemUserId } from '../db/names.ts';
import { execute, select, statement } from '../db/pool.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import { lockFounding, selectCitiesAround } from '../empire/queries.ts';
import { nearestFreeTile } from '../game/map.ts';
import { foundingsPerSeat, newKeeper, seatWish } from '../game/seats.ts';
import type { Empire, Tile, WorldSlice } from '../game/types.ts';
import { emptySnapshot } from '../world/changes.ts';
import type { WorldDeps } from '../world/deps.ts';
import { save } from '../world/save.ts';

const seatsPerTransaction = 50;
const searches = 5;

// A world that is older than seats counts its empires, once; after that, every founding adds 1.
const ensureFoundings = statement(
  'ensureFoundings',
  `INSERT INTO settings (key, value)
   SELECT 'foundings', to_jsonb(count(*)) FROM empires
   WHERE kind = 'player' AND NOT EXISTS (SELECT FROM settings WHERE key = 'foundings')
   ON CONFLICT (key) DO NOTHING`,
);

// The setting `next_seat` is the first number that was not tried yet. Without it, every founding would search again for
// the seats that have no legal tile.
const selectMissingSeats = statement(
  'selectMissingSeats',
  `SELECT due.number FROM generate_series(
     coalesce((SELECT value::text::int FROM settings WHERE key = 'next_seat'), 0),
     (SELECT value::text::int / ${foundingsPerSeat} FROM settings WHERE key = 'foundings')
   ) AS due (number)
   WHERE NOT EXISTS (SELECT FROM seats WHERE seats.number = due.number)
   ORDER BY due.number LIMIT ${seatsPerTransaction}`,
  z.strictObject({ number: integer }),
);

const setNextSeat = statement(
  'setNextSeat',
  `INSERT INTO settings (key, value) VALUES ('next_seat', to_jsonb($1::int))
   ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
);

type Deps = Pick<WorldDeps, 'pool' | 'settings' | 'clock'>;

function wishOf(number: number): Tile {
  const digest = createHash('sha256').update(`seat:${number}`).digest();
  return seatWish(number, digest.readUInt32BE(0) / 2 ** 32);
}

/** Makes the first of the seats that are due. Returns whether more may be due. */
function makeSomeSeats({ pool, settings, clock }: Deps): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const now = clock.at(await lockFounding(tx));
    await execute(tx, ensureFoundings, []);
    const missing = await select(tx, selectMissingSeats, []);
    const last = missing.at(-1);
    if (last === undefined) return { value: false, writes: [] };
    const keepers: Empire[] = [];
    for (const { number } of missing) {
      const tile = await findTile(tx, number, keepers, settings.radius);
      if (tile === null) continue;
      const seat = { id: randomUUID(), number, ...tile, heldSince: null };
      keepers.push(newKeeper(seat, { id: randomUUID(), ownerId: systemUserId }, now));
    }
    const empires = new Map(keepers.map((keeper) => [keeper.id, keeper]));
    const world: WorldSlice = { ...settings, empires, battles: new Map() };
    const nothing = { events: [], entries: [] };
    const saved = save(tx, world, emptySnapshot(), new Set(empires.keys()), nothing);
    return {
      value: missing.length === seatsPerTransaction,
      writes: [saved, execute(tx, setNextSeat, [last.number + 1])],
    };
  });
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
export async function makeDueSeats(deps: Deps): Promise<void> {
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
export function maintainSeats(deps: CleaningDeps & Deps): () => void {
  return runRegularly(deps, 'makeDueSeats', () => makeDueSeats(deps));
}
