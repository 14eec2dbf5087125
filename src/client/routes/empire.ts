/** The routes of empires and their cities. */
import type * as city from '../../contract/city.ts';
import type * as empire from '../../contract/empire.ts';
import type * as eventLog from '../../contract/event-log.ts';
import type * as ledger from '../../contract/ledger.ts';
import type * as wishes from '../../contract/wishes.ts';
import { route, type Body, type Query } from '../route.ts';

export const empireRoutes = {
  /** Founds the empire of the account, on the free tile nearest to the requested one. */
  foundEmpire: route<[founding: Body<typeof empire.foundEmpireBody>], typeof empire.foundEmpireAnswer>(
    'POST',
    '/api/empire',
    'body',
  ),
  readEmpire: route<[empireId: string], typeof empire.empire>('GET', '/api/empire/:empire_id'),
  listEmpires: route<[query?: Query<typeof empire.empiresQuery>], typeof empire.empires>(
    'GET',
    '/api/empires',
    'query',
  ),
  /** Changes name or description. */
  updateEmpire: route<
    [empireId: string, changes: Body<typeof empire.updateEmpireBody>],
    typeof empire.updateEmpireAnswer
  >('PUT', '/api/empire/:empire_id', 'body'),
  /** The score of an empire by UTC day, oldest first. */
  listScores: route<[empireId: string], typeof empire.scoreHistory>('GET', '/api/empire/:empire_id/scores'),
  /** The event log of an empire, in ascending order of the numbers. */
  listEvents: route<[empireId: string, query?: Query<typeof eventLog.eventsQuery>], typeof eventLog.events>(
    'GET',
    '/api/empire/:empire_id/events',
    'query',
  ),
  /** Your unread results, newest first. */
  listNews: route<[empireId: string], typeof eventLog.news>('GET', '/api/empire/:empire_id/news'),
  /** Marks results as read, by their numbers in the event log. */
  readNews: route<
    [empireId: string, read: Body<typeof eventLog.readNewsBody>],
    typeof eventLog.readNewsAnswer
  >('POST', '/api/empire/:empire_id/news/read', 'body'),
  /** The ledger of an empire's stock and units, newest first. */
  listLedger: route<[empireId: string, query?: Query<typeof ledger.ledgerQuery>], typeof ledger.ledger>(
    'GET',
    '/api/empire/:empire_id/ledger',
    'query',
  ),
  /** Your list of wishes: what is ordered as soon as it can be paid. */
  wishes: route<[empireId: string], typeof wishes.wishes>('GET', '/api/empire/:empire_id/wishes'),
  /** Sets the whole list in this order. An unknown id is left out, because that wish has been ordered. */
  setWishes: route<[empireId: string, list: Body<typeof wishes.setWishesBody>], typeof wishes.wishes>(
    'PUT',
    '/api/empire/:empire_id/wishes',
    'body',
  ),
  listCities: route<[empireId: string], typeof city.cities>('GET', '/api/empire/:empire_id/cities'),
  /** Founds a further city, on exactly this tile. */
  foundCity: route<
    [empireId: string, founding: Body<typeof city.foundCityBody>],
    typeof city.foundCityAnswer
  >('POST', '/api/empire/:empire_id/cities', 'body'),
  renameCity: route<[cityId: string, name: Body<typeof city.renameCityBody>], typeof city.foundCityAnswer>(
    'PUT',
    '/api/city/:city_id',
    'body',
  ),
  listBuildings: route<[cityId: string], typeof city.buildings>('GET', '/api/city/:city_id/buildings'),
  /** Orders levels of a building. */
  build: route<[cityId: string, order: Body<typeof city.buildBody>], typeof city.buildAnswer>(
    'POST',
    '/api/city/:city_id/buildings',
    'body',
  ),
  train: route<[cityId: string, order: Body<typeof city.trainBody>], typeof city.trainAnswer>(
    'POST',
    '/api/city/:city_id/train',
    'body',
  ),
  /** Cancels the unfinished levels of an order. */
  cancelOrder: route<[orderId: string], typeof city.cancelAnswer>('DELETE', '/api/order/:order_id'),
};
