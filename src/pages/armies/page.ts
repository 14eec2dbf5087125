/** The armies page: position, activity and available orders of every army. */
import { armyLimit } from '../../game/balance.ts';
import { foodOf, unitsOf } from '../../game/economy.ts';
import { countUnits } from '../../game/units.ts';
import { definePage } from '../framework/page.ts';
import { armyOrders, toArmyDetails } from '../shared/army-details.ts';

/** Each army has several forms. */
const perPage = 20;

export const armiesPage = definePage({
  path: '/armies',
  section: 'armies',
  readers: 'ruler',
  read: ({ empireState, fields, params }) => {
    const all = empireState.empire.armies;
    // The page that contains the army of the address or of the order.
    const named = all.findIndex(({ id }) => id === (params.army_id ?? fields.army));
    const start = Math.max(0, named) - (Math.max(0, named) % perPage);
    const armies = all.slice(start, start + perPage).map((army) => toArmyDetails(empireState, army));
    return Promise.resolve({
      view: 'armies',
      title: 'Armies',
      places: armies.flatMap(({ id }) => [`army-${id}`, ...armyOrders.map((order) => `army-${id}-${order}`)]),
      values: {
        armies,
        count: all.length,
        units: countUnits(unitsOf(empireState.empire)),
        previousId: all[start - perPage]?.id ?? null,
        nextId: all[start + perPage]?.id ?? null,
        maxArmies: armyLimit,
        foodPerHour: foodOf(unitsOf(empireState.empire)) * empireState.world.speed,
      },
    });
  },
});
