/** Loaded by every page of a visitor in place of live.ts: the clock alone. */
import { startClock, tick } from '../live/clock.ts';

startClock();
setInterval(tick, 1000);
