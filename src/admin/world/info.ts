/** Overview of a world and its database. */
import { z } from 'zod';
import { count, integer, moment, timestamp } from '../../db/columns.ts';
import { schemaVersion } from '../../db/migrate.ts';
import { applicationNames, systemUserId } from '../../db/names.ts';
import { select, selectOne, statement, type Db } from '../../db/pool.ts';
import { selectWorld } from '../../world/settings.ts';
import { keyValues, momentText, table } from '../tables.ts';

const lastBackupSql = `(SELECT at FROM admin_actions WHERE command = 'backup' ORDER BY id DESC LIMIT 1)`;

const selectWorldCounts = statement('selectWorldCounts', {
  sql: `WITH moment AS (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms)
   SELECT (SELECT applied_at FROM schema_migrations WHERE version = 1) AS created_at,
     (SELECT count(*) FROM users WHERE id <> '${systemUserId}' AND deleted_at IS NULL) AS users,
     (SELECT count(*) FROM users WHERE is_bot) AS bots,
     (SELECT count(*) FROM users WHERE NOT is_active AND deleted_at IS NULL AND id <> '${systemUserId}') AS inactive,
     (SELECT count(*) FROM sessions WHERE expire > clock_timestamp()) AS sessions,
     (SELECT count(*) FROM empires WHERE kind = 'player') AS empires,
     (SELECT count(*) FROM empires WHERE kind = 'village') AS villages,
     (SELECT count(*) FROM cities) AS cities,
     (SELECT count(*) FROM armies) AS armies,
     (SELECT count(*) FROM battles WHERE outcome IS NULL) AS battles_undecided,
     (SELECT count(*) FROM battles WHERE outcome IS NOT NULL) AS battles_decided,
     (SELECT count(*) FROM event_log_entries) AS event_log_entries,
     (SELECT count(*) FROM due_empires WHERE at <= moment.ms) AS due_empires,
     (SELECT count(*) FROM battles WHERE outcome IS NULL AND contact_at <= moment.ms) AS due_contacts,
     least(
       (SELECT min(at) FROM due_empires WHERE at <= moment.ms),
       (SELECT min(contact_at) FROM battles WHERE outcome IS NULL AND contact_at <= moment.ms)
     ) AS oldest_due,
     (SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = '${applicationNames.feed}') AS servers,
     ${lastBackupSql} AS last_backup,
     current_setting('server_version') AS server_version
   FROM moment`,
  row: z.strictObject({
    created_at: timestamp,
    users: count,
    bots: count,
    inactive: count,
    sessions: count,
    empires: count,
    villages: count,
    cities: count,
    armies: count,
    battles_undecided: count,
    battles_decided: count,
    event_log_entries: count,
    due_empires: count,
    due_contacts: count,
    oldest_due: moment.nullable(),
    servers: count,
    last_backup: timestamp.nullable(),
    server_version: z.string(),
  }),
});

const selectLastBackupAge = statement('selectLastBackupAge', {
  sql: `SELECT extract(epoch FROM clock_timestamp() - ${lastBackupSql})::float8 AS seconds`,
  row: z.strictObject({ seconds: z.number().nullable() }),
});

/** In seconds; null without one. */
export async function readBackupAge(db: Db): Promise<number | null> {
  return (await selectOne(db, selectLastBackupAge, [])).seconds;
}

const selectTableSizes = statement('selectTableSizes', {
  sql: `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
   WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY bytes DESC, relname`,
  row: z.strictObject({ name: z.string(), bytes: integer }),
});

export async function readInfo(db: Db): Promise<{ data: object; text: string }> {
  const world = await selectWorld(db);
  const counts = await selectOne(db, selectWorldCounts, []);
  const tables = await select(db, selectTableSizes, []);
  const schema = schemaVersion();
  const oldest = counts.oldest_due;
  const { due_empires: dueEmpires, due_contacts: dueContacts } = counts;
  const due = `${dueEmpires} empires, ${dueContacts} contacts${oldest === null ? '' : `, since ${momentText(oldest)}`}`;
  const text = keyValues([
    ['speed, radius', world === null ? 'no world yet' : `${world.speed}, ${world.radius}`],
    ['created (UTC)', counts.created_at],
    ['schema', schema],
    ['Postgres', counts.server_version],
    ['servers connected', counts.servers],
    ['accounts', `${counts.users} (${counts.bots} bots, ${counts.inactive} deactivated)`],
    ['last backup (UTC)', counts.last_backup],
    ['sessions', counts.sessions],
    ['empires', `${counts.empires} of players, ${counts.villages} villages`],
    ['cities', counts.cities],
    ['armies', counts.armies],
    ['battles', `${counts.battles_decided} decided, ${counts.battles_undecided} undecided`],
    ['event log entries', counts.event_log_entries],
    ['due, not yet applied', due],
  ]);
  const sizes = table(tables, { table: ({ name }) => name, kB: ({ bytes }) => Math.round(bytes / 1024) });
  return {
    data: {
      world,
      schema,
      ...counts,
      oldest_due: oldest === null ? null : new Date(oldest),
      tables,
    },
    text: `${text}\n\n${sizes}`,
  };
}
