/** The pause after a recall, before the next attack on the same target. */
import { GameError } from '../../kernel/errors.ts';
import { hourMs, isoOf } from '../../kernel/time.ts';
import type { Battle } from '../battle-types.ts';
import type { Empire } from '../types.ts';

/** Divided by the world's speed. */
export const recallPauseMs = 2 * hourMs;

/** The seat, or the defending empire. */
function keyOf({ defenderId, target }: Pick<Battle, 'defenderId' | 'target'>): string {
  return target.type === 'seat' ? target.id : defenderId;
}

/** Also drops earlier recalls that have run out. */
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
