/** Exports and imports a world by the admin command line, and reads the files. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { runCommand } from './admin.ts';
import type { TestDatabase } from './database.ts';

export function exportTo({ url }: TestDatabase, path: string, ...options: string[]) {
  return runCommand({ databaseUrl: url }, 'world', 'export', path, ...options);
}

export function importFrom({ url }: TestDatabase, path: string, ...options: string[]) {
  return runCommand({ databaseUrl: url }, 'world', 'import', path, ...options);
}

export const read = (path: string): string[] => gunzipSync(readFileSync(path)).toString().split('\n');

/** The lines of a file without the time in its header. */
export function withoutTime(path: string): string[] {
  const [header = '', ...lines] = read(path);
  return [header.replace(/"exported_at":"[^"]*"/, ''), ...lines];
}
