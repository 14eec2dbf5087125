/** Empires and their cities. */
import type * as city from '../../contract/city.ts';
import type * as empire from '../../contract/empire.ts';
import type * as eventLog from '../../contract/event-log.ts';
import type * as leave from '../../contract/leave.ts';
import type * as ledger from '../../contract/ledger.ts';
import type * as wishes from '../../contract/wishes.ts';
import { del, get, getWithQuery, postBody, putBody } from '../route.ts';

export const empireRoutes = {
  /** On the free tile nearest to the requested one. */
  foundEmpire: postBody<[], typeof empire.foundEmpireBody, typeof empire.foundEmpireResponse>('/api/empire'),
  readEmpire: get<[empireId: string], typeof empire.empire>('/api/empire/:empire_id'),
  listEmpires: getWithQuery<[], typeof empire.empiresQuery, typeof empire.empires>('/api/empires'),
  updateEmpire: putBody<
    [empireId: string],
    typeof empire.updateEmpireBody,
    typeof empire.updateEmpireResponse
  >('/api/empire/:empire_id'),
  /** In ascending order of the numbers. */
  listEvents: getWithQuery<[empireId: string], typeof eventLog.eventsQuery, typeof eventLog.events>(
    '/api/empire/:empire_id/events',
  ),
  /** Your unread results, newest first. */
  listNews: get<[empireId: string], typeof eventLog.news>('/api/empire/:empire_id/news'),
  /** By their numbers in the event log. */
  markNews: postBody<[empireId: string], typeof eventLog.readNewsBody, typeof eventLog.readNewsResponse>(
    '/api/empire/:empire_id/news/read',
  ),
  /** Newest first. */
  listLedger: getWithQuery<[empireId: string], typeof ledger.ledgerQuery, typeof ledger.ledger>(
    '/api/empire/:empire_id/ledger',
  ),
  /** What is ordered as soon as it can be paid. */
  listWishes: get<[empireId: string], typeof wishes.wishes>('/api/empire/:empire_id/wishes'),
  /** Sets the whole list. An unknown id is left out, because that wish has been ordered. */
  setWishes: putBody<[empireId: string], typeof wishes.setWishesBody, typeof wishes.wishes>(
    '/api/empire/:empire_id/wishes',
  ),
  /** After the notice, the empire stands still and cannot be attacked. */
  takeLeave: putBody<[empireId: string], typeof leave.leaveBody, typeof leave.leaveResponse>(
    '/api/empire/:empire_id/leave',
  ),
  /** Returns from a leave, or cancels its notice. */
  endLeave: del<[empireId: string], typeof leave.leaveResponse>('/api/empire/:empire_id/leave'),
  listCities: get<[empireId: string], typeof city.cities>('/api/empire/:empire_id/cities'),
  /** A further city, on exactly this tile. */
  foundCity: postBody<[empireId: string], typeof city.foundCityBody, typeof city.foundCityResponse>(
    '/api/empire/:empire_id/cities',
  ),
  renameCity: putBody<[cityId: string], typeof city.renameCityBody, typeof city.foundCityResponse>(
    '/api/city/:city_id',
  ),
  listBuildings: get<[cityId: string], typeof city.buildings>('/api/city/:city_id/buildings'),
  build: postBody<[cityId: string], typeof city.buildBody, typeof city.buildResponse>(
    '/api/city/:city_id/buildings',
  ),
  train: postBody<[cityId: string], typeof city.trainBody, typeof city.trainResponse>(
    '/api/city/:city_id/train',
  ),
  exchange: postBody<[cityId: string], typeof city.exchangeBody, typeof city.exchangeResponse>(
    '/api/city/:city_id/exchange',
  ),
  /** Cancels the unfinished levels of an order. */
  cancelOrder: del<[orderId: string], typeof city.cancelResponse>('/api/order/:order_id'),
};
