/** The programs of the build that tests start as processes; build-dist.mjs builds them. */
export const serverProgram = 'dist/bin/server.js';
export const adminProgram = 'dist/bin/admin.js';
export const tournamentProgram = 'dist/bin/tournament.js';
