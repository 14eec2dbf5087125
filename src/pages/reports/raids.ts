/** The targets that were attacked before: what they hold, the odds, and several raids with one button. */
import { readRaids, type Raid } from '../../battle/raids.ts';
import { safeOdds } from '../../game/fight/odds.ts';
import { isWorthwhile } from '../../game/orders/raids.ts';
import type { PageContextOf } from '../framework/page.ts';
import { resultWords } from '../shared/battle-summary.ts';
import { amountsText, group, seatName, unitsText } from '../shared/formatters.ts';
import { sentenceOf } from '../shared/forms.ts';
import { orderField } from './raid-orders.ts';

/** The loot of a victory over a city, or the garrison of a seat. */
function holdingOf({ row, loot, garrison }: Raid): string {
  if (loot !== null) return amountsText(loot) || 'nothing to take';
  return unitsText(garrison) || (row.empire_kind === 'keeper' ? 'its keeper' : 'no garrison');
}

/** Why no army can go, or null. */
function reasonOf({ refusal, raid, last, endsProtection }: Raid): string | null {
  if (refusal !== null) return sentenceOf(refusal);
  if (raid === null) return 'No free army would win. Those at your seats stay.';
  if (last.isUnderWay) return 'A raid is under way.';
  return endsProtection ? 'It would end your protection.' : null;
}

/** `about 230`, or `nothing`. */
const aboutText = (amount: number): string =>
  Math.round(amount) === 0 ? 'nothing' : `about ${group(Math.round(amount))}`;

export function toRaidView(target: Raid) {
  const { row, raid } = target;
  return {
    ...target,
    name: row.type === 'city' ? row.name : seatName(row),
    holds: holdingOf(target),
    /** Null if the raid cannot be ordered here. */
    order: raid === null || target.endsProtection ? null : orderField(raid, row),
    isTicked: raid !== null && isWorthwhile(raid) && !target.last.isUnderWay,
    /** The units that go, if others of the army stay. */
    partText: raid?.isPart === true ? unitsText(raid.units) : null,
    balance:
      raid === null || target.loot === null
        ? null
        : {
            text: `brings ${aboutText(raid.loot)}, costs ${aboutText(raid.losses)}`,
            isGain: raid.loot > raid.losses,
          },
    why: reasonOf(target),
  };
}

export async function readRaidList({ services, empireState }: PageContextOf['player']) {
  const raids = (await readRaids(services, empireState)).map(toRaidView);
  return {
    raids,
    safeOdds,
    resultWords,
    tickedCount: raids.filter(({ order, isTicked }) => order !== null && isTicked).length,
  };
}
