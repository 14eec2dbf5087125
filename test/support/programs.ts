import { existsSync, readFileSync } from 'node:fs';

/** The programs of the build that tests start as processes; build-dist.mjs builds them. */
export const serverProgram = 'dist/bin/server.js';
export const adminProgram = 'dist/bin/admin.js';
export const tournamentProgram = 'dist/bin/tournament.js';

/** The commit that the programs name; null if they were built outside of git. */
export function readBuiltCommit(): string | null {
  return existsSync('dist/commit') ? readFileSync('dist/commit', 'utf8') : null;
}
