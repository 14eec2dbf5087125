/** The dashboard: without an empire the founding of one, with one everything that matters on one screen. */
import { createHash } from 'node:crypto';
import { selectCitiesAround } from '../../empire/queries.ts';
import { unitsOf } from '../../game/economy.ts';
import { countUnits } from '../../game/units.ts';
import { nearestFreeTile, tileTowards, tilesAnEmpire } from '../../game/map.ts';
import { isNewcomer, newcomerMs, newcomerScore } from '../../game/protection.ts';
import { scoresOf } from '../../game/scoring.ts';
import type { Tile } from '../../game/types.ts';
import type { Viewer } from '../../http/viewer.ts';
import { dayMs } from '../../kernel/time.ts';
import type { Services } from '../../world/execute-command.ts';
import type { EmpireState } from '../../world/read.ts';
import { selectLeaderboard } from '../../leaderboard/queries.ts';
import { toArmyDetails } from '../shared/army-details.ts';
import { toCityDetails } from '../shared/city-details.ts';
import type { Layout } from '../shared/layout.ts';
import { countEmpires, selectSurroundings } from '../shared/map-queries.ts';
import { toNeighbours } from '../shared/neighbours.ts';
import { definePage, type Content, type Visit } from '../framework/page.ts';
import { toEventSummary } from '../shared/event-summary.ts';
import { selectLatest } from '../shared/event-queries.ts';
import { toUpcoming } from './upcoming.ts';
import { toMinimap, minimapAround } from './minimap.ts';
import { firstSteps } from './steps.ts';
import { recordVisit } from './visit.ts';

const latestReports = 8;
const visitCookie = 'visit';
const visitKeptMs = 365 * dayMs;

/** A free tile for somebody new: near the others, in a direction that is the user's own. */
async function suggestTile({ pool, settings }: Services, viewer: Viewer): Promise<Tile> {
  const turn = createHash('sha256').update(viewer.userId).digest().readUInt32BE(0) / 2 ** 32;
  const away = Math.min(tilesAnEmpire * Math.sqrt(await countEmpires(pool)), settings.radius);
  const wish = tileTowards({ x: 0, y: 0 }, turn, away);
  return nearestFreeTile(wish, await selectCitiesAround(pool, wish), settings.radius) ?? wish;
}

async function readFounding(services: Services, viewer: Viewer): Promise<Content> {
  const suggestion = await suggestTile(services, viewer);
  const seen = await selectSurroundings(services.pool, [suggestion]);
  return {
    view: 'dashboard-new',
    title: 'Found your empire',
    places: ['found-empire'],
    values: {
      suggestion,
      sketch: minimapAround(seen, suggestion, services.settings.radius),
      radius: services.settings.radius,
    },
  };
}

/** When the newcomer's protection ends at the latest, and at which score; null where it has ended. */
function protectionOfOwn({ empire, now }: EmpireState) {
  const { total: score } = scoresOf(empire);
  if (!isNewcomer({ ...empire, score }, now)) return null;
  return {
    until: empire.createdAt + newcomerMs,
    score: newcomerScore,
    attackersUpTo: Math.floor((3 * score + 100) / 2),
  };
}

/** What happened since the reader's last visit, and what his browser is to keep of this one. */
async function readSince({ services: { pool }, recall, keep }: Visit, { empire, now }: EmpireState) {
  const {
    rows,
    last: latest,
    hasAttacked,
  } = await selectLatest(pool, empire.id, {
    before: Number.MAX_SAFE_INTEGER,
    limit: latestReports,
  });
  const { last, keep: look } = recordVisit(recall(visitCookie), empire.id, { latest, now });
  keep(visitCookie, look, visitKeptMs);
  const lines = rows
    .filter(({ number }) => number > last.number)
    .map((row) => toEventSummary(empire, row, now));
  const more = last.at === null ? 0 : latest - last.number - lines.length;
  return { since: { lines, more, at: last.at }, hasAttacked };
}

async function readOverview(
  visit: Visit,
  empireState: EmpireState,
  frame: Promise<Layout>,
): Promise<Content> {
  const { pool, clock, settings } = visit.services;
  const { empire, now } = empireState;
  const capital = empire.cities[0] ?? { x: 0, y: 0 };
  const [seen, { since, hasAttacked }, { me }, { running }] = await Promise.all([
    selectSurroundings(pool, [capital]),
    readSince(visit, empireState),
    selectLeaderboard(pool, clock, { type: 'score', limit: 0, empireId: empire.id }),
    frame,
  ]);
  const cities = empire.cities.map((city) => toCityDetails(empire, city, now, settings.speed));
  const armies = empire.armies.map((army) => toArmyDetails(empireState, army));
  const neighbours = toNeighbours(empireState, seen);
  return {
    view: 'dashboard',
    title: empire.name,
    places: ['next-step'],
    values: {
      empire,
      cities,
      armyCount: armies.length,
      unitCount: countUnits(unitsOf(empire)),
      rank: me?.rank ?? null,
      protection: protectionOfOwn(empireState),
      agenda: toUpcoming(cities, armies, running),
      steps: firstSteps({ empireState, cities, neighbours, hasAttacked }),
      sketch: toMinimap(empireState, seen, running, capital),
      since,
    },
  };
}

export const dashboardPage = definePage({
  path: '/dashboard',
  section: 'overview',
  readers: 'viewer',
  read: (visit) =>
    visit.empireState === null
      ? readFounding(visit.services, visit.viewer)
      : readOverview(visit, visit.empireState, visit.frame as Promise<Layout>),
});
