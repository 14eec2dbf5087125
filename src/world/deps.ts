/** What the write path is made of, and how it says when to look again. */
import type pg from 'pg';
import { nextDueAt } from '../game/advance.ts';
import type { GameEvent } from '../game/events.ts';
import type { WorldSlice } from '../game/types.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { WorldSettings } from './load.ts';

export interface WorldDeps {
  pool: pg.Pool;
  clock: Clock;
  settings: WorldSettings;
  metrics: Metrics;
  /** Is told the moment of the next due thing that a transaction left behind. */
  onDue: (atMs: number) => void;
}

/** What a transaction settled. */
export interface CommittedChange {
  /** The empires that were saved. */
  changed: WorldSlice;
  /** What was due of them. */
  due: readonly GameEvent[];
  /** The moment they were settled to. */
  now: number;
}

/** Tells when the next thing of these empires is due, and how late what was due came; only after the commit. */
export function afterCommit({ onDue, metrics }: WorldDeps, { changed, due, now }: CommittedChange): void {
  let next = Infinity;
  for (const { outcome, contactAt } of changed.battles.values()) {
    if (outcome === null) next = Math.min(next, contactAt);
  }
  for (const empire of changed.empires.values())
    next = Math.min(next, nextDueAt(empire, changed.speed) ?? Infinity);
  // Who looks must find it.
  if (next < Infinity) onDue(next);
  for (const { kind, at } of due) {
    const of = kind === 'battle_decided' ? 'contact' : 'empire';
    metrics.lateness.observe({ of }, Math.max(now - at, 0) / 1000);
  }
}
