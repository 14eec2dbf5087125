/** Commands that look for players with several accounts. They show hints, no proof. */
import { Option } from 'commander';
import { z } from 'zod';
import { count, integer, moment, timestamp } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import { dayMs, isoOf } from '../kernel/time.ts';
import { defineCommand } from './command.ts';
import { limitOption } from './options.ts';
import { momentText, table } from './tables.ts';
import { findUser, targetOf } from './users/queries.ts';

const listedNames = 20;

const sharedAddress = z.strictObject({
  address_hash: z.string(),
  accounts: count,
  /** The latest login first. */
  usernames: z.array(z.string()),
  last_login: timestamp,
});

/** Latest login first; with a user, only those that this user shares. */
const selectSharedAddresses = statement('selectSharedAddresses', {
  sql: `SELECT address_hash, count(*) AS accounts, max(known.last_login) AS last_login,
     (array_agg(username::text ORDER BY known.last_login DESC, username))[1:${listedNames}] AS usernames
   FROM login_addresses known JOIN users ON users.id = user_id AND NOT is_bot
   WHERE $1::uuid IS NULL OR address_hash IN (SELECT address_hash FROM login_addresses WHERE user_id = $1)
   GROUP BY address_hash HAVING count(*) > 1
   ORDER BY max(known.last_login) DESC, address_hash LIMIT $2`,
  row: sharedAddress,
});

const seatPair = z.strictObject({
  seat_number: integer,
  changes: count,
  last_at: moment,
  first_empire: z.string(),
  first_player: z.string(),
  second_empire: z.string(),
  second_player: z.string(),
  share_address: z.boolean(),
});

const shareAddressSql = `EXISTS (
       SELECT FROM login_addresses a JOIN login_addresses b USING (address_hash)
       WHERE a.user_id = one.id AND b.user_id = other.id
     ) AS share_address`;

/** Empires that have taken a seat from each other within 30 days, most changes first. */
const selectSeatPairs = statement('selectSeatPairs', {
  sql: `SELECT seats.number AS seat_number, pair.changes, pair.last_at,
     first.name AS first_empire, one.username AS first_player,
     second.name AS second_empire, other.username AS second_player,
     ${shareAddressSql}
   FROM (
     SELECT seat_id, least(from_id, to_id) AS first_id, greatest(from_id, to_id) AS second_id,
       count(*) AS changes, max(at) AS last_at
     FROM seat_changes GROUP BY 1, 2, 3 HAVING count(DISTINCT to_id) = 2
   ) AS pair
   JOIN seats ON seats.id = pair.seat_id
   JOIN empires first ON first.id = first_id AND first.kind = 'player' JOIN users one ON one.id = first.owner_id
   JOIN empires second ON second.id = second_id AND second.kind = 'player' JOIN users other ON other.id = second.owner_id
   ORDER BY pair.changes DESC, pair.last_at DESC, seats.number LIMIT $1`,
  row: seatPair,
});

const plunder = z.strictObject({
  from_empire: z.string(),
  from_player: z.string(),
  to_empire: z.string(),
  to_player: z.string(),
  battles: count,
  gold: integer,
  food: integer,
  materials: integer,
  last_at: moment,
  share_address: z.boolean(),
});

const lootSql = (resource: string): string => `sum((outcome -> 'loot' ->> '${resource}')::bigint)::bigint`;

/** In battles that ended since $1, the most first; with a user ($2), only from or to this one. */
const selectPlunder = statement('selectPlunder', {
  sql: `SELECT loser.name AS from_empire, one.username AS from_player, winner.name AS to_empire,
     other.username AS to_player, count(*) AS battles, ${lootSql('gold')} AS gold, ${lootSql('food')} AS food,
     ${lootSql('materials')} AS materials, max(ends_at) AS last_at, ${shareAddressSql}
   FROM battles
   JOIN empires loser ON loser.id = defender_id AND loser.kind = 'player' JOIN users one ON one.id = loser.owner_id
   JOIN empires winner ON winner.id = attacker_id JOIN users other ON other.id = winner.owner_id
   WHERE ends_at > $1 AND outcome ->> 'result' = 'attacker_won' AND NOT one.is_bot AND NOT other.is_bot
     AND ($2::uuid IS NULL OR $2 IN (one.id, other.id))
   GROUP BY loser.id, one.id, winner.id, other.id
   HAVING ${lootSql('gold')} + ${lootSql('food')} + ${lootSql('materials')} > 0
   ORDER BY ${lootSql('gold')} + ${lootSql('food')} + ${lootSql('materials')} DESC, loser.id, winner.id LIMIT $3`,
  row: plunder,
});

