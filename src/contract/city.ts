import { z } from 'zod';
import * as shared from './members.ts';
import { buildingStatus, buildingType, resource, unitType } from './kinds.ts';
import { amounts, location, named, placeGuard, tile } from './shapes.ts';
import { newName } from './new-name.ts';
import { integer, nullAs, timestamp, uuid } from './text.ts';

export const building = named('Building', 'A building; a city has at most one of each type.', {
  id: shared.id,
  type: buildingType,
  level: z.int().describe('0 until the first level is built.'),
  production: z.int().describe('Units of its resource per hour; 0 if it produces nothing.'),
  upkeep: z.int().describe('Gold per hour.'),
  status: buildingStatus,
});

const queuedLevel = named('QueuedLevel', 'A queued level. While it waits, its times are estimates.', {
  order_id: uuid.describe('For `DELETE /api/order/{order_id}`.'),
  type: buildingType,
  level: shared.level,
  starts_at: shared.startsAt,
  completes_at: timestamp.describe('When it is finished.'),
});

const trainingBatch = named(
  'TrainingBatch',
  'Units in training. While the batch waits, its times are estimates.',
  {
    order_id: uuid.describe('The id of the order.'),
    unit_type: unitType,
    quantity: shared.quantity,
    starts_at: shared.startsAt,
    completes_at: timestamp.describe('When it is finished.'),
  },
);

export const city = named('City', 'A city.', {
  id: shared.id,
  name: shared.name,
  population: z.int().describe('Inhabitants.'),
  location,
  buildings: z.array(building).describe('The buildings.'),
  production: amounts.describe(
    'Net output of the city per hour, minus the upkeep of its buildings. A sack halves it.',
  ),
  sacked_until: timestamp.nullable().describe('When a sack of the city ends; null if it is not sacked.'),
  construction: z.array(queuedLevel).optional().describe('Only for the owner.'),
  training: z.array(trainingBatch).optional().describe('Only for the owner.'),
});

export const cities = z.object({
  cities: z
    .array(city.extend({ guard: placeGuard.nullable().describe('The guard; null without one.') }))
    .describe('The cities.'),
});
export const buildings = z.object({
  buildings: z.array(building).describe('The buildings.'),
});

const cityName = newName(1, 50).describe('Unique among the cities of the empire, ignoring case.');

export const foundCityBody = z.object({ name: cityName, location: tile });
export const renameCityBody = z.object({ name: cityName });
export const foundCityResponse = z.object({ success: shared.success, city });

export const buildBody = z.object({
  type: buildingType,
  quantity: nullAs(1, integer(1, 25)).describe('Number of levels; 1 when absent or null.'),
});
export const buildResponse = z.object({
  success: shared.success,
  building,
  order: z
    .object({
      id: shared.id,
      from_level: z.int().describe('The first ordered level.'),
      to_level: z.int().describe('The last ordered level.'),
      cost: amounts,
      starts_at: shared.startsAt,
      completes_at: timestamp.describe('Completion of the last level. An estimate while the order waits.'),
    })
    .describe('The order.'),
});

export const trainBody = z.object({ unit_type: unitType, quantity: integer(1, 1000).describe('How many.') });
export const trainResponse = z.object({
  success: shared.success,
  order: z
    .object({
      id: shared.id,
      city_id: shared.cityId,
      unit_type: unitType,
      quantity: shared.quantity,
      cost: amounts,
      starts_at: shared.startsAt,
      completes_at: timestamp.describe('Delivery of the whole batch. An estimate while it waits.'),
    })
    .describe('The order.'),
});

export const exchangeBody = z
  .object({
    give: resource.describe('What is given.'),
    take: resource.describe('What is received; another resource.'),
    amount: integer(2, 100_000_000).describe('How much is given, in whole units.'),
  })
  .refine(({ give, take }) => give !== take, { path: ['take'], error: 'must be another resource' });
export const exchangeResponse = z.object({
  success: shared.success,
  received: z.int().describe('How much came in.'),
  resources: amounts.describe('The stock after the exchange.'),
});

export const cancelResponse = z.object({
  success: shared.success,
  refund: amounts.describe('80 % of the cost of the unfinished levels, rounded down.'),
});

export type BuildingView = z.infer<typeof building>;
export type CityView = z.infer<typeof city>;
