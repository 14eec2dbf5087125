// Loaded into the measured server before its own modules: on a message, timers of ten minutes and longer fire at once. So
// the cleaning, which runs every quarter of an hour, can be measured.
import { promisify } from 'node:util';

const longMs = 600_000;
const waiting = new Set();
const { setTimeout: start, clearTimeout: stop } = globalThis;

globalThis.setTimeout = Object.assign(
  (run, ms, ...args) => {
    if (!(ms >= longMs)) return start(run, ms, ...args);
    const fire = () => {
      stop(timer);
      waiting.delete(fire);
      run(...args);
    };
    const timer = start(fire, ms);
    waiting.add(fire);
    return timer;
  },
  { [promisify.custom]: start[promisify.custom] },
);

process.on('message', () => {
  for (const fire of [...waiting]) fire();
});
process.channel.unref();
