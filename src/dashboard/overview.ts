/** Everything the dashboard of an empire shows: one read of the empire, and beside it four more at once. */
import type { SessionList } from '../contract/account.ts';
import type { Leaderboard } from '../contract/leaderboard.ts';
import { listSessions } from '../account/operations.ts';
import type { AccountDeps } from '../account/operations.ts';
import { toBattleItem } from '../battle/present.ts';
import { selectBattles } from '../battle/queries.ts';
import { maxCities, nextCityCost } from '../game/balance.ts';
import { distance, nearestFreeTile } from '../game/map.ts';
import { tileOf } from '../game/marching.ts';
import { isNewcomer, newcomerMs, newcomerScore } from '../game/protection.ts';
import { scoresOf } from '../game/scoring.ts';
import type { Amounts, Empire, Tile } from '../game/types.ts';
import type { Viewer } from '../http/viewer.ts';
import { selectLeaderboard } from '../leaderboard/queries.ts';
import type { Game } from '../world/act.ts';
import type { Realm } from '../world/read.ts';
import { toAgenda } from './agenda.ts';
import type { AgendaItem } from './agenda.ts';
import { toArmyPart } from './armies.ts';
import type { ArmyPart } from './armies.ts';
import { toBattleLine } from './battles.ts';
import type { BattleLine } from './battles.ts';
import { toCityPart } from './cities.ts';
import type { CityPart } from './cities.ts';
import { seenRadius, selectSurroundings } from './queries.ts';
import type { SeenRow } from './queries.ts';
import { toSketch } from './sketch.ts';
import type { Sketch } from './sketch.ts';
import { affordableInMs, toLedger } from './stock.ts';
import type { Ledger } from './stock.ts';
import { toList, toNeighbours } from './surroundings.ts';
import type { Neighbour } from './surroundings.ts';

const readBattles = 100;
const listedBattles = 12;
const listedRanks = 10;
const mostCentres = 10;
/** Two centres nearer than this see nearly the same. */
const centresApart = 8;

export interface Overview {
  empire: Pick<Empire, 'id' | 'name' | 'description'>;
  now: number;
  ledger: Ledger;
  /** When the newcomer's protection ends at the latest, and at which score; null where it has ended. */
  protection: { until: number; score: number; attackersUpTo: number } | null;
  agenda: AgendaItem[];
  alarms: BattleLine[];
  cities: CityPart[];
  armies: ArmyPart[];
  neighbours: Neighbour[];
  look: Tile | null;
  sketch: Sketch;
  running: BattleLine[];
  finished: BattleLine[];
  rankings: Leaderboard;
  /** What founding a further city takes. */
  founding: {
    cost: Amounts;
    inMs: number | null;
    suggestion: Tile | null;
    isPossible: boolean;
    most: number;
  };
  sessions: SessionList['sessions'];
}

/** The tiles around which an empire looks: the given one, its cities and its armies, without near duplicates. */
function centresOf({ empire, now }: Realm, look: Tile | null): Tile[] {
  const wanted: Tile[] = [...empire.cities, ...empire.armies.map((army) => tileOf(army, now))];
  const centres: Tile[] = look === null ? [] : [look];
  for (const tile of wanted) {
    if (centres.length < mostCentres && centres.every((centre) => distance(centre, tile) >= centresApart)) {
      centres.push({ x: tile.x, y: tile.y });
    }
  }
  return centres;
}

function protectionOfOwn({ empire, now }: Realm): Overview['protection'] {
  const { total: score } = scoresOf(empire);
  if (!isNewcomer({ ...empire, score }, now)) return null;
  return {
    until: empire.createdAt + newcomerMs,
    score: newcomerScore,
    attackersUpTo: Math.floor((3 * score + 100) / 2),
  };
}

function foundingOf({ empire, world }: Realm, seen: readonly SeenRow[]): Overview['founding'] {
  const cost = nextCityCost(empire.cities.length);
  const capital = empire.cities[0] ?? { x: 0, y: 0 };
  const cities = seen.filter(({ kind }) => kind === 'city');
  const tile = nearestFreeTile(capital, cities, world.radius);
  // Farther out there may be cities that were not read.
  const isCertain = tile !== null && distance(tile, capital) <= seenRadius - 3;
  return {
    cost,
    inMs: affordableInMs(empire, cost, world.speed),
    suggestion: isCertain ? tile : null,
    isPossible: empire.cities.length < maxCities,
    most: maxCities,
  };
}

/** The whole dashboard of the viewer's empire. @param look a tile to look around, beside one's own places */
export async function readOverview(
  game: Game,
  account: AccountDeps,
  viewer: Viewer,
  empireId: string,
  look: Tile | null,
): Promise<Overview> {
  const { pool, settings, clock } = game;
  const realm = await game.readRealm('empire', empireId);
  if (realm === null) throw new Error('an empire that is somebody’s is gone');
  const { empire, now } = realm;
  const [seen, battleRows, rankings, { sessions }] = await Promise.all([
    selectSurroundings(pool, centresOf(realm, look)),
    selectBattles(pool, { empire_id: empire.id, limit: readBattles }, now),
    selectLeaderboard(pool, clock, { type: 'score', limit: listedRanks, empireId }),
    listSessions(account, viewer),
  ]);
  const battles = battleRows.map((row) => toBattleLine(empire, toBattleItem(row, now)));
  const neighbours = toNeighbours(realm, seen);
  const cities = empire.cities.map((city) => toCityPart(empire, city, now, settings.speed));
  const armies = empire.armies.map((army) => toArmyPart(realm, army, neighbours, look));
  const running = battles.filter(({ phase }) => phase !== 'completed');
  return {
    empire: { id: empire.id, name: empire.name, description: empire.description },
    now,
    ledger: toLedger(realm, rankings.me),
    protection: protectionOfOwn(realm),
    agenda: toAgenda(cities, armies, battles),
    alarms: running
      .filter(({ role, phase }) => role === 'defender' && phase === 'marching')
      .sort((a, b) => a.contactAt - b.contactAt),
    cities,
    armies,
    neighbours: toList(neighbours, look),
    look,
    sketch: toSketch(realm, seen, battles, look ?? empire.cities[0] ?? { x: 0, y: 0 }),
    running,
    finished: battles.filter(({ phase }) => phase === 'completed').slice(0, listedBattles),
    rankings,
    founding: foundingOf(realm, seen),
    sessions,
  };
}
