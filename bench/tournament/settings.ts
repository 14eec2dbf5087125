/** What a match is played with, and what may follow it. */
import type { GameEvent } from '../../src/game/events.ts';
import type { WorldSlice } from '../../src/game/types.ts';
import type { MatchPlayer } from './result.ts';
import type { foundWorld } from './world.ts';

export interface MatchSettings {
  players: readonly MatchPlayer[];
  /** Days of the world, each 24 hours / speed. */
  days: number;
  speed: number;
  /** Mean time between two turns of a player, divided by the speed. Each interval varies by up to a half. */
  lookMinutes: number;
  /** Hours without turns per day, at the same time of every day of a player; divided by the speed. */
  nightHours: number;
  seed: number;
}

/** What a match tells about its world, and takes from outside. */
export interface Chronicle {
  startMs: number;
  newId: () => string;
  found: typeof foundWorld;
  /** Receives each event at once; the change that it belongs to may not be complete. */
  onEvent: (world: WorldSlice, gameEvent: GameEvent) => void;
  /** Called after each turn and at the end of each day, before the ledgers are closed. */
  onPause: (world: WorldSlice, now: number) => void;
}
