// npm start: builds when the sources have changed, then becomes the server. The same process, so that signals
// reach it.
import { build, isBuilt } from './build.mjs';

if (!isBuilt()) {
  console.log('Building, as the sources have changed ...');
  try {
    build();
  } catch {
    console.error('The build failed; the server was not started.');
    process.exit(1);
  }
}
await import('../dist/main.js');
