import { z } from 'zod';
import { cancel, exchangeAt, renameCity } from '../../city/operations.ts';
import { exchangeBody, renameCityBody } from '../../contract/city.ts';
import { newWishedBatch, newWishedLevel } from '../../contract/wishes.ts';
import { addWish } from '../../empire/wishes.ts';
import { defineAction } from '../framework/action.ts';
import { buildOrder, trainOrder } from '../shared/city-orders.ts';
import { amountsText, group } from '../shared/formatters.ts';
import { wholeNumber, type Fields } from '../shared/forms.ts';
import { aheadText } from '../shared/wish-views.ts';
import { cityPage } from './page.ts';

const isBatch = ({ unit_type }: Fields): boolean => unit_type !== undefined;

export const cityActions = [
  defineAction('/city/:city_id/name', cityPage, {
    anchor: () => 'rename',
    body: renameCityBody,
    run: async ({ params, body, ...context }) => {
      const { city } = await renameCity(context, params.city_id, body);
      return { notice: `The city is called ${city.name} now.` };
    },
  }),
  defineAction('/city/:city_id/build', cityPage, {
    anchor: (_params, { type = '' }) => `build-${type}`,
    ...buildOrder,
  }),
  defineAction('/city/:city_id/train', cityPage, { anchor: () => 'train', ...trainOrder }),
  defineAction('/city/:city_id/wish', cityPage, {
    anchor: (_params, fields) => (isBatch(fields) ? 'train' : `build-${fields.type ?? ''}`),
    body: z.union([newWishedBatch.omit({ city_id: true }), newWishedLevel.omit({ city_id: true })]),
    fromFields: (fields) =>
      isBatch(fields)
        ? { unit_type: fields.unit_type, quantity: wholeNumber(fields.quantity) }
        : { type: fields.type },
    run: async ({ params: { city_id: cityId }, body, ...context }) => {
      const wish =
        'type' in body
          ? { cityId, type: body.type }
          : { cityId, unit: body.unit_type, quantity: body.quantity };
      const { id, position, ahead } = await addWish(context, wish);
      if (position === null) return { notice: 'Paid and ordered at once.' };
      const needed = aheadText(ahead);
      const notice = `Added to your standing orders at place ${position}.`;
      return needed === null
        ? { notice }
        : { notice: `${notice} It needs ${needed} first.`, fields: { wish: id, needed } };
    },
  }),
  defineAction('/city/:city_id/exchange', cityPage, {
    anchor: () => 'exchange',
    body: exchangeBody,
    fromFields: ({ give, take, amount }) => ({ give, take, amount: wholeNumber(amount) }),
    run: async ({ params, body, ...context }) => {
      const { received } = await exchangeAt(context, params.city_id, body);
      return { notice: `You gave ${group(body.amount)} ${body.give} for ${group(received)} ${body.take}.` };
    },
  }),
  defineAction('/city/:city_id/order/:order_id/cancel', cityPage, {
    anchor: () => 'queue',
    run: async ({ params, ...context }) => {
      const { refund } = await cancel(context, params.order_id);
      return { notice: `Cancelled; ${amountsText(refund)} came back.` };
    },
  }),
];
