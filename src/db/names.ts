/**
 * Names that connections of different instances, processes and releases share inside one Postgres: none may change.
 * Migrations spell them out; test/house/names.test.ts compares them.
 */

/** The NOTIFY channel on which transactions tell every instance what they changed. */
export const worldChannel = 'hegemon_world';

/** What connections are called in pg_stat_activity. */
export const applicationNames = {
  /** The pool of an instance or command. */
  pool: 'hegemon',
  /** One of each instance, listening on the world's channel; the number of these is the number of servers. */
  feed: 'hegemon-feed',
  admin: 'hegemon-admin',
  /** The process that runs the embedded Postgres. */
  owner: 'hegemon owner',
} as const;

/** Keys of advisory locks. */
export const advisoryLocks = {
  /** Held by the process that runs the embedded Postgres. */
  owner: 4_841_001,
  /** Held while migrations run. */
  migration: 4_841_002,
  /** Held by a run of the tests: its databases are in use. */
  testRun: 4_841_003,
  /** Shared by all connections of instances; held alone by an import. */
  world: 4_841_004,
  /** Held by one founding at a time until its transaction ends; SQL, as Postgres hashes the word. */
  founding: `hashtext('founding')`,
} as const;
