/** Backs up and restores a world by the admin command line, and reads the files. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { runCommand } from './admin.ts';
import type { TestDatabase } from './database.ts';

export const backUpTo = ({ url }: TestDatabase, path: string) =>
  runCommand({ databaseUrl: url }, 'backup', path);

export const restoreFrom = ({ url }: TestDatabase, path: string) =>
  runCommand({ databaseUrl: url }, 'restore', path);

export const read = (path: string): string[] => gunzipSync(readFileSync(path)).toString().split('\n');

/** The rows of each table of a file, as JSON. */
export function readTables(path: string): Record<string, string[]> {
  const tables: Record<string, string[]> = {};
  let rows: string[] = [];
  for (const line of read(path).slice(1, -2)) {
    const table = /^\{"table":"(\w+)"/.exec(line)?.[1];
    if (table === undefined) rows.push(line);
    else tables[table] = rows = [];
  }
  return tables;
}
