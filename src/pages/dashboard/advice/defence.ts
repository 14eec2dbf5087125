/** Advice for the walls that pay against raids. */
import { unplunderedMs } from '../../../game/diplomacy/protection.ts';
import type { City } from '../../../game/types.ts';
import type { CityDetails } from '../../shared/city-details.ts';
import { wallsPayFrom, wallThatPays } from '../../shared/walls.ts';
import { adviseLevel, buildingOf, plannedLevel, type Advice, type Situation } from './orders.ts';

/** The first wall that is lower than what pays, and can be ordered now; or null. */
export function adviseDefence(situation: Situation): Advice | null {
  const { cities, empireState } = situation;
  const { empire, world, now } = empireState;
  if (now < empire.createdAt + unplunderedMs / world.speed) return null;
  for (const city of empire.cities) {
    const details = cities.find(({ id }) => id === city.id);
    if (details === undefined) continue;
    const advice = adviseWall(details, city);
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
