import { uuid } from '../../contract/text.ts';
import { armyLimit } from '../../game/balance.ts';
import { foodOf, unitsOf } from '../../game/economy/stock.ts';
import { countUnits } from '../../game/counts.ts';
import { selectAllyPlaces } from '../../military/guards.ts';
import { definePage } from '../framework/page.ts';
import { allyPlaceText, guardableBy, mayGuard } from '../shared/ally-places.ts';
import { toArmyDetails } from '../shared/army-details.ts';

/** Each army has several forms. */
const perPage = 20;

export const armiesPage = definePage('/armies', {
  section: 'armies',
  readers: 'player',
  read: async ({ services, empireState, fields, params }) => {
    // By id, so that a page can continue from an id, also when an army has come or gone.
    const all = [...empireState.empire.armies].sort((a, b) => (a.id < b.id ? -1 : 1));
    const indexOf = (isFound: (id: string) => boolean): number => {
      const index = all.findIndex(({ id }) => isFound(id));
      return Math.max(0, index);
    };
    const { data: from } = uuid.safeParse(fields.from);
    const ordered = indexOf((id) => id === (params.army_id ?? fields.army));
    const start = from === undefined ? ordered - (ordered % perPage) : indexOf((id) => id >= from);
    const { empire } = empireState;
    const places = empire.membership === null ? [] : await selectAllyPlaces(services.pool, empire.id);
    const nameOf = new Map(places.map((place) => [place.id, allyPlaceText(place)]));
    const armies = all.slice(start, start + perPage).map((army) => ({
      ...toArmyDetails(empireState, army, (id) => nameOf.get(id)),
      guardable: mayGuard(empire, army) ? guardableBy(empireState, army, places) : [],
    }));
    return {
      title: 'Armies',
      values: {
        armies,
        count: all.length,
        units: countUnits(unitsOf(empireState.empire)),
        previousId: start === 0 ? null : (all[Math.max(0, start - perPage)]?.id ?? null),
        nextId: all[start + perPage]?.id ?? null,
        maxArmies: armyLimit,
        foodPerHour: foodOf(unitsOf(empireState.empire)) * empireState.world.speed,
      },
    };
  },
});
