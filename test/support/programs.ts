/** Where the build puts what the tests start as processes; build-dist.mjs sees that it is there. */
export const serverProgram = 'dist/main.js';
export const adminProgram = 'dist/admin.js';
export const tournamentProgram = 'dist/tournament.js';
