/** Advice for the walls and garrisons that pay against raids. */
import { countUnits, sumUnits, type Units } from '../../../game/counts.ts';
import { unplunderedMs } from '../../../game/diplomacy/protection.ts';
import type { City, Empire } from '../../../game/types.ts';
import type { CityDetails } from '../../shared/city-details.ts';
import { countOf } from '../../shared/formatters.ts';
import { garrisonThatPays, wallsPayFrom, wallThatPays } from '../../shared/walls.ts';
import { adviseAhead } from './growth.ts';
import { adviseLevel, buildingOf, plannedLevel, trainForm, type Advice, type Situation } from './orders.ts';

/** Of a garrison: fewer missing units are no reason for a batch. */
const missingShare = 0.2;
const largestBatch = 50;

/** The first wall or garrison that is smaller than what pays, and can be ordered now; or null. */
export function adviseDefence(situation: Situation): Advice | null {
  const { cities, empireState } = situation;
  const { empire, world, now } = empireState;
  if (now < empire.createdAt + unplunderedMs / world.speed) return null;
  for (const city of empire.cities) {
    const details = cities.find(({ id }) => id === city.id);
    if (details === undefined) continue;
    for (const advice of [adviseWall(details, city), adviseGarrison(situation, details, city)])
      if (advice?.refusal === null) return advice;
  }
  return null;
}

function adviseWall(details: CityDetails, city: City): Advice | null {
  const height = wallThatPays(city);
  const wall = buildingOf(details, 'wall');
  if (plannedLevel(wall) >= height) return null;
  const reason = `You can be plundered now. From level ${wallsPayFrom} of its farm, quarry or market on, a wall at half that level costs a city less than raids would take: here level ${height}.`;
  return adviseLevel(details, wall, reason);
}

/** Those that stand there, return there, or are in training. */
function garrisonOf({ armies }: Empire, { id, training }: City): Units {
  const units = sumUnits(armies.filter(({ homeCityId, guards }) => homeCityId === id && guards === null));
  for (const { unit, quantity } of training) units[unit] += quantity;
  return units;
}

function adviseGarrison(situation: Situation, details: CityDetails, city: City): Advice | null {
  const wanted = garrisonThatPays(situation.empireState.empire);
  const garrison = garrisonOf(situation.empireState.empire, city);
  const missing = wanted - countUnits(garrison);
  if (missing <= missingShare * wanted) return null;
  const unit = garrison.archers < garrison.soldiers ? 'archers' : 'soldiers';
  const batch = Math.min(missing, largestBatch);
  const reason = `A victory over any city of yours takes the same part of your stores, and raiders choose the weakest. A garrison of ${countOf(wanted, 'units')} in each pays: ${missing} are missing in ${details.name}.`;
  const ahead = adviseAhead(situation, details, { unit, quantity: batch });
  if (ahead !== null) return { ...ahead, reason: `${reason} ${ahead.reason}` };
  const { maxQuantity = 0, reason: refusal = null } = details.units.find(({ type }) => type === unit) ?? {};
  if (maxQuantity < batch) return null;
  return {
    icon: unit,
    title: `Train ${countOf(batch, unit)} as a garrison`,
    reason,
    form: trainForm(details, unit, batch),
    refusal,
  };
}
