/** The text of docs/schema.md: tables, columns, constraints, indexes and comments, as the database has them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { query } from './database.ts';

interface Table {
  name: string;
  comment: string | null;
  is_unlogged: boolean;
  is_view: boolean;
  columns: Column[];
  /** As SQL; primary key first, then by name. */
  constraints: string[];
  indexes: string[];
}

interface Column {
  name: string;
  type: string;
  is_required: boolean;
  /** The default, or the expression of a generated column. */
  value: string | null;
  comment: string | null;
}

// A constraint with an index of its own is listed as a constraint only. Newer versions of Postgres store NOT NULL as a
// constraint, which is a property of the column here.
const selectTables = `
  SELECT t.relname AS name, obj_description(t.oid, 'pg_class') AS comment, t.relpersistence = 'u' AS is_unlogged,
    t.relkind = 'm' AS is_view,
    (SELECT json_agg(json_build_object(
       'name', attname, 'type', format_type(atttypid, atttypmod), 'is_required', attnotnull,
       'value', CASE
         WHEN attidentity <> '' THEN 'identity'
         WHEN attgenerated <> '' THEN 'generated: ' || pg_get_expr(adbin, adrelid)
         ELSE pg_get_expr(adbin, adrelid)
       END,
       'comment', col_description(attrelid, attnum)
     ) ORDER BY attnum)
     FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped) AS columns,
    (SELECT coalesce(json_agg(conname || ' ' || pg_get_constraintdef(oid) ORDER BY contype <> 'p', conname), '[]')
     FROM pg_constraint WHERE conrelid = t.oid AND contype IN ('p', 'u', 'f', 'c', 'x')) AS constraints,
    (SELECT coalesce(json_agg(pg_get_indexdef(indexrelid) ORDER BY indexrelid::regclass::text), '[]')
     FROM pg_index WHERE indrelid = t.oid
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = t.oid)) AS indexes
  FROM pg_class t
  WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'm') AND t.relname <> 'schema_migrations'`;

export function readTables(url: string): Promise<Table[]> {
  return query<Table>(url, selectTables);
}

/** A cell of a table in Markdown. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function describeColumn({ name, type, is_required: isRequired, value, comment }: Column): string {
  const kind = [type, isRequired ? '' : 'null', value ?? ''].filter((text) => text !== '').join(', ');
  return `| \`${name}\` | ${cell(kind)} | ${cell(comment ?? '')} |`;
}

function describeTable({
  name,
  comment,
  is_unlogged,
  is_view,
  columns,
  constraints,
  indexes,
}: Table): string[] {
  const shortened = indexes.map((sql) =>
    sql.replace(/^CREATE (UNIQUE )?INDEX (\w+) ON public\.\w+ USING (?:btree )?/, '$2 $1'),
  );
  return [
    `### ${name}`,
    `${comment ?? ''}${is_unlogged ? ' Unlogged.' : ''}${is_view ? ' A materialized view.' : ''}`,
    ['| column | type | content |', '| --- | --- | --- |', ...columns.map(describeColumn)].join('\n'),
    ...(constraints.length === 0 ? [] : [['Constraints:', '', ...constraints.map(listed)].join('\n')]),
    ...(shortened.length === 0 ? [] : [['Indexes:', '', ...shortened.map(listed)].join('\n')]),
  ];
}

const listed = (text: string): string => `- \`${text}\``;

/** The document, before it is formatted. Tables are in the order of the chapters. */
export function describeSchema(tables: readonly Table[], folder: string): string {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const chapters = readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      const created = [...sql.matchAll(/^CREATE (?:(?:UNLOGGED )?TABLE|MATERIALIZED VIEW) (\w+)/gm)].flatMap(
        ([, name = '']) => byName.get(name) ?? [],
      );
      return created.length === 0 ? [] : [`## ${file}`, ...created.flatMap(describeTable)];
    });
  return [
    '# Database schema',
    'Every table and materialized view of the database, by the migration that creates it. `npm run record:schema` writes this document from the comments and the definitions in the database.',
    'Times of the world are `bigint`, in milliseconds since 1970; those of accounts and operators are `timestamptz`. A column `at` is the time of the event that its row describes. Stock is in 1/3,600,000 of a unit, so that every rate per hour is an integer per millisecond.',
    ...chapters,
    '',
  ].join('\n\n');
}
