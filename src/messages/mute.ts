/** Mutes: until the moment that an operator sets, a player gives no text, name or request to others. */
import { GameError } from '../kernel/errors.ts';
import { isoOf } from '../kernel/time.ts';

/** @param until milliseconds since 1970 */
export const muted = (until: number): GameError => new GameError('MUTED', `until ${isoOf(until)}`);

/** A player as read with the session of the request. */
export interface Speaker {
  mutedUntil: number | null;
}

/** Throws MUTED. @param now milliseconds since 1970 */
export function requireUnmuted({ mutedUntil }: Speaker, now: number): void {
  if (mutedUntil !== null && now < mutedUntil) throw muted(mutedUntil);
}
