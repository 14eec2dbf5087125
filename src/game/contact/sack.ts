/** The sack of a defeated city: for two hours it makes half its output, and the victor takes the other half at once. */
import { hourMs } from '../../kernel/time.ts';
import { sumOf } from '../balance.ts';
import { fullOutput, lostToSack, times } from '../economy/stock.ts';
import type { Emit } from '../events.ts';
import { isSpared, shareAmounts } from './plunder.ts';
import type { Sack } from '../battle-types.ts';
import type { Amounts, City, Empire } from '../types.ts';

/** Divided by the world's speed. With one hour, a full defence cost more than raids took (docs/bots.md). */
const sackHours = 2;
export const sackMs = sackHours * hourMs;

/** In whole units, by the output per hour at speed 1. */
export function outputLostToSack(output: Amounts): Amounts {
  return times(lostToSack(output), sackHours);
}

/**
 * Sacks a city, unless it is sacked already or its empire is too young. The loot is the output that the city loses in
 * that time at speed 1, as far as `room` allows. It is not in the loser's stock, so that ledger gets no posting:
 * production is smaller.
 * @param room what the attacker can still carry, in whole units
 */
export function sack(
  loser: Empire,
  city: City,
  { room, at, speed }: { room: number; at: number; speed: number },
): Sack | null {
  if (loser.kind !== 'player' || city.sackedUntil !== null || isSpared(loser, at, speed)) return null;
  const lost = outputLostToSack(fullOutput(city));
  const until = at + Math.ceil(sackMs / speed);
  city.sackedUntil = until;
  return { until, loot: shareAmounts(Math.min(sumOf(lost), room), lost) };
}

export function endSack(empire: Empire, city: City, at: number, emit: Emit): void {
  city.sackedUntil = null;
  emit({ kind: 'sack_ended', at, empireId: empire.id, cityId: city.id });
}
