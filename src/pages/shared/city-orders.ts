/** The orders of a city that its page and the dashboard share. */
import { build, train } from '../../city/operations.ts';
import { buildBody, trainBody } from '../../contract/city.ts';
import type { Context } from '../../world/services.ts';
import type { z } from 'zod';
import { kindName, countOf } from './formatters.ts';
import { wholeNumber, type Fields } from './forms.ts';

type OrderRun<Body extends z.ZodType> = Context & { params: { city_id: string }; body: z.output<Body> };

export const buildOrder = {
  body: buildBody,
  fromFields: ({ type, quantity }: Fields) => ({ type, quantity: wholeNumber(quantity) }),
  run: async ({ params, body, ...context }: OrderRun<typeof buildBody>) => {
    const { building, order } = await build(context, params.city_id, body);
    return { notice: `${kindName(building.type)} to level ${order.to_level} is ordered.` };
  },
};

export const trainOrder = {
  body: trainBody,
  fromFields: ({ unit_type, quantity }: Fields) => ({ unit_type, quantity: wholeNumber(quantity) }),
  run: async ({ params, body, ...context }: OrderRun<typeof trainBody>) => {
    const { order } = await train(context, params.city_id, body);
    return { notice: `${countOf(order.quantity, order.unit_type)} ordered.` };
  },
};
