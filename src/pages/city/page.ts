import { resources, unitTypes } from '../../contract/vocabulary.ts';
import { sameTile } from '../../game/march/map.ts';
import { countUnits, sumUnits } from '../../game/counts.ts';
import { exchangePercent, exchangeRules } from '../../game/economy/exchange.ts';
import { levelOf } from '../../game/economy/stock.ts';
import { wishesOf } from '../../game/economy/wishes.ts';
import type { City } from '../../game/types.ts';
import { GameError } from '../../kernel/errors.ts';
import { definePage } from '../framework/page.ts';
import { toCityDetails } from '../shared/city-details.ts';
import type { Fields } from '../shared/forms.ts';
import { readDefence } from './defence.ts';

/** The percentage of its market, 0 without one, and the exchange that the address proposes. */
function readMarket(city: City, { give, take, amount = '' }: Fields) {
  const known = (name: string | undefined) => resources.find((resource) => resource === name);
  return {
    percent: exchangePercent(levelOf(city, 'market')),
    highestPercent: exchangeRules.highestPercent,
    give: known(give) ?? 'food',
    take: known(take) ?? 'materials',
    amount: /^\d{1,9}$/.test(amount) ? amount : '100',
  };
}

export const cityPage = definePage('/city/:city_id', {
  section: 'cities',
  readers: 'player',
  read: async ({ services, params, fields, empireState }) => {
    const { empire } = empireState;
    const city = empire.cities.find(({ id }) => id === params.city_id);
    if (city === undefined) throw new GameError('NOT_FOUND', 'no city of yours has this address');
    const defence = await readDefence(services.pool, empireState, city);
    return {
      title: city.name,
      scripts: ['train'],
      values: {
        city: toCityDetails(empireState, city),
        siblings: empire.cities,
        countUnits,
        garrison: sumUnits(empire.armies.filter((army) => army.march === null && sameTile(army, city))),
        defence,
        market: readMarket(city, fields),
        chosenUnit: unitTypes.find((type) => type === fields.unit_type) ?? null,
        wishCount: wishesOf(empire).list.filter(({ cityId }) => cityId === city.id).length,
      },
    };
  },
});
