/** The dashboard: without an empire the founding of one, with one everything that matters on one screen. */
import { createHash } from 'node:crypto';
import { toBattleItem } from '../../battle/present.ts';
import { selectBattles } from '../../battle/queries.ts';
import { selectCitiesAround } from '../../empire/queries.ts';
import { countUnits, unitsOf } from '../../game/economy.ts';
import { nearestFreeTile } from '../../game/map.ts';
import { isNewcomer, newcomerMs, newcomerScore } from '../../game/protection.ts';
import { scoresOf } from '../../game/scoring.ts';
import type { Tile } from '../../game/types.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { Game } from '../../world/act.ts';
import type { Realm } from '../../world/read.ts';
import { selectLeaderboard } from '../../leaderboard/queries.ts';
import { toArmyPart } from '../armies/rows.ts';
import { toBattleLine } from '../battles/lines.ts';
import { toCityPart } from '../city/cards.ts';
import type { Frame } from '../frame.ts';
import { countEmpires, selectSurroundings } from '../map/queries.ts';
import { toNeighbours } from '../map/surroundings.ts';
import { definePage } from '../page.ts';
import type { Content } from '../page.ts';
import { toAgenda } from './agenda.ts';
import { toSketch, sketchAround } from './sketch.ts';
import { firstSteps } from './steps.ts';

const latestBattles = 6;
/** How far from the centre newcomers are led, a root of the empires there are. */
const tilesAnEmpire = 4;

/** A free tile for somebody new: near the others, in a direction that is the user's own. */
async function suggestTile({ pool, settings }: Game, viewer: Viewer): Promise<Tile> {
  const turn = createHash('sha256').update(viewer.userId).digest().readUInt32BE(0) / 2 ** 32;
  const away = Math.min(tilesAnEmpire * Math.sqrt(await countEmpires(pool)), settings.radius);
  const wish = {
    x: Math.round(away * Math.cos(2 * Math.PI * turn)),
    y: Math.round(away * Math.sin(2 * Math.PI * turn)),
  };
  return nearestFreeTile(wish, await selectCitiesAround(pool, wish), settings.radius) ?? wish;
}

async function readFounding(game: Game, viewer: Viewer): Promise<Content> {
  const suggestion = await suggestTile(game, viewer);
  const seen = await selectSurroundings(game.pool, [suggestion]);
  return {
    view: 'dashboard-new',
    title: 'Found your empire',
    places: ['found-empire'],
    values: {
      suggestion,
      sketch: sketchAround(seen, suggestion, game.settings.radius),
      radius: game.settings.radius,
    },
  };
}

/** When the newcomer's protection ends at the latest, and at which score; null where it has ended. */
function protectionOfOwn({ empire, now }: Realm) {
  const { total: score } = scoresOf(empire);
  if (!isNewcomer({ ...empire, score }, now)) return null;
  return {
    until: empire.createdAt + newcomerMs,
    score: newcomerScore,
    attackersUpTo: Math.floor((3 * score + 100) / 2),
  };
}

async function readOverview(
  { pool, clock, settings }: Game,
  realm: Realm,
  frame: Promise<Frame>,
): Promise<Content> {
  const { empire, now } = realm;
  const capital = empire.cities[0] ?? { x: 0, y: 0 };
  const [seen, finishedRows, { me }, { running }] = await Promise.all([
    selectSurroundings(pool, [capital]),
    selectBattles(pool, { empire_id: empire.id, status: 'completed', limit: latestBattles }, now),
    selectLeaderboard(pool, clock, { type: 'score', limit: 0, empireId: empire.id }),
    frame,
  ]);
  const finished = finishedRows.map((row) => toBattleLine(empire, toBattleItem(row, now)));
  const cities = empire.cities.map((city) => toCityPart(empire, city, now, settings.speed));
  const armies = empire.armies.map((army) => toArmyPart(realm, army));
  const neighbours = toNeighbours(realm, seen);
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
      protection: protectionOfOwn(realm),
      agenda: toAgenda(cities, armies, running),
      steps: firstSteps({ realm, cities, neighbours, battles: [...running, ...finished] }),
      sketch: toSketch(realm, seen, running, capital),
      finished,
    },
  };
}

export const dashboardPage = definePage({
  path: '/dashboard',
  section: 'overview',
  readers: 'viewer',
  read: ({ game, viewer, realm, frame }) =>
    realm === null ? readFounding(game, viewer) : readOverview(game, realm, frame as Promise<Frame>),
});
