/**
 * What must be true of a stored world after every history: the pure core makes the same world of the committed changes, the
 * invariants hold, and nothing was created or destroyed. Each oracle returns sentences; none means that it holds.
 */
import { deepStrictEqual } from 'node:assert';
import { inspect } from 'node:util';
import { advance } from '../../src/game/advance.ts';
import type { GameEvent } from '../../src/game/events.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import { battleRandomOf } from '../../src/world/battle-random.ts';
import {
  endEntriesOf,
  logEntriesOf,
  toEmpireEvent,
  type LogEntryRow,
  type NewLogEntry,
} from '../../src/world/log/event-log.ts';
import { attempt } from '../../src/world/attempt.ts';
import { the } from '../support/worlds.ts';
import { inOrder, readWorld, settingsOf, type Hand } from '../world/stage.ts';
import type { Instance } from './instance.ts';
import type { RecordedChange } from './recording.ts';
import type { Wire } from './wire.ts';

/** How something differs from what it must be; nothing if it does not. */
export function difference(what: string, found: unknown, expected: unknown): string[] {
  try {
    deepStrictEqual(found, expected);
    return [];
  } catch (error) {
    return [`${what}: ${String(error)}`];
  }
}

/** What the opponent is called is read by SQL, and how often an attack was called off is counted by it. */
const addedBySql = new Set(['opponent_name', 'opponent_tag', 'count']);
/** These are entered beside the empires; the founding is there from the start. */
const enteredElsewhere = new Set(['hegemon', 'empire_founded', 'alliance_invited', 'alliance_applied']);

/** An entry of an event log, with its empire. */
export type EntryRow = LogEntryRow & { empire_id: string };

const toLine = ({
  empire_id,
  at,
  type,
  data,
}: Omit<EntryRow, 'number' | 'data'> & { data: object }): string => {
  const told = Object.entries(data).filter(([name, value]) => value !== undefined && !addedBySql.has(name));
  return `${empire_id} ${at} ${type} ${inspect(Object.fromEntries(told), { sorted: true, depth: null })}`;
};

/** An alliance is dissolved without its members, whose rows do not change. */
interface Dissolution {
  allianceId: string;
  at: number;
}

/** Repeats a committed change in the pure core. Returns the entries that it makes. */
function repeat(world: WorldSlice, { current, ids, decide, savedIds }: RecordedChange): NewLogEntry[] {
  const left = [...ids];
  const emitted: GameEvent[] = [];
  const loaded = [...world.empires].filter(([id]) => current.world.empires.has(id));
  // What the change does not lock, it does not see.
  const slice = { ...world, empires: new Map(loaded), knownGuards: current.world.knownGuards ?? [] };
  const result = decide({
    ...current,
    world: slice,
    tx: { write: () => undefined },
    scopeOf: (empire) => ({
      ...{ world: slice, empire, now: current.now, speed: world.speed },
      newId: () => the(left.shift()),
      emit: (gameEvent) => emitted.push(gameEvent),
      remove: () => world.empires.delete(empire.id),
    }),
  });
  const [is, be] = [[...result.savedIds], [...savedIds]].map((list) => list.sort().join());
  if (is !== be) throw new Error(`at ${current.now}, a change of ${be} changes ${is} in the replay`);
  return logEntriesOf(world, emitted);
}

