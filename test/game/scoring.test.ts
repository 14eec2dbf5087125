/** The economic and military parts of the score. */
import { expect, it } from 'vitest';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import { batchInQueue, levelInQueue, makeEmpire, t0, type EmpirePlan } from '../support/worlds.ts';

const waiting = [levelInQueue('town_hall', 2, t0 + 1)];
const training = [batchInQueue('knights', 50, t0 + 1)];

it.each<[string, EmpirePlan, economic: number, military: number]>([
  // town_hall 1 to 3: 330 + 480 + 690; wall 1 to 2: 110 + 160
  ['a hundredth of the list price of levels', { cities: [{ levels: { town_hall: 3, wall: 2 } }] }, 17, 0],
  // 330 x 4 = 1320, not 4 x 3
  ['rounded down once per empire, not per city', { cities: [{}, {}, {}, {}] }, 13, 0],
  ['founding costs, added before rounding', { foundingPaid: 2670 }, 30, 0],
  ['no levels that are only ordered', { cities: [{ construction: waiting }] }, 3, 0],
  // 700 + 840 + 2520 + 2800
  ['units', { armies: [{ units: { soldiers: 7, archers: 7, knights: 7, catapults: 7 } }] }, 3, 68],
  [
    'the units of all armies, added before rounding',
    { armies: [{ units: { archers: 2 } }, { units: { archers: 3 } }] },
    3,
    6,
  ],
  // floor(120 / 100) + floor(799 / 400)
  [
    'a four-hundredth of the value destroyed, rounded down separately',
    { armies: [{ units: { archers: 1 } }], destroyedValue: 799 },
    3,
    2,
  ],
  ['no units in training', { cities: [{ training }] }, 3, 0],
])('the score counts %s', (_claim, plan, economic, military) => {
  expect(scoresOf(makeEmpire(plan))).toEqual({ economic, military, total: economic + military });
});
