/**
 * Names that different instances, processes and releases share inside one Postgres. None may change. Migrations repeat
 * them.
 */

/** The NOTIFY channel for the notifications of transactions to all instances. */
export const worldChannel = 'hegemon_world';

/** The application_name of connections in pg_stat_activity. */
export const applicationNames = {
  /** The pool of an instance or of an admin command. */
  pool: 'hegemon',
  /** The listening connection, one per instance; their number is the number of running servers. */
  feed: 'hegemon-feed',
  admin: 'hegemon-admin',
  /** The process that runs the embedded Postgres. */
  owner: 'hegemon owner',
} as const;

/** The account that owns the empires without a player. It cannot log in, and no list shows it. */
export const systemUserId = '00000000-0000-4000-8000-000000000000';

/** Keys of advisory locks. */
export const advisoryLocks = {
  /** Held by the process that runs the embedded Postgres. */
  owner: 4_841_001,
  /** Held while migrations run. */
  migration: 4_841_002,
  /** Held by a test run while its databases are in use. */
  testRun: 4_841_003,
  /** Held shared by all connections of instances, and exclusively by an import. */
  world: 4_841_004,
  /** Held shared by transactions that make cities, and exclusively by one that makes a seat, until their end. */
  seats: 4_841_006,
  /** With the hash of a place: held shared by orders of attacks on it, and exclusively by a change of its guard. */
  places: 4_841_007,
  /** Held by one founding at a time until its transaction ends. An SQL expression: Postgres computes the hash. */
  founding: `hashtext('founding')`,
} as const;
