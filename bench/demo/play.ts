/** Plays the world of the demo in the pure core, and keeps what the database needs of it: a copy at each of its frames. */
import { createHash } from 'node:crypto';
import { liveStyles, mixes, openings } from '../../src/bots/mind/temperament.ts';
import { playMatch } from '../tournament/play.ts';
import type { Chronicle } from '../tournament/settings.ts';
import { planMatches } from '../tournament/plan-matches.ts';
import { foundWorld, type MatchWorld } from '../tournament/world.ts';
import { resources } from '../../src/contract/vocabulary.ts';
import { systemUserId } from '../../src/db/names.ts';
import type { Battle } from '../../src/game/battle-types.ts';
import { cityNamesAt } from '../../src/game/founding/city-names.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { axisDistance } from '../../src/game/march/map.ts';
import type { Empire, Posting, WorldSlice } from '../../src/game/types.ts';
import { hourMs } from '../../src/kernel/time.ts';
import { alliances, empireNames, hamlets } from './names.ts';

export const startMs = Date.UTC(2026, 0, 1);
const days = 5;
const frameMs = 6 * hourMs;

/** The same name gives the same UUID of version 4. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The world at a moment, and what has happened since the frame before. */
export interface Frame {
  world: WorldSlice;
  at: number;
  events: GameEvent[];
  /** The battles that were fought or called off. */
  decided: Battle[];
}

let ids = 0;
const newId = (): string => uuidOf(`id ${(ids += 1)}`);

/** The alliance of each empire: its founder, and the nearest empires without one. */
function foundAlliances(empires: readonly Empire[]): void {
  const free = [...empires];
  for (const { tag, members } of alliances) {
    const [founder] = free;
    const home = founder?.cities[0];
    if (home === undefined) return;
    const distanceOf = ({ cities: [city] }: Empire): number =>
      city === undefined ? Infinity : axisDistance(city, home);
    free.sort((a, b) => distanceOf(a) - distanceOf(b));
    free.splice(0, members).forEach((empire, index) => {
      const since = { joinedAt: startMs, roleSince: startMs, dissolvedAt: null };
      empire.membership = { allianceId: uuidOf(tag), tag, role: index === 0 ? 'leader' : 'member', ...since };
    });
  }
}

function found(...[count, options]: Parameters<typeof foundWorld>): MatchWorld {
  const founded = foundWorld(count, { ...options, idOf: uuidOf });
  founded.empires.forEach((empire, index) => {
    empire.name = empireNames[index] ?? empire.name;
  });
  let villages = 0;
  for (const empire of founded.world.empires.values()) {
    if (empire.kind !== 'player') empire.ownerId = systemUserId;
    if (empire.kind === 'village') empire.name = hamlets[(villages += 1) % hamlets.length] ?? empire.name;
    for (const city of empire.cities) {
      const [name = city.name] = cityNamesAt(city);
      city.name = empire.kind === 'village' ? empire.name : name;
    }
  }
  foundAlliances(founded.empires);
  return founded;
}

/** Plays the days. `prepare` gives orders in the last moment of the world; its events belong to the last frame. */
export function playWorld(
  prepare: (world: WorldSlice, now: number, emit: (event: GameEvent) => void) => void,
): Frame[] {
  const frames: Frame[] = [];
  let [events, decided] = [[] as GameEvent[], [] as Battle[]];
  const played: { world: WorldSlice | null } = { world: null };
  let [holders, lastAt] = ['', startMs];
  /** How many postings of each ledger earlier frames have, and the last of them, which may have grown since. */
  const posted = new Map<string, { list: unknown; count: number; last: Posting | null }>();
  const newPostings = (id: string, postings: Posting[]): Posting[] => {
    const known = posted.get(id);
    const isContinued = known?.list === postings;
    const grown = isContinued ? (postings[known.count - 1] ?? null) : null;
    const slice = postings.slice(isContinued ? known.count : 0);
    const last = structuredClone<Posting | null>(postings.at(-1) ?? null);
    posted.set(id, { list: postings, count: postings.length, last });
    if (grown === null || known?.last == null || grown.at === known.last.at) return slice;
    const before = known.last.stock;
    const stock = Object.fromEntries(resources.map((name) => [name, grown.stock[name] - before[name]]));
    return [{ ...grown, stock: stock as Posting['stock'] }, ...slice];
  };
  const holdersOf = (world: WorldSlice): string =>
    [...world.empires.values()].flatMap(({ id, seats }) => seats.map((seat) => seat.id + id)).join();

  const takeFrame = (world: WorldSlice, at: number): void => {
    const battles = new Map([...decided, ...world.battles.values()].map((battle) => [battle.id, battle]));
    const copy: WorldSlice = structuredClone({ ...world, battles });
    for (const [id, { postings }] of world.empires) {
      const empire = copy.empires.get(id);
      if (empire !== undefined) empire.postings = structuredClone(newPostings(id, postings ?? []));
    }
    frames.push({ world: copy, at, events, decided: structuredClone(decided) });
    [events, decided, lastAt, holders] = [[], [], at, holdersOf(world)];
  };
  const chronicle: Chronicle = {
    startMs,
    newId,
    found: (count, options) => {
      const founded = found(count, options);
      takeFrame(founded.world, startMs);
      return founded;
    },
    onEvent: (world, event) => {
      events.push(event);
      if (event.kind !== 'battle_decided') return;
      const battle = world.battles.get(event.battleId);
      if (battle !== undefined) decided.push(battle);
    },
    onPause: (world, now) => {
      played.world = world;
      for (const battle of world.battles.values())
        if (battle.seed.length < 64) battle.seed = createHash('sha256').update(battle.seed).digest('hex');
      const isDue = now - lastAt >= frameMs || (now - startMs) % (24 * hourMs) === 0;
      if (isDue || holdersOf(world) !== holders) takeFrame(world, now);
    },
  };
  const players = empireNames.length;
  const plan = { games: 1, players, days, speed: 1, lookMinutes: 60, nightHours: 8, seed: 7 };
  const bots = { alliance: 0, pair: false, person: false, level: 'calm' } as const;
  const [match] = planMatches({ ...plan, ...bots, styles: liveStyles, openings, mixes });
  if (match === undefined) throw new Error('no match was planned');
  playMatch(match, chronicle);
  const { world } = played;
  if (world === null) throw new Error('the match has no turns');
  const end = startMs + days * 24 * hourMs;
  prepare(world, end, (event) => events.push(event));
  takeFrame(world, end + 1);
  return frames;
}
