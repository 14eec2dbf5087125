/** Script of every page of a player. Scripts of single pages import shared state from here, so that it exists once. */
import '../live/alarms.ts';
import '../live/connection.ts';
import '../live/news.ts';
import '../live/search-key.ts';
import { startClock } from '../live/clock.ts';
import { watchPlaces } from '../live/places.ts';

export { serverNow } from '../live/clock.ts';
export { sendOrder } from '../live/forms.ts';
export { enterPanel, isInFrame, returnToMap, setTabStops } from '../live/places.ts';
export { addFields, refreshSoon, showAddress } from '../live/refresh.ts';

startClock();
watchPlaces();
