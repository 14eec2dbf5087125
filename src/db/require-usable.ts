/** Checks before the first migration that the database can hold a world, and that the role may write it. */
import type pg from 'pg';
import { StartError } from '../kernel/start-error.ts';

interface Facts {
  encoding: string;
  role: string;
  database: string;
  isReadOnly: boolean;
  /** Of the search path; null without any. */
  schema: string | null;
  mayCreate: boolean;
  /** Another role owns it, and the role may not write it. */
  closedTable: string | null;
  closedOwner: string | null;
}

const factsSql = `
  SELECT getdatabaseencoding() AS encoding, current_user AS role, current_database() AS database,
    current_setting('transaction_read_only') = 'on' AS "isReadOnly", current_schema() AS schema,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate",
    closed.name AS "closedTable", closed.owner AS "closedOwner"
  FROM (VALUES (1)) AS one LEFT JOIN LATERAL (
    SELECT relname AS name, pg_get_userbyid(relowner) AS owner FROM pg_class
    WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND relkind = 'r'
      AND NOT pg_has_role(relowner, 'USAGE')
      AND (relname = 'schema_migrations' OR to_regclass('schema_migrations') IS NOT NULL)
      AND NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
        AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))
    ORDER BY relname LIMIT 1
  ) AS closed ON true`;

/** @throws StartError for another encoding than UTF8, a database that only reads, and a role without rights */
export async function requireUsable(client: pg.ClientBase): Promise<void> {
  const [facts] = (await client.query<Facts>(factsSql)).rows;
  if (facts === undefined) throw new Error('the database told nothing about itself');
  const { encoding, role, database, isReadOnly, schema, mayCreate, closedTable, closedOwner } = facts;
  if (encoding !== 'UTF8')
    throw new StartError(
      `The database "${database}" has the encoding ${encoding}, which cannot store every name: create one with ENCODING 'UTF8' TEMPLATE template0.`,
    );
  if (isReadOnly)
    throw new StartError(
      `The database "${database}" is read-only: connect to the primary server, or reset default_transaction_read_only.`,
    );
  if (schema === null)
    throw new StartError(
      `The role "${role}" has no schema in the database "${database}": create one that its search_path names.`,
    );
  if (!mayCreate)
    throw new StartError(
      `The role "${role}" may not create tables in the schema "${schema}" of the database "${database}": make it the owner, or run GRANT ALL ON SCHEMA ${schema} TO ${role}.`,
    );
  if (closedTable !== null)
    throw new StartError(
      `The role "${role}" may not write the table "${closedTable}" of the database "${database}": connect as its owner, "${closedOwner ?? ''}".`,
    );
}
