/** What the write path is made of, and how it says when to look again. */
import type pg from 'pg';
import { nextDueAt } from '../game/advance.ts';
import type { World } from '../game/types.ts';
import type { Clock } from '../kernel/clock.ts';
import type { WorldSettings } from './load.ts';

export interface WorldDeps {
  pool: pg.Pool;
  clock: Clock;
  settings: WorldSettings;
  /** Is told the moment of the next due thing that a transaction left behind. */
  onDue: (atMs: number) => void;
}

/** Tells when the next thing of these empires is due; only after the commit, for who looks must find it. */
export function noteDue({ onDue }: WorldDeps, world: World): void {
  let next = Infinity;
  for (const { outcome, contactAt } of world.battles.values()) {
    if (outcome === null) next = Math.min(next, contactAt);
  }
  for (const empire of world.empires.values())
    next = Math.min(next, nextDueAt(empire, world.speed) ?? Infinity);
  if (next < Infinity) onDue(next);
}
