/** Script of every page of a guest, in place of live.ts: only the clock. */
import { startClock, tick } from '../live/clock.ts';

startClock();
setInterval(tick, 1000);
