/** The wire of cities and buildings. */
import { z } from 'zod';
import { amounts, location, tile } from './shapes.ts';
import { integer, name, timestamp, uuid } from './text.ts';
import { buildingStatuses, buildingTypes, unitTypes } from './vocabulary.ts';

export const cityParams = z.object({ city_id: uuid });
export const orderParams = z.object({ order_id: uuid });

export const building = z.object({
  id: uuid,
  type: z.enum(buildingTypes),
  level: z.int(),
  /** Hourly output of its own resource; 0 for what makes nothing. */
  production: z.int(),
  /** Gold an hour. */
  upkeep: z.int(),
  status: z.enum(buildingStatuses),
});

/** A level in the queue; the moments of one that waits are estimates. */
const queuedLevel = z.object({
  order_id: uuid,
  type: z.enum(buildingTypes),
  level: z.int(),
  starts_at: timestamp,
  completes_at: timestamp,
});

const trainingBatch = z.object({
  order_id: uuid,
  unit_type: z.enum(unitTypes),
  quantity: z.int(),
  starts_at: timestamp,
  completes_at: timestamp,
});

export const city = z.object({
  id: uuid,
  name: z.string(),
  population: z.int(),
  location,
  buildings: z.array(building),
  /** Net output of the city an hour, upkeep of its buildings taken off. */
  production: amounts,
  /** Only its owner sees what is ordered. */
  construction: z.array(queuedLevel).optional(),
  training: z.array(trainingBatch).optional(),
});

export const cities = z.object({ cities: z.array(city) });
export const buildings = z.object({ buildings: z.array(building) });

export const foundCityBody = z.object({ name: name(1, 50), location: tile });
export const foundCityAnswer = z.object({ success: z.literal(true), city });

export const buildBody = z.object({ type: z.enum(buildingTypes), quantity: integer(1, 20).default(1) });
export const buildAnswer = z.object({
  success: z.literal(true),
  building,
  order: z.object({
    id: uuid,
    from_level: z.int(),
    to_level: z.int(),
    cost: amounts,
    starts_at: timestamp,
    completes_at: timestamp,
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
    completes_at: timestamp,
  }),
});

export const cancelAnswer = z.object({ success: z.literal(true), refund: amounts });

export type BuildingView = z.infer<typeof building>;
export type CityView = z.infer<typeof city>;
