/** What must be true at the end of every history. Each oracle returns sentences; none means that it holds. */
import type pg from 'pg';
import { advance, applyDueNow } from '../../src/game/advance.ts';
import { unitRules } from '../../src/game/balance.ts';
import { stockScale } from '../../src/game/economy.ts';
import type { GameEvent } from '../../src/game/events.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import { battleRandomOf } from '../../src/world/battle-random.ts';
import type { Command } from '../../src/world/execute-command.ts';
import {
  endEntriesOf,
  logEntriesOf,
  toEmpireEvent,
  type LogEntryRow,
  type NewLogEntry,
} from '../../src/world/log/event-log.ts';
import { verifyWorld } from '../../src/world/verify/verify.ts';
import { findImbalances } from '../campaign/conservation.ts';
import { inOrder, readWorld, wrongColumnsOf, type Hand } from '../world/stage.ts';
import type { Watcher } from './instance.ts';
import type { Request } from './players.ts';

/** A command that ran in a transaction, with everything that it was given. */
export interface CommittedCommand {
  request: Request;
  empireId: string;
  at: number;
  /** The ids that it drew. */
  ids: readonly string[];
  command: Command<unknown>;
  /** Its empire, as the transaction saved it. */
  saved: Empire;
}

interface Ended {
  pool: pg.Pool;
  /** The world at the beginning. */
  world: WorldSlice;
  committed: readonly CommittedCommand[];
  requests: readonly Request[];
  watchers: readonly Watcher[];
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

/** What the opponent is called is read by SQL, and how often an attack was called off is counted by it. */
const addedBySql = new Set(['opponent_name', 'opponent_tag', 'count']);
/** The end of a reign is entered beside the empires; the founding is there from the start. */
const enteredElsewhere = new Set(['hegemon', 'empire_founded']);

interface LogLine {
  empireId: string;
  at: number;
  type: string;
  data: object;
}

const toLine = ({ empireId, at, type, data }: LogLine): string => {
  const told = Object.fromEntries(
    Object.entries(data).filter(([name, value]) => value !== undefined && !addedBySql.has(name)),
  );
  return `${empireId} ${at} ${type} ${canonical(told)}`;
};

/** Plays the committed commands in the pure core, each at its moment. Returns the lines of all event logs. */
function replay(
  world: WorldSlice,
  committed: readonly CommittedCommand[],
  numbers: ReadonlyMap<string, number>,
) {
  const lines: string[] = [];
  const enterAll = (entries: readonly NewLogEntry[], until = Infinity): void => {
    for (const { empire_id: empireId, ...entry } of entries)
      if (world.empires.get(empireId)?.kind === 'player' && entry.at <= until)
        lines.push(toLine({ empireId, ...entry }));
  };
  const enter = (gameEvents: readonly GameEvent[]): void => {
    enterAll(logEntriesOf(world, gameEvents));
  };
  const inTime = committed.map((command, order) => ({ ...command, order }));
  inTime.sort((a, b) => a.at - b.at || a.order - b.order);
  for (const { empireId, at, ids, command } of inTime) {
    enter(advance(world, at, battleRandomOf));
    const empire = world.empires.get(empireId);
    if (empire === undefined) throw new Error('a command names an unknown empire');
    const left = [...ids];
    const emitted: GameEvent[] = [];
    const emit = (gameEvent: GameEvent) => emitted.push(gameEvent);
    const { speed } = world;
    command({ world, empire, now: at, speed, newId: () => left.shift() ?? 'no id is left', emit });
    applyDueNow(world, empire, at, emit);
    empire.lastActiveAt = at;
    // The database numbers battles; a transaction that is rolled back uses numbers up.
    for (const battle of world.battles.values()) battle.number = numbers.get(battle.id) ?? battle.number;
    enter(emitted);
  }
  const endedAt = inTime.at(-1)?.at ?? 0;
  enterAll(
    [...world.battles.values()]
      .filter(({ outcome }) => (outcome?.result ?? 'called_off') !== 'called_off')
      .flatMap(endEntriesOf),
    endedAt,
  );
  return lines;
}

/** The first difference between two texts, with what is around it. */
function difference(found: string, expected: string): string {
  let at = 0;
  while (found[at] === expected[at]) at += 1;
  const around = (text: string): string => text.slice(Math.max(0, at - 120), at + 80);
  return `… ${around(found)} … instead of … ${around(expected)} …`;
}

/** The committed commands give the same world and event logs in the pure core. */
async function checkWorld({ pool, world, committed }: Ended): Promise<string[]> {
  const settings = { speed: world.speed, radius: world.radius, firstReignAt: world.firstReignAt };
  const stored = await readWorld({ pool, deps: { settings } } as Hand);
  const numbers = new Map([...stored.battles.values()].map(({ id, number }) => [id, number]));
  const expected = structuredClone(world);
  const lines = replay(expected, committed, numbers);
  const wrong: string[] = [];
  const replayed = inOrder(expected);
  for (const [kind, found, wanted] of [
    ['empire', stored.empires, replayed.empires],
    ['battle', stored.battles, replayed.battles],
  ] as const) {
    for (const id of new Set([...found.keys(), ...wanted.keys()])) {
      const [is, be] = [canonical(found.get(id) ?? null), canonical(wanted.get(id) ?? null)];
      if (is !== be) wrong.push(`the ${kind} ${id} differs from the replay: ${difference(is, be)}`);
    }
  }
  const { rows } = await pool.query<LogEntryRow & { empire_id: string }>(
    'SELECT empire_id, number, at, type, data FROM event_log_entries ORDER BY empire_id, number',
  );
  const entered = rows
    .filter(({ type }) => !enteredElsewhere.has(type))
    .map((row) =>
      toLine({ empireId: row.empire_id, at: row.at, type: row.type, data: toEmpireEvent(row).data }),
    );
  const [is, be] = [entered.sort().join('\n'), lines.sort().join('\n')];
  if (is !== be) wrong.push(`the event logs differ from the replay: ${difference(is, be)}`);
  return wrong;
}

/** Acknowledged is once, refused and failed never; nothing stays unknown. */
function checkRequests({ requests, committed }: Ended): string[] {
  return requests.flatMap((request) => {
    const { number, words, state, answer } = request;
    const count = committed.filter((command) => command.request === request).length;
    const isRight =
      state === 'acknowledged' ? count === 1 : state !== 'unknown' && state !== 'waiting' && count === 0;
    return isRight
      ? []
      : [
          `request ${number} (${words}) is ${state} (${answer.slice(0, 80)}), but was committed ${count} times`,
        ];
  });
}

/** What each player's program has seen is the event log, without a gap. */
async function checkWatchers({ pool, watchers }: Ended): Promise<string[]> {
  const wrong: string[] = [];
  for (const { empireId, seen } of watchers) {
    const { rows } = await pool.query<LogEntryRow>(
      'SELECT number, at, type, data FROM event_log_entries WHERE empire_id = $1 ORDER BY number',
      [empireId],
    );
    const [is, be] = [canonical(seen), canonical(rows.map(toEmpireEvent))];
    if (is !== be) wrong.push(`the program of ${empireId} has seen another event log: ${difference(is, be)}`);
  }
  return wrong;
}

const goldPrices = Object.fromEntries(
  Object.entries(unitRules).map(([unit, { cost }]) => [unit, cost.gold * stockScale]),
);

/** The stored world is consistent, and nothing was created or destroyed. */
async function checkStored({ pool, world }: Ended): Promise<string[]> {
  const settings = { speed: world.speed, radius: world.radius, firstReignAt: world.firstReignAt };
  const client = await pool.connect();
  try {
    const results = await verifyWorld(client, settings, () => undefined);
    const broken = results.flatMap(({ name, faults }) =>
      faults.map(({ sentence }) => `${name}: ${sentence}`),
    );
    const imbalances = await findImbalances(pool, { openings: {}, prices: goldPrices });
    const unequal = Object.entries(imbalances).map(
      ([name, what]) => `not conserved: ${name}: ${what.join('; ')}`,
    );
    return [...broken, ...unequal, ...(await wrongColumnsOf(pool, settings))];
  } finally {
    client.release();
  }
}

export async function checkAll(ended: Ended): Promise<string[]> {
  return [
    ...checkRequests(ended),
    ...(await checkWorld(ended)),
    ...(await checkWatchers(ended)),
    ...(await checkStored(ended)),
  ];
}
