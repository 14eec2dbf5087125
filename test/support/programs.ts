/** Where the build puts what the tests start as processes; build-dist.mjs sees that it is there. */
export const serverProgram = 'dist/bin/server.js';
export const adminProgram = 'dist/bin/admin.js';
export const tournamentProgram = 'dist/bin/tournament.js';
