/** Contract of an empire's wishes. */
import { z } from 'zod';
import * as shared from './members.ts';
import { buildingType, unitType, wishState } from './kinds.ts';
import { amounts, named } from './shapes.ts';
import { integer, timestamp, uuid } from './text.ts';

const dueAt = timestamp.nullable().describe('Of the next wish, if nothing changes before; otherwise null.');
const id = uuid.describe('Also the `order_id` of the order that it becomes.');

const wishedLevel = named('WishedLevel', 'A wish for the next level of a building.', {
  id,
  city_id: shared.cityId,
  type: buildingType,
  level: z.int().describe('The level after those that are queued or earlier on the list.'),
  quantity: z.literal(1).describe('How many.'),
  cost: amounts.nullable().describe('Of that level; null above the highest.'),
  state: wishState,
  due_at: dueAt,
});

const wishedBatch = named('WishedBatch', 'A wish for a batch of units.', {
  id,
  city_id: shared.cityId,
  unit_type: unitType,
  quantity: shared.quantity,
  cost: amounts,
  state: wishState,
  due_at: dueAt,
});

export const wishes = z.object({
  wishes: z.array(z.union([wishedLevel, wishedBatch])).describe('In the order of the list.'),
  reserve: amounts.describe('What wishes leave in the stock.'),
});

const reserved = integer(0, 100_000_000);
export const reserve = z.object({
  gold: reserved.describe('Amount of gold.'),
  food: reserved.describe('Amount of food.'),
  materials: reserved.describe('Amount of materials.'),
});

export const newWishedLevel = z.object({ city_id: shared.cityId, type: buildingType });
export const newWishedBatch = z.object({
  city_id: shared.cityId,
  unit_type: unitType,
  quantity: integer(1, 1000).describe('How many.'),
});

const wantedWish = z.union([z.object({ id: shared.id }), newWishedLevel, newWishedBatch], {
  error: 'must have an id, a city_id and a type, or a city_id, a unit_type and a quantity from 1 to 1000',
});

export const setWishesBody = z.object({
  wishes: z
    .array(wantedWish)
    .max(60)
    .describe(
      'The whole list in its new order. An unknown `id` is left out: that wish has been ordered. A city has at most 10 levels and 3 batches.',
    ),
  reserve: reserve.optional().describe('Absent: unchanged.'),
});

export type WishesView = z.infer<typeof wishes>;
