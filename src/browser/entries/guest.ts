/** Script of every page of a guest, in place of live.ts. */
import { serverNow, startClock, tick } from '../live/clock.ts';
import { watchPlaces } from '../live/places.ts';
import { fitLabels, fitLabelsSoon } from '../map-labels.ts';
import { moveMarches } from '../map-marches.ts';

startClock();
setInterval(tick, 1000);
watchPlaces();
if (document.querySelector('#map-things .moving') !== null) moveMarches(serverNow);
fitLabels();
window.addEventListener('resize', fitLabelsSoon);
