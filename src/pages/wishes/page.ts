import { maxWishes, wishesOf } from '../../game/economy/wishes.ts';
import { definePage } from '../framework/page.ts';
import { toWishViews } from '../shared/wish-views.ts';

export const wishesPage = definePage('/wishes', {
  section: 'cities',
  readers: 'player',
  read: ({ empireState }) => ({
    title: 'Standing orders',
    scripts: ['wishes'],
    values: {
      wishes: toWishViews(empireState),
      maxWishes,
      reserve: wishesOf(empireState.empire).reserve,
      cities: empireState.empire.cities,
    },
  }),
});
