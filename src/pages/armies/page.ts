/** The armies page: position, activity and available orders of every army. */
import { armyLimit } from '../../game/balance.ts';
import { foodOf, unitsOf } from '../../game/economy.ts';
import { definePage } from '../framework/page.ts';
import { armyOrders, toArmyDetails } from '../shared/army-details.ts';

export const armiesPage = definePage({
  path: '/armies',
  section: 'armies',
  readers: 'ruler',
  read: ({ empireState }) => {
    const armies = empireState.empire.armies.map((army) => toArmyDetails(empireState, army));
    return Promise.resolve({
      view: 'armies',
      title: 'Armies',
      places: armies.flatMap(({ id }) => [`army-${id}`, ...armyOrders.map((order) => `army-${id}-${order}`)]),
      values: {
        armies,
        maxArmies: armyLimit,
        foodPerHour: foodOf(unitsOf(empireState.empire)) * empireState.world.speed,
      },
    });
  },
});
