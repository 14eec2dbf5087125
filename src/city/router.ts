/** The JSON routes of cities and buildings. */
import * as contract from '../contract/city.ts';
import { empireParams } from '../contract/empire.ts';
import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { GameError } from '../kernel/errors.ts';
import { keeping } from '../world/act.ts';
import type { Game } from '../world/act.ts';
import { build, cancel, foundFurtherCity, train } from './operations.ts';
import { toBuildingView, toCityView } from './present.ts';

export function cityEndpoints(game: Game): Endpoint[] {
  const { settings } = game;
  return [
    defineEndpoint({
      method: 'get',
      path: '/api/empire/:empire_id/cities',
      summary: 'The cities of an empire with their buildings',
      auth: 'required',
      limit: 'data',
      params: empireParams,
      status: 200,
      answer: contract.cities,
      run: async ({ params, viewer }) => {
        const realm = await game.readRealm('empire', params.empire_id);
        if (realm === null) throw new GameError('NOT_FOUND');
        const own = viewer.empireId === realm.empire.id;
        return { cities: realm.empire.cities.map((city) => toCityView(city, settings.speed, own)) };
      },
    }),
    defineEndpoint({
      method: 'post',
      path: '/api/empire/:empire_id/cities',
      summary: 'Found a further city',
      auth: 'required',
      limit: 'action',
      params: empireParams,
      body: contract.foundCityBody,
      status: 201,
      answer: contract.foundCityAnswer,
      run: ({ params, body, viewer, receipt }) =>
        foundFurtherCity(keeping(game, receipt), viewer.empireId, params.empire_id, body),
    }),
    defineEndpoint({
      method: 'get',
      path: '/api/city/:city_id/buildings',
      summary: 'The buildings of a city',
      auth: 'required',
      limit: 'data',
      params: contract.cityParams,
      status: 200,
      answer: contract.buildings,
      run: async ({ params }) => {
        const realm = await game.readRealm('city', params.city_id);
        const city = realm?.empire.cities.find(({ id }) => id === params.city_id);
        if (city === undefined) throw new GameError('NOT_FOUND');
        return {
          buildings: city.buildings.map((building) => toBuildingView(city, building, settings.speed)),
        };
      },
    }),
    defineEndpoint({
      method: 'post',
      path: '/api/city/:city_id/buildings',
      summary: 'Order levels of a building',
      auth: 'required',
      limit: 'action',
      params: contract.cityParams,
      body: contract.buildBody,
      status: 201,
      answer: contract.buildAnswer,
      run: ({ params, body, viewer, receipt }) =>
        build(keeping(game, receipt), viewer.empireId, params.city_id, body),
    }),
    defineEndpoint({
      method: 'post',
      path: '/api/city/:city_id/train',
      summary: 'Order a batch of units',
      auth: 'required',
      limit: 'action',
      params: contract.cityParams,
      body: contract.trainBody,
      status: 201,
      answer: contract.trainAnswer,
      run: ({ params, body, viewer, receipt }) =>
        train(keeping(game, receipt), viewer.empireId, params.city_id, body),
    }),
    defineEndpoint({
      method: 'delete',
      path: '/api/order/:order_id',
      summary: 'Cancel what is unfinished of an order of levels',
      auth: 'required',
      limit: 'action',
      params: contract.orderParams,
      status: 200,
      answer: contract.cancelAnswer,
      run: ({ params, viewer, receipt }) => cancel(keeping(game, receipt), viewer.empireId, params.order_id),
    }),
  ];
}
