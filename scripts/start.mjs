// npm start: builds when the sources have changed, then becomes the server. The same process, so that signals
// reach it.
import { ensureBuilt } from './build.mjs';

await ensureBuilt();
await import('../dist/bin/server.js');
