/**
 * The dashboard, or the form that founds an empire. A cookie stores the last visit, so that a read writes nothing to
 * the database.
 */
import { createHash } from 'node:crypto';
import { defaultCityName } from '../../city/city-names.ts';
import { selectCitiesAround } from '../../empire/queries.ts';
import { unitsOf, wholeStock } from '../../game/economy/stock.ts';
import { countUnits } from '../../game/counts.ts';
import {
  axisDistance,
  freeTileCheck,
  nearestFreeTile,
  tileTowards,
  tilesAnEmpire,
} from '../../game/march/map.ts';
import type { Tile } from '../../game/types.ts';
import { isOnLeave } from '../../game/diplomacy/leave.ts';
import type { Viewer } from '../../http/sessions/viewer.ts';
import { dayMs, minuteMs } from '../../kernel/time.ts';
import type { Services } from '../../world/services.ts';
import type { EmpireState } from '../../world/read.ts';
import { wholeCrowns } from '../../game/diplomacy/reigns.ts';
import { readLeaderboard } from '../../leaderboard/queries.ts';
import { toArmyDetails } from '../shared/army-details.ts';
import { toCityDetails } from '../shared/city-details.ts';
import type { Layout } from '../shared/layout.ts';
import { countEmpires, selectSurroundings } from '../shared/map-queries.ts';
import { newcomerOf, toNeighbours } from '../shared/neighbours.ts';
import { parseTile } from '../shared/forms.ts';
import { definePage, type Content, type PageContext } from '../framework/page.ts';
import { foldCalledOff } from '../../world/log/fold.ts';
import { toEventSummary } from '../shared/event-summary.ts';
import { selectLatestEntries } from '../shared/event-queries.ts';
import { toWishViews } from '../shared/wish-views.ts';
import { adviseThreatened } from './threatened.ts';
import { toUpcoming } from './upcoming.ts';
import { readAlarmSettings } from '../../alarms/operations.ts';
import { advise } from './advice/advice.ts';
import { nextPayable, planNight } from './advice/evening.ts';
import type { Advice, Situation } from './advice/orders.ts';
import { foundingMap, toMinimap } from './minimap.ts';
import { absenceMs, maxCounted, tellStory, type LastSeen } from './story.ts';

/** After this time, a request starts a new visit. */
const visitPauseMs = 30 * minuteMs;

/** Empire, last entry and end of the previous visit; last entry, time and stock of the latest request. */
const cookie = /^([\da-f-]{36})((?:\.\d{1,15}){7})$/;

/**
 * The newest entry at the end of the previous visit (0 before the first), when that was, and the newest entry at the
 * previous request; after a long absence, also what was seen then.
 */
function readVisit(cookieText: string | null, empireId: string, now: number) {
  const [, knownId, numbers = ''] = cookie.exec(cookieText ?? '') ?? [];
  const [number = 0, at = 0, seen = 0, seenAt = 0, gold = 0, food = 0, materials = 0] =
    knownId === empireId ? numbers.split('.').slice(1).map(Number) : [];
  const isNewVisit = now - seenAt >= visitPauseMs;
  const [lastNumber, lastAt] = isNewVisit ? [seen, seenAt] : [number, at];
  const wasAbsent = seenAt > 0 && now - seenAt >= absenceMs;
  const absence: LastSeen | null = wasAbsent ? { at: seenAt, stock: { gold, food, materials } } : null;
  return { number: lastNumber, at: lastAt === 0 ? null : lastAt, seen, absence };
}

const maxRecentEvents = 8;
const visitCookie = 'visit';
const visitKeptMs = 365 * dayMs;

/** Near the others. The user's id sets the direction. */
async function suggestTile(services: Services, viewer: Viewer): Promise<Tile> {
  const { pool, settings } = services;
  const turn = createHash('sha256').update(viewer.userId).digest().readUInt32BE(0) / 2 ** 32;
  const away = Math.min(tilesAnEmpire * Math.sqrt(await countEmpires(services)), settings.radius);
  const wishedTile = tileTowards({ x: 0, y: 0 }, turn, away);
  return (
    nearestFreeTile(wishedTile, await selectCitiesAround(pool, wishedTile), settings.radius) ?? wishedTile
  );
}

/** Null outside the world. */
function tileOf(text: string | undefined, radius: number): Tile | null {
  const tile = parseTile(text ?? '');
  return tile !== null && axisDistance(tile, { x: 0, y: 0 }) <= radius ? tile : null;
}

/** `at` is the chosen tile, `around` the middle of the map. */
async function readFounding({
  services,
  viewer,
  fields,
}: PageContext & { viewer: Viewer }): Promise<Content> {
  const { pool, settings } = services;
  // A refused form has the typed tile.
  const typed = `${fields.x ?? ''},${fields.y ?? ''}`;
  const chosen = tileOf(fields.at ?? typed, settings.radius);
  const around = tileOf(fields.around, settings.radius) ?? chosen ?? (await suggestTile(services, viewer));
  const [nearby, occupied] = await Promise.all([
    selectSurroundings(pool, around, null),
    selectCitiesAround(pool, around),
  ]);
  const suggestion = chosen ?? nearestFreeTile(around, occupied, settings.radius) ?? around;
  return {
    view: 'dashboard-new',
    title: 'Found your empire',
    scripts: ['founding'],
    values: {
      suggestion,
      isFree: freeTileCheck(occupied, settings.radius)(suggestion.x, suggestion.y),
      capitalName: defaultCityName(suggestion, []),
      minimap: foundingMap(nearby, { around, chosen: suggestion, occupied }, settings.radius),
      radius: settings.radius,
    },
  };
}

