/** The wire of cities and buildings. */
import { z } from 'zod';
import { amounts, location, tile } from './shapes.ts';
import { integer, name, timestamp, uuid } from './text.ts';
import { buildingStatuses, buildingTypes, unitTypes } from './vocabulary.ts';

export const cityParams = z.object({ city_id: uuid });
export const orderParams = z.object({ order_id: uuid });

export const building = z
  .object({
    id: uuid,
    type: z.enum(buildingTypes),
    level: z.int().describe('0 while the first level is still to be built.'),
    production: z.int().describe('Units of its own resource an hour; 0 for what makes nothing.'),
    upkeep: z.int().describe('Gold an hour.'),
    status: z
      .enum(buildingStatuses)
      .describe(
        '`planned` before its first level stands, `constructing` while a further one is being built.',
      ),
  })
  .meta({ id: 'Building', description: 'A building; each type stands once in a city.' });

const queuedLevel = z
  .object({
    order_id: uuid.describe('To cancel it with.'),
    type: z.enum(buildingTypes),
    level: z.int(),
    starts_at: timestamp,
    completes_at: timestamp,
  })
  .meta({
    id: 'QueuedLevel',
    description: 'A level in the queue; the moments of one that waits are estimates.',
  });

const trainingBatch = z
  .object({
    order_id: uuid,
    unit_type: z.enum(unitTypes),
    quantity: z.int(),
    starts_at: timestamp,
    completes_at: timestamp,
  })
  .meta({
    id: 'TrainingBatch',
    description: 'Units in training; the moments of a batch that waits are estimates.',
  });

export const city = z
  .object({
    id: uuid,
    name: z.string(),
    population: z.int().describe('People who live here.'),
    location,
    buildings: z.array(building),
    production: amounts.describe('Net output of the city an hour, upkeep of its buildings taken off.'),
    construction: z.array(queuedLevel).optional().describe('Only its owner sees it.'),
    training: z.array(trainingBatch).optional().describe('Only its owner sees it.'),
  })
  .meta({ id: 'City', description: 'A city.' });

export const cities = z.object({ cities: z.array(city) });
export const buildings = z.object({ buildings: z.array(building) });

export const foundCityBody = z.object({ name: name(1, 50), location: tile });
export const foundCityAnswer = z.object({ success: z.literal(true), city });

export const buildBody = z.object({
  type: z.enum(buildingTypes),
  quantity: integer(1, 20).default(1).describe('How many levels.'),
});
export const buildAnswer = z.object({
  success: z.literal(true),
  building,
  order: z.object({
    id: uuid,
    from_level: z.int(),
    to_level: z.int(),
    cost: amounts,
    starts_at: timestamp,
    completes_at: timestamp.describe('Of the last level; an estimate while the order waits.'),
  }),
});

export const trainBody = z.object({ unit_type: z.enum(unitTypes), quantity: integer(1, 1000) });
export const trainAnswer = z.object({
  success: z.literal(true),
  order: z.object({
    id: uuid,
    city_id: uuid,
    unit_type: z.enum(unitTypes),
    quantity: z.int(),
    cost: amounts,
    starts_at: timestamp,
    completes_at: timestamp.describe('The whole batch arrives at once; an estimate while it waits.'),
  }),
});

export const cancelAnswer = z.object({
  success: z.literal(true),
  refund: amounts.describe('80 % of what the unfinished levels cost, rounded down.'),
});

export type BuildingView = z.infer<typeof building>;
export type CityView = z.infer<typeof city>;
