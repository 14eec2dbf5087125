/** The list of targets that were attacked before: what they hold, the odds, and several raids with one button. */
import { readRaids, type Raid } from '../../battle/raids.ts';
import { goodOdds, safeOdds } from '../../game/fight/odds.ts';
import type { VisitOf } from '../framework/page.ts';
import { resultWords } from '../shared/battle-summary.ts';
import { amountsText, seatName, unitsText } from '../shared/formatters.ts';
import { sentenceOf } from '../shared/forms.ts';

/** The loot of a victory over a city, or the garrison of a seat, in words. */
function holdingOf({ row, loot, garrison }: Raid): string {
  if (loot !== null) return amountsText(loot) || 'nothing to take';
  return unitsText(garrison) || (row.empire_kind === 'keeper' ? 'its keeper' : 'no garrison');
}

/** Why no army can go, or null. */
function reasonOf({ refusal, army, endsProtection }: Raid): string | null {
  if (refusal !== null) return sentenceOf(refusal);
  if (army === null) return 'No army is free.';
  return endsProtection ? 'It would end your protection.' : null;
}

function toRaidView(raid: Raid) {
  const { row, army: best } = raid;
  return {
    ...raid,
    name: row.type === 'city' ? row.name : seatName(row),
    holds: holdingOf(raid),
    /** The field of the form; null if the raid cannot be ordered here. */
    order: best === null || raid.endsProtection ? null : `${best.army.id}:${row.type}:${row.id}`,
    /** Whether it is ticked beforehand. */
    isSafe: (best?.won ?? 0) >= safeOdds,
    why: reasonOf(raid),
  };
}

export async function readRaidList({ services, empireState }: VisitOf['player']) {
  const raids = (await readRaids(services, empireState)).map(toRaidView);
  return {
    raids,
    goodOdds,
    safeOdds,
    resultWords,
    safeCount: raids.filter(({ order, isSafe }) => order !== null && isSafe).length,
  };
}
