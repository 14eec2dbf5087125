/** Mutes: until a moment, a player gives no text, name or request to others. */
import { GameError } from '../kernel/errors.ts';
import { isoOf } from '../kernel/time.ts';
import type { Context } from '../world/services.ts';

export const muted = (until: number): GameError => new GameError('MUTED', `until ${isoOf(until)}`);

/** Throws MUTED. */
export function requireUnmuted({ mutedUntil }: Pick<Context['viewer'], 'mutedUntil'>, now: number): void {
  if (mutedUntil !== null && now < mutedUntil) throw muted(mutedUntil);
}
