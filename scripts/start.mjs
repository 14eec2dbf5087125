// npm start: builds if the sources have changed, then runs the server in this process, so that signals reach it.
import { ensureBuilt } from './build.mjs';

await ensureBuilt();
await import('../dist/bin/server.js');
