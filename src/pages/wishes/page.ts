/** The wishes page: the list that orders itself, its order, and the reserve. */
import { resources } from '../../contract/vocabulary.ts';
import { maxWishes, wishesOf } from '../../game/wishes.ts';
import { definePage } from '../framework/page.ts';
import { resourceNames } from '../shared/formatters.ts';
import { toWishViews } from '../shared/wish-views.ts';

/** Ids of the parts that show messages. */
export const listAnchor = 'wishes';
export const reserveAnchor = 'reserve';

export const wishesPage = definePage({
  path: '/wishes',
  section: 'cities',
  readers: 'player',
  read: ({ empireState }) => {
    const { reserve } = wishesOf(empireState.empire);
    return {
      view: 'wishes',
      title: 'Wishes',
      scripts: ['wishes'],
      anchors: [listAnchor, reserveAnchor],
      values: {
        wishes: toWishViews(empireState),
        maxWishes,
        reserve: resources.map((resource) => ({
          resource,
          name: resourceNames[resource],
          amount: reserve[resource],
        })),
        cities: empireState.empire.cities.map(({ id, name }) => ({ id, name })),
      },
    };
  },
});
