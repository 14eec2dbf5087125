/** Advice for walls, from the second day on: then an empire can be plundered, and most raids are still to come. */
import { unplunderedMs } from '../../../game/protection.ts';
import { wallsPayFrom, wallThatPays } from '../../shared/walls.ts';
import { adviseLevel, buildingOf, plannedLevel, type Advice, type Situation } from './orders.ts';

/** The next level of a wall that is lower than what pays and can be ordered now, or null. */
export function adviseWall({ cities, empireState: { empire, world, now } }: Situation): Advice | null {
  if (now < empire.createdAt + unplunderedMs / world.speed) return null;
  for (const city of empire.cities) {
    const details = cities.find(({ id }) => id === city.id);
    const height = wallThatPays(city);
    if (details === undefined || plannedLevel(buildingOf(details, 'wall')) >= height) continue;
    const reason = `You can be plundered now. From level ${wallsPayFrom} of its farm, quarry or market on, a wall at half that level costs a city less than raids would take: here level ${height}.`;
    const advice = adviseLevel(details, buildingOf(details, 'wall'), reason);
    if (advice.refusal === null) return advice;
  }
  return null;
}
