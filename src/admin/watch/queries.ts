/** Statements of the commands that look for accounts of one player: shared addresses, and seats that go to and fro. */
import { z } from 'zod';
import { count, integer, moment, timestamp } from '../../db/columns.ts';
import { select, statement, type Db } from '../../db/pool.ts';

/** Names that are listed for an address. */
const listedNames = 20;

const sharedAddress = z.strictObject({
  address_hash: z.string(),
  accounts: count,
  /** Latest login from there first. */
  usernames: z.array(z.string()),
  last_login: timestamp,
});

const selectSharedAddressesStatement = statement(
  'selectSharedAddresses',
  `SELECT address_hash, count(*) AS accounts, max(known.last_login) AS last_login,
     (array_agg(username::text ORDER BY known.last_login DESC, username))[1:${listedNames}] AS usernames
   FROM login_addresses known JOIN users ON users.id = user_id AND NOT is_bot
   WHERE $1::uuid IS NULL OR address_hash IN (SELECT address_hash FROM login_addresses WHERE user_id = $1)
   GROUP BY address_hash HAVING count(*) > 1
   ORDER BY max(known.last_login) DESC, address_hash LIMIT $2`,
  sharedAddress,
);

/** Addresses from which several accounts have logged in, latest login first. @param userId only addresses of an account */
export function selectSharedAddresses(
  db: Db,
  userId: string | null,
  limit: number,
): Promise<z.infer<typeof sharedAddress>[]> {
  return select(db, selectSharedAddressesStatement, [userId, limit]);
}

const seatPair = z.strictObject({
  seat_number: integer,
  changes: count,
  last_at: moment,
  first_empire: z.string(),
  first_player: z.string(),
  second_empire: z.string(),
  second_player: z.string(),
  /** Whether both have logged in from one address. */
  share_address: z.boolean(),
});

const selectSeatPairsStatement = statement(
  'selectSeatPairs',
  `SELECT seats.number AS seat_number, pair.changes, pair.last_at,
     first.name AS first_empire, one.username AS first_player,
     second.name AS second_empire, other.username AS second_player,
     EXISTS (
       SELECT FROM login_addresses a JOIN login_addresses b USING (address_hash)
       WHERE a.user_id = one.id AND b.user_id = other.id
     ) AS share_address
   FROM (
     SELECT seat_id, least(from_id, to_id) AS first_id, greatest(from_id, to_id) AS second_id,
       count(*) AS changes, max(at) AS last_at
     FROM seat_changes GROUP BY 1, 2, 3 HAVING count(DISTINCT to_id) = 2
   ) AS pair
   JOIN seats ON seats.id = pair.seat_id
   JOIN empires first ON first.id = first_id AND first.kind = 'player' JOIN users one ON one.id = first.owner_id
   JOIN empires second ON second.id = second_id AND second.kind = 'player' JOIN users other ON other.id = second.owner_id
   ORDER BY pair.changes DESC, pair.last_at DESC, seats.number LIMIT $1`,
  seatPair,
);

/** Pairs of empires that have taken a seat from each other within 30 days, most changes first. */
export function selectSeatPairs(db: Db, limit: number): Promise<z.infer<typeof seatPair>[]> {
  return select(db, selectSeatPairsStatement, [limit]);
}
