/** Names that instances, processes and releases share inside one Postgres. None may change. Migrations repeat them. */

/** The NOTIFY channel to all instances. */
export const worldChannel = 'hegemon_world';

/** The application_name of connections in pg_stat_activity. */
export const applicationNames = {
  pool: 'hegemon',
  /** One listening connection per instance. */
  feed: 'hegemon-feed',
  admin: 'hegemon-admin',
  /** The process that runs the embedded Postgres. */
  owner: 'hegemon owner',
} as const;

/** Owns the empires without a player. It cannot log in, and no list shows it. */
export const systemUserId = '00000000-0000-4000-8000-000000000000';

export const advisoryLocks = {
  owner: 4_841_001,
  migration: 4_841_002,
  testRun: 4_841_003,
  /** Held shared by all connections of instances, and exclusively by a restore or a migration that stands alone. */
  world: 4_841_004,
  /** Held shared by transactions that make cities, and exclusively by one that makes a seat, until their end. */
  seats: 4_841_006,
  /**
   * With the hash of a place: held shared by orders of attacks on it, and exclusively by a change of its guard or of the
   * holder of a seat.
   */
  places: 4_841_007,
  /** Held by one founding at a time. Postgres computes the hash. */
  founding: `hashtext('founding')`,
} as const;
