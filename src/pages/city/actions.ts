/** The forms of a city's page: build, train, cancel. */
import { cancel } from '../../city/operations.ts';
import { orderParams } from '../../contract/city.ts';
import { defineAction, emptyBody } from '../framework/action.ts';
import { buildOrder, trainOrder } from '../shared/city-orders.ts';
import { amountsText } from '../shared/formatters.ts';
import { cityPage } from './page.ts';

export const cityActions = [
  defineAction({
    path: '/city/:city_id/build',
    page: cityPage,
    place: (_params, { type = '' }) => `build-${type}`,
    ...buildOrder,
  }),
  defineAction({ path: '/city/:city_id/train', page: cityPage, place: () => 'train', ...trainOrder }),
  defineAction({
    path: '/city/:city_id/order/:order_id/cancel',
    page: cityPage,
    place: () => 'queue',
    params: orderParams,
    body: emptyBody,
    fromFields: () => ({}),
    run: async ({ services, viewer, params }) => {
      const { refund } = await cancel(services, viewer.empireId, params.order_id);
      return { notice: `Cancelled; ${amountsText(refund)} came back.` };
    },
  }),
];