/** Plays the committed changes in the pure core, each at its moment. Returns the lines of all event logs. */
function replay(
  world: WorldSlice,
  committed: readonly RecordedChange[],
  dissolutions: readonly Dissolution[],
  stored: WorldSlice['battles'],
) {
  const lines: string[] = [];
  const enter = (entries: readonly NewLogEntry[], until = Infinity): void => {
    for (const entry of entries)
      if (world.empires.get(entry.empire_id)?.kind === 'player' && entry.at <= until)
        lines.push(toLine(entry));
  };
  const advanceTo = (at: number): void => {
    enter(logEntriesOf(world, advance(world, at, battleRandomOf)));
  };
  const left = [...dissolutions];
  const dissolve = (isBefore: (dissolution: Dissolution) => boolean): void => {
    for (let next = left.find(isBefore); next !== undefined; next = left.find(isBefore)) {
      left.splice(left.indexOf(next), 1);
      advanceTo(next.at);
      for (const { membership } of world.empires.values())
        if (membership?.allianceId === next.allianceId) membership.dissolvedAt = next.at;
    }
  };
  const inTime = committed.toSorted((a, b) => a.current.now - b.current.now);
  const endedAt = inTime.at(-1)?.current.now ?? 0;
  for (const recorded of inTime) {
    const { now, before } = recorded.current;
    /** Whether the change has seen the end of an alliance; null: it has loaded no member. */
    const hasSeenEnd = (allianceId: string): boolean | null => {
      const isMember = ({ id }: Empire): boolean =>
        world.empires.get(id)?.membership?.allianceId === allianceId;
      const member = [...before.empires.values()].find(isMember);
      return member === undefined ? null : member.membership?.dissolvedAt !== null;
    };
    // A dissolution locks no member: a later change that was committed before it has not seen it.
    dissolve(({ allianceId, at }) => at <= now && (hasSeenEnd(allianceId) ?? at < now));
    advanceTo(now);
    const entries = repeat(world, recorded);
    const empires = [...world.empires.values()];
    const holders = new Map(
      empires.flatMap(({ id, seats, cities }) =>
        [...seats, ...cities].map((place) => [place.id, id] as const),
      ),
    );
    const guards = new Map(
      empires.flatMap(({ id, armies }) =>
        armies.flatMap(({ guards: place, march }) =>
          place === null || march !== null ? [] : [[place.id, id] as const],
        ),
      ),
    );
    for (const battle of world.battles.values()) {
      const { number, outcome, defenderId, allyId } = the(stored.get(battle.id));
      // The database numbers battles; a transaction that is rolled back uses numbers up.
      battle.number = number;
      if (battle.outcome !== null) continue;
      // An order may come before a contact that was due earlier. The contact renames the defender then, unless the
      // attack has been called off.
      if (outcome?.result === 'called_off') Object.assign(battle, { defenderId, allyId });
      const holderId = holders.get(battle.target.id);
      if (outcome?.result === 'called_off' || holderId === undefined) continue;
      const guardId = guards.get(battle.target.id) ?? battle.attackerId;
      const isGuarded = guardId !== battle.attackerId;
      Object.assign(battle, {
        defenderId: isGuarded ? guardId : holderId,
        allyId: isGuarded ? holderId : null,
      });
    }
    enter(entries);
  }
  dissolve(({ at }) => at <= endedAt);
  advanceTo(endedAt);
  const fought = [...world.battles.values()].filter(
    ({ outcome }) => outcome !== null && outcome.result !== 'called_off',
  );
  enter(fought.flatMap(endEntriesOf), endedAt);
  return lines;
}

/** The committed commands give the same world and event logs in the pure core. */
export async function checkReplay(
  { pool, committed }: Wire,
  world: WorldSlice,
  entries: readonly EntryRow[],
): Promise<string[]> {
  const stored = await readWorld({ pool, deps: { settings: settingsOf(world) } } as Hand);
  const replayed = structuredClone(world);
  const dissolutions = await pool.query<Dissolution>(
    'SELECT id AS "allianceId", dissolved_at AS at FROM alliances WHERE dissolved_at IS NOT NULL ORDER BY at, id',
  );
  const lines = replay(replayed, committed, dissolutions.rows, stored.battles);
  const entered = entries
    .filter(({ type }) => !enteredElsewhere.has(type))
    .map((row) => toLine({ ...row, data: toEmpireEvent(row).data }));
  return [
    ...difference('the world differs from the replay', stored, inOrder(replayed)),
    ...difference('the event logs differ from the replay', entered.sort(), lines.sort()),
  ];
}

/** Brings every empire to one moment, so that the worlds can be compared. Never rejects. */
export async function advanceTogether({ services }: Instance, { empires }: WorldSlice): Promise<void> {
  const lock = [...empires.keys()];
  await attempt(services, { lock, notifies: true }, () => ({ value: null, savedIds: new Set(lock) })).catch(
    () => null,
  );
}

/** Every entry of the event logs. */
export async function readEntries({ pool }: Wire): Promise<EntryRow[]> {
  const { rows } = await pool.query<EntryRow>(
    'SELECT empire_id, number, at, type, data FROM event_log_entries ORDER BY empire_id, number',
  );
  return rows;
}
