/**
 * Loaded by every page of a player: the clock, the socket, forms in place and refreshing the page. Modules of single
 * pages import from here what belongs to the page as a whole, so that there is one copy of its state.
 */
import '../live/connection.ts';
import '../live/forms.ts';
import { startClock } from '../live/clock.ts';

export { serverNow } from '../live/clock.ts';
export { refreshSoon, requestAs, showAddress } from '../live/refresh.ts';

startClock();
