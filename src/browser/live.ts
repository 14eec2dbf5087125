/**
 * Makes the pages live, and every page works without it: what ticks on the server's clock, moments in the reader's
 * zone, and for players whatever happens. The build compiles src/browser with what it takes of src/game; packages
 * that are imported by name stand beside it under vendor/ (scripts/build.mjs).
 */
import { localise, setServerNow, tick } from './clock.ts';

const { dataset } = document.body;
setServerNow(Number(dataset.now));
localise();
tick();
if (dataset.viewer === undefined) setInterval(tick, 1000);
else await import('./connection.ts');
