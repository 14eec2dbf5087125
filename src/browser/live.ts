/**
 * Makes the pages live, and every page works without it: what ticks on the server's clock, moments in the reader's
 * zone, and for players whatever happens. The build compiles src/browser with what it takes of src/game; packages
 * that are imported by name stand beside it under vendor/ (scripts/build.mjs).
 */
import { localise, setServerNow, tick } from './clock.ts';

/** A form that was sent is not sent again by an impatient finger, as a level more would be built. */
function sendOnce(): void {
  const sent = new WeakSet<EventTarget>();
  document.addEventListener('submit', (event) => {
    if (event.target === null || !(event.target as HTMLFormElement).matches('[method=post]')) return;
    if (sent.has(event.target)) event.preventDefault();
    sent.add(event.target);
    const { target } = event;
    // The page may stay where it is: a download, or a lost connection.
    setTimeout(() => sent.delete(target), 5000);
  });
}

const { dataset } = document.body;
sendOnce();
setServerNow(Number(dataset.now));
localise();
tick();
if (dataset.viewer === undefined) setInterval(tick, 1000);
else await import('./connection.ts');
