import * as contract from '../contract/city.ts';
import { routerOf } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import { ofOrders } from '../http/refusals.ts';
import { selectGuards, toPlaceGuard } from '../military/guards.ts';
import { GameError } from '../kernel/errors.ts';
import type { Services } from '../world/services.ts';
import { build, cancel, exchangeAt, foundFurtherCity, renameCity, train } from './operations.ts';
import { toBuildingView, toCityView } from './present.ts';

const endpoint = endpointsOf<Services>('city');

export const createCityRouter = routerOf([
  endpoint.get('/api/empire/:empire_id/cities', {
    summary: 'The cities of an empire with their buildings',
    refuses: ['NOT_FOUND'],
    response: contract.cities,
    run: async ({ params, viewer, services }) => {
      const state = await services.readEmpire('empire', params.empire_id);
      if (state === null) throw new GameError('NOT_FOUND');
      const own = viewer.empireId === state.empire.id;
      const guards = await selectGuards(services.pool, state.empire);
      return {
        cities: state.empire.cities.map((city) => ({
          ...toCityView(city, services.settings.speed, own),
          guard: toPlaceGuard(guards.get(city.id) ?? null),
        })),
      };
    },
  }),
  endpoint.post('/api/empire/:empire_id/cities', {
    summary: 'Found a further city',
    description:
      'The city is founded exactly at `location`. It costs twice as much as the previous city and starts with a town hall.',
    body: contract.foundCityBody,
    refuses: [
      ...ofOrders,
      'MUTED',
      'NAME_TAKEN',
      'CITY_LIMIT',
      'INSUFFICIENT_RESOURCES',
      'LOCATION_TAKEN',
      'TOO_CLOSE',
    ],
    status: 201,
    response: contract.foundCityResponse,
    run: (call) => foundFurtherCity(call, call.params.empire_id, call.body),
  }),
  endpoint.put('/api/city/:city_id', {
    summary: 'Rename a city',
    body: contract.renameCityBody,
    refuses: [...ofOrders, 'MUTED', 'NAME_TAKEN'],
    response: contract.foundCityResponse,
    run: (call) => renameCity(call, call.params.city_id, call.body),
  }),
  endpoint.get('/api/city/:city_id/buildings', {
    summary: 'The buildings of a city',
    refuses: ['NOT_FOUND'],
    response: contract.buildings,
    run: async ({ params, services }) => {
      const state = await services.readEmpire('city', params.city_id);
      const city = state?.empire.cities.find(({ id }) => id === params.city_id);
      if (city === undefined) throw new GameError('NOT_FOUND');
      return {
        buildings: city.buildings.map((building) => toBuildingView(city, building, services.settings.speed)),
      };
    },
  }),
  endpoint.post('/api/city/:city_id/buildings', {
    summary: 'Order levels of a building',
    description:
      'The cost is paid at once, for the whole order or not at all. A city has one building of each type; a further order raises its level.',
    body: contract.buildBody,
    refuses: [
      ...ofOrders,
      'REQUIREMENT_MISSING',
      'MAX_LEVEL',
      'QUEUE_FULL',
      'INSUFFICIENT_POPULATION',
      'INSUFFICIENT_RESOURCES',
    ],
    status: 201,
    response: contract.buildResponse,
    run: (call) => build(call, call.params.city_id, call.body),
  }),
  endpoint.post('/api/city/:city_id/train', {
    summary: 'Order a batch of units',
    description:
      'The cost is paid at once. The batch is delivered as a whole to the army that has been in the city longest.',
    body: contract.trainBody,
    refuses: [
      ...ofOrders,
      'REQUIREMENT_MISSING',
      'QUEUE_FULL',
      'INSUFFICIENT_POPULATION',
      'INSUFFICIENT_RESOURCES',
    ],
    status: 201,
    response: contract.trainResponse,
    run: (call) => train(call, call.params.city_id, call.body),
  }),
  endpoint.post('/api/city/:city_id/exchange', {
    summary: 'Exchange a resource at the market of a city',
    description:
      'At once, and whole or not at all: so much of one resource for 50 % of another, and 1 % more for each level of the market, up to 70 %, rounded down.',
    body: contract.exchangeBody,
    refuses: [...ofOrders, 'REQUIREMENT_MISSING', 'INSUFFICIENT_RESOURCES', 'STORAGE_FULL'],
    response: contract.exchangeResponse,
    run: (call) => exchangeAt(call, call.params.city_id, call.body),
  }),
  endpoint.delete('/api/order/:order_id', {
    summary: 'Cancel the unfinished levels of an order',
    description:
      'Removes the unfinished levels of the order and all later queued levels of the same building. Training cannot be cancelled.',
    refuses: ofOrders,
    response: contract.cancelResponse,
    run: (call) => cancel(call, call.params.order_id),
  }),
]);
