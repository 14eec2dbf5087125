/** The orders of a city that its page and the dashboard share. */
import { build, train } from '../../city/operations.ts';
import { buildBody, trainBody } from '../../contract/city.ts';
import type { Actor } from '../../world/services.ts';
import type { z } from 'zod';
import { kindName, countOf } from './formatters.ts';
import { wholeNumber, type Fields } from './forms.ts';

type OrderRun<Body extends z.ZodType> = Actor & { params: { city_id: string }; body: z.output<Body> };

export const buildOrder = {
  body: buildBody,
  fromFields: ({ type, quantity }: Fields) => ({ type, quantity: wholeNumber(quantity) }),
  run: async ({ params, body, ...actor }: OrderRun<typeof buildBody>) => {
    const { building, order } = await build(actor, params.city_id, body);
    return { notice: `${kindName(building.type)} to level ${order.to_level} is ordered.` };
  },
};

export const trainOrder = {
  body: trainBody,
  fromFields: ({ unit_type, quantity }: Fields) => ({ unit_type, quantity: wholeNumber(quantity) }),
  run: async ({ params, body, ...actor }: OrderRun<typeof trainBody>) => {
    const { order } = await train(actor, params.city_id, body);
    return { notice: `${countOf(order.quantity, order.unit_type)} ordered.` };
  },
};
