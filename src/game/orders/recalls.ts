/** The pause after a recall: an empire cannot order another attack on a target from which it has just turned back. */
import { GameError } from '../../kernel/errors.ts';
import { hourMs, isoOf } from '../../kernel/time.ts';
import type { Battle } from '../battle-types.ts';
import type { Empire } from '../types.ts';

/** From a recall to the next order against the same target; divided by the world's speed. */
export const recallPauseMs = 2 * hourMs;

/** What the pause is kept for: the seat, or the defending empire. */
function keyOf({ defenderId, target }: Pick<Battle, 'defenderId' | 'target'>): string {
  return target.type === 'seat' ? target.id : defenderId;
}

/** Notes the recall of an attack, and drops earlier ones that have run out. */
export function noteRecall(empire: Empire, battle: Battle, now: number, speed: number): void {
  for (const [key, until] of Object.entries(empire.recalledUntil)) {
    if (now >= until) Reflect.deleteProperty(empire.recalledUntil, key);
  }
  empire.recalledUntil[keyOf(battle)] = now + Math.ceil(recallPauseMs / speed);
}

/** Throws RECENTLY_RECALLED during the pause. */
export function requireNoRecentRecall(
  empire: Empire,
  target: Pick<Battle, 'defenderId' | 'target'>,
  now: number,
): void {
  const until = empire.recalledUntil[keyOf(target)] ?? 0;
  if (now < until) throw new GameError('RECENTLY_RECALLED', `you may attack it again at ${isoOf(until)}`);
}
