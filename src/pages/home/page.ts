/** The map where something happens, the reign, the latest fight, and the best. */
import { readLeaderboard } from '../../leaderboard/queries.ts';
import { reignAt, selectCrowns } from '../../seats/queries.ts';
import { reignMs } from '../../game/diplomacy/reigns.ts';
import { secondMs } from '../../kernel/time.ts';
import { usualZoom } from '../../shared-ui/map-view.ts';
import type { Services } from '../../world/services.ts';
import { countEmpires } from '../shared/map-queries.ts';
import { definePage } from '../framework/page.ts';
import { seatName } from '../shared/formatters.ts';
import { shareReads } from '../shared/shared-reads.ts';
import { findFocus, readVisitorMap } from '../shared/visitor-map.ts';
import { selectLatestFight, showFight } from '../shared/latest-fight.ts';
import { selectDemo } from './queries.ts';

const topRanks = 6;
const cacheMs = 10 * secondMs;
/** Tiles to the west: the cartouche covers the left of the map. */
const beside = 9;

/** In pixels; see landing.css. */
const maxHeight = 576;

/** Null in an empty world, whose map is drawn. */
async function readHero(services: Services) {
  const focus = await findFocus(services);
  if (focus === null) return null;
  const { x, y } = focus.tile;
  const at = focus.isSeat ? focus.tile : null;
  const view = { x: x - beside, y, zoom: usualZoom, at, army: null };
  const map = await readVisitorMap(services, view, maxHeight);
  return { ...map, seat: focus.isSeat ? seatName(focus.tile) : null, href: `/map?x=${x}&y=${y}` };
}

const readPublic = shareReads(cacheMs, async (services, now) => {
  const { pool, settings } = services;
  const [{ rankings }, empires, [leader], fight, hero, demo] = await Promise.all([
    readLeaderboard(services, { type: 'score', limit: topRanks, from: 1, empireId: null }),
    countEmpires(services),
    selectCrowns(pool, settings, { now, limit: 1, offset: 0, empireId: null }),
    selectLatestFight(pool, now),
    readHero(services),
    selectDemo(pool),
  ]);
  return { rankings, empires, leader, fight, hero, demo, reignEndsAt: reignAt(settings, now).endsAt };
});

export const homePage = definePage('/', {
  section: null,
  readers: 'guest',
  read: async ({ services, empireState }) => {
    const empireId = empireState?.empire.id ?? null;
    const { rankings, fight, ...shown } = await readPublic(services);
    return {
      view: 'home',
      title: 'A strategy game that goes on while you sleep',
      values: {
        description:
          'Found a city, raise an army, and keep both. A multiplayer strategy game for the browser whose world goes on while you sleep, and whose dice are sealed beforehand.',
        ...shown,
        rankings,
        own: rankings.find(({ empire_id: id }) => id === empireId) ?? null,
        fight: showFight(fight, empireId),
        speed: services.settings.speed,
        reignMs: reignMs(services.settings.speed),
      },
    };
  },
});
