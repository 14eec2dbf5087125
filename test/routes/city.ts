/** The cases of cities and their orders. */
import { badIntegers, badTexts, badWords } from '../support/bad-values.ts';
import type { RouteCases } from './route-case.ts';
import { orderLevel, ownCity } from './stage.ts';

export const cityCases: RouteCases = {
  'PUT /api/city/:city_id': {
    rival: 403,
    ids: ownCity,
    body: () => ({ name: 'Wessex' }),
    badBody: { name: badTexts(1, 50) },
    statements: 'command',
  },
  'GET /api/city/:city_id/buildings': { rival: 200, ids: ownCity },
  'POST /api/city/:city_id/train': {
    owner: 201,
    rival: 403,
    ids: ownCity,
    body: () => ({ unit_type: 'soldiers', quantity: 1 }),
    badBody: { unit_type: badWords, quantity: badIntegers(1, 1000) },
    statements: 'command',
  },
  'POST /api/city/:city_id/buildings': {
    owner: 201,
    rival: 403,
    ids: ownCity,
    body: () => ({ type: 'farm', quantity: 1 }),
    badBody: { type: badWords, quantity: badIntegers(1, 25, false) },
    statements: 'command',
  },
  'POST /api/city/:city_id/exchange': {
    rival: 403,
    ids: ownCity,
    body: () => ({ give: 'food', take: 'gold', amount: 10 }),
    badBody: { give: badWords, take: badWords, amount: badIntegers(2, 100_000_000) },
    statements: 'command',
  },
  'DELETE /api/order/:order_id': { rival: 403, ids: orderLevel, statements: 'command' },
};
