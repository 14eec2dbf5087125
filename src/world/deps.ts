/** The dependencies of the write path, and its report after each commit. */
import type pg from 'pg';
import { nextDueAt } from '../game/advance.ts';
import { guardsIn } from '../game/diplomacy/guards.ts';
import type { GameEvent } from '../game/events.ts';
import type { WorldSlice } from '../game/types.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { Random } from '../kernel/random.ts';
import type { WorldSettings } from './rows/load.ts';

export interface WorldDeps {
  pool: pg.Pool;
  clock: Clock;
  random: Random;
  settings: WorldSettings;
  metrics: Metrics;
  /** Receives when changed empires are due next. */
  onDue: (atMs: number) => void;
  /** Every attempt is rolled back in place of the commit, to learn whether it would succeed. */
  isTrial?: boolean;
}

export interface CommittedChange {
  /** Only those that were saved. */
  changed: WorldSlice;
  /** The events of the applied due work. */
  due: readonly GameEvent[];
  /** The moment to which the empires advanced. */
  now: number;
}

/** Call it after the commit, so that the clock's query sees the rows. */
export function afterCommit({ onDue, metrics }: WorldDeps, { changed, due, now }: CommittedChange): void {
  let next = Infinity;
  for (const { outcome, contactAt } of changed.battles.values()) {
    if (outcome === null) next = Math.min(next, contactAt);
  }
  for (const empire of changed.empires.values())
    next = Math.min(next, nextDueAt(empire, changed.speed) ?? Infinity);
  for (const { arrivesAt } of guardsIn(changed)) next = Math.min(next, arrivesAt ?? Infinity);
  if (next < Infinity) onDue(next);
  for (const { kind, at } of due) {
    // A goal has no moment of its own; after an upgrade, its moment is long past.
    if (kind === 'goal_reached') continue;
    const label = kind === 'battle_decided' ? 'contact' : 'empire';
    metrics.lateness.observe({ of: label }, Math.max(now - at, 0) / 1000);
  }
}
