/** The orders of a city. The first steps of the dashboard use the same forms. */
import { build, cancel, train } from '../../city/operations.ts';
import { buildBody, cityParams, orderParams, trainBody } from '../../contract/city.ts';
import { defineAction, emptyBody } from '../framework/action.ts';
import { dashboardPage } from '../dashboard/page.ts';
import { wholeNumber, type Fields } from '../shared/forms.ts';
import type { Page, Params } from '../framework/page.ts';
import { amountsText, buildingNames, countOf } from '../shared/formatters.ts';
import { cityPage } from './page.ts';

type MessagePlace = (params: Params, fields: Fields) => string;

const buildAt = (path: string, page: Page, place: MessagePlace) =>
  defineAction({
    path,
    page,
    place,
    params: cityParams,
    body: buildBody,
    fromFields: ({ type, quantity }) => ({ type, quantity: wholeNumber(quantity) }),
    run: async ({ services, viewer, params, body }) => {
      const { building, order } = await build(services, viewer.empireId, params.city_id, body);
      return { notice: `${buildingNames[building.type]} to level ${order.to_level} is ordered.` };
    },
  });

const trainAt = (path: string, page: Page, place: MessagePlace) =>
  defineAction({
    path,
    page,
    place,
    params: cityParams,
    body: trainBody,
    fromFields: ({ unit_type, quantity }) => ({ unit_type, quantity: wholeNumber(quantity) }),
    run: async ({ services, viewer, params, body }) => {
      const { order } = await train(services, viewer.empireId, params.city_id, body);
      return { notice: `${countOf(order.quantity, order.unit_type)} ordered.` };
    },
  });

const stepPlace: MessagePlace = () => 'next-step';

export const cityActions = [
  buildAt('/city/:city_id/build', cityPage, (_params, { type = '' }) => `build-${type}`),
  buildAt('/dashboard/city/:city_id/build', dashboardPage, stepPlace),
  trainAt('/city/:city_id/train', cityPage, () => 'train'),
  trainAt('/dashboard/city/:city_id/train', dashboardPage, stepPlace),
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