/** Also stores this visit in the cookie. */
async function readRecentEvents({ services, http, request, response }: PageContext, state: EmpireState) {
  const { empire, now } = state;
  const previous = readVisit(http.cookies.read(request, visitCookie), empire.id, now);
  const range = previous.absence ? { after: previous.number, limit: maxCounted } : { limit: maxRecentEvents };
  const {
    entries,
    last: latest,
    has_attacked: hasAttacked,
  } = await selectLatestEntries(services.pool, empire.id, { before: Number.MAX_SAFE_INTEGER, ...range });
  // After a restore of an older state of the world, the entries are other ones.
  const last = previous.seen > latest ? { number: 0, at: null, absence: null } : previous;
  const stock = Object.values(wholeStock(empire));
  const newCookie = [empire.id, last.number, last.at ?? 0, latest, now, ...stock].join('.');
  http.cookies.set(response, visitCookie, newCookie, visitKeptMs);
  const since = entries.filter(({ number }) => number > last.number);
  const recent = since.slice(0, maxRecentEvents);
  const events = foldCalledOff(recent).map((row) => toEventSummary(empire, row, now));
  const moreCount = last.at === null ? 0 : latest - last.number - recent.length;
  return {
    recentEvents: { events, moreCount, lastVisitAt: last.at },
    story: last.absence === null ? null : await tellStory(services.pool, state, since, last.absence),
    hasAttacked,
  };
}

/** After the first steps; null while there is something to order soon. */
async function readEvening(
  context: PageContext & { viewer: Viewer },
  situation: Situation,
  next: Advice | null,
) {
  const payable = nextPayable(situation, next);
  if (payable === null) return null;
  const {
    wake,
    devices,
    push_key: pushKey,
  } = await readAlarmSettings(context.services.pool, context.alarms, context.viewer.userId);
  return {
    ...payable,
    isWaking: wake !== null && wake.rang_at === null,
    /** Where no browser gets alarms yet, this one must turn them on. */
    pushKey: devices.length === 0 ? pushKey : null,
    plan: context.fields.plan === undefined ? null : await planNight(situation),
  };
}

async function readOverview(
  context: PageContext & { viewer: Viewer },
  empireState: EmpireState,
  layout: Promise<Layout>,
): Promise<Content> {
  const { pool, settings } = context.services;
  const { empire, now } = empireState;
  const capital = empire.cities[0] ?? { x: 0, y: 0 };
  const [nearby, { recentEvents, story, hasAttacked }, { me }, shown] = await Promise.all([
    selectSurroundings(pool, capital, empire.id),
    readRecentEvents(context, empireState),
    readLeaderboard(context.services, { type: 'score', limit: 0, from: 1, empireId: empire.id }),
    layout,
  ]);
  const { running } = shown;
  const cities = empire.cities.map((city) => toCityDetails(empireState, city));
  const armies = empire.armies.map((army) => toArmyDetails(empireState, army));
  const neighbours = toNeighbours(empireState, nearby);
  const wishes = toWishViews(empireState);
  const { readEmpire } = context.services;
  const situation = { empireState, cities, neighbours, readEmpire, hasAttacked };
  const advice = await advise(situation);
  return {
    title: empire.name,
    values: {
      empire,
      cities,
      armyCount: armies.length,
      unitCount: countUnits(unitsOf(empire)),
      rank: me?.rank ?? null,
      seatCount: empire.seats.length,
      crowns: wholeCrowns(empire, now, settings.speed),
      wishCount: wishes.length,
      /** The first standing order, if none will be carried out. */
      stuckWish:
        isOnLeave(empire) || wishes.some(({ expectedAt }) => expectedAt !== null)
          ? null
          : (wishes[0] ?? null),
      nextWishAt: wishes.find(({ dueAt }) => dueAt !== null)?.dueAt ?? null,
      protection: newcomerOf(empire, now),
      threatened: adviseThreatened(shown, cities, armies, empireState),
      upcoming: toUpcoming(cities, armies, running, wishes),
      ...advice,
      evening: advice.firstSteps === null ? await readEvening(context, situation, advice.goals.next) : null,
      minimap: toMinimap(nearby, capital, settings.radius, { empire, now, battles: running }),
      recentEvents,
      story,
    },
  };
}

export const dashboardPage = definePage('/dashboard', {
  section: 'overview',
  readers: 'user',
  read: (context) =>
    context.empireState === null
      ? readFounding(context)
      : readOverview(context, context.empireState, context.layout as Promise<Layout>),
});