const watchedMs = 30 * dayMs;

export const watchCommands = [
  defineCommand<{ user?: string; limit: number }>('watch addresses', {
    isLook: true,
    summary:
      'Lists addresses from which several accounts logged in within 30 days, latest login first. An address is shown as its keyed hash, as in the log. Families and schools share addresses, too.',
    options: {
      user: new Option('--user <user>', 'only addresses of this account'),
      limit: limitOption,
    },
    examples: ['watch addresses', 'watch addresses --user ann --json'],
    run: async ({ pool, audit }, _args, { user, limit }) => {
      const account = user === undefined ? null : await findUser(pool, user);
      const addresses = await select(pool, selectSharedAddresses, [account?.id ?? null, limit]);
      await audit(account === null ? 'all accounts' : targetOf(account), { addresses: addresses.length });
      const text = table(addresses, {
        address: ({ address_hash }) => address_hash,
        accounts: ({ accounts }) => accounts,
        'last login (UTC)': ({ last_login }) => last_login,
        names: ({ accounts, usernames }) =>
          usernames.join(', ') + (accounts > usernames.length ? ', ...' : ''),
      });
      return { data: { addresses }, text: text || 'No shared addresses.' };
    },
  }),
  defineCommand<{ user?: string; limit: number }>('watch plunder', {
    isLook: true,
    summary:
      'Lists what players took from each other in battles within 30 days, the most first, and whether they logged in from one address. Who feeds another account loses often, and fights little.',
    options: {
      user: new Option('--user <user>', 'only from or to this account'),
      limit: limitOption,
    },
    examples: ['watch plunder', 'watch plunder --user ann'],
    run: async ({ pool, clock, audit }, _args, { user, limit }) => {
      const account = user === undefined ? null : await findUser(pool, user);
      const since = clock.now() - watchedMs;
      const taken = await select(pool, selectPlunder, [since, account?.id ?? null, limit]);
      await audit(account === null ? 'all accounts' : targetOf(account), { pairs: taken.length });
      const text = table(taken, {
        from: (pair) => `${pair.from_empire} (${pair.from_player})`,
        to: (pair) => `${pair.to_empire} (${pair.to_player})`,
        battles: ({ battles }) => battles,
        gold: ({ gold }) => gold,
        food: ({ food }) => food,
        materials: ({ materials }) => materials,
        'last (UTC)': ({ last_at }) => momentText(last_at),
        'same address': ({ share_address }) => share_address,
      });
      return {
        data: { plunder: taken.map(({ last_at, ...pair }) => ({ ...pair, last_at: isoOf(last_at) })) },
        text: text || 'No player took anything from another.',
      };
    },
  }),
  defineCommand<{ limit: number }>('watch seats', {
    isLook: true,
    summary:
      'Lists pairs of empires that took a seat from each other within 30 days, most changes first, and whether their players logged in from one address.',
    options: { limit: limitOption },
    examples: ['watch seats'],
    run: async ({ pool, audit }, _args, { limit }) => {
      const pairs = await select(pool, selectSeatPairs, [limit]);
      await audit('all accounts', { pairs: pairs.length });
      const text = table(pairs, {
        seat: ({ seat_number }) => seat_number,
        changes: ({ changes }) => changes,
        'last (UTC)': ({ last_at }) => momentText(last_at),
        empire: (pair) => `${pair.first_empire} (${pair.first_player})`,
        'other empire': (pair) => `${pair.second_empire} (${pair.second_player})`,
        'same address': ({ share_address }) => share_address,
      });
      return {
        data: { pairs: pairs.map(({ last_at, ...pair }) => ({ ...pair, last_at: isoOf(last_at) })) },
        text: text || 'No seat went to and fro.',
      };
    },
  }),
];
