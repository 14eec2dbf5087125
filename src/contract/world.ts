/** The wire of the world itself: its rules, and a window of its map. */
import { z } from 'zod';
import { amounts, location, unitCounts } from './shapes.ts';
import { queryInteger, timestamp, uuid } from './text.ts';
import { armyStatuses, buildingTypes, resources, unitTypes } from './vocabulary.ts';

export const mapQuery = z.object({
  x: queryInteger(-1_000_000, 1_000_000),
  y: queryInteger(-1_000_000, 1_000_000),
  /** The window reaches this many tiles to each side. */
  radius: queryInteger(1, 50).default(10),
});

export const map = z.object({
  cities: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      location,
      empire_id: uuid,
      empire_name: z.string(),
      score: z.int(),
      /** Whether a program of the operator's plays its empire. */
      is_bot: z.boolean(),
    }),
  ),
  /** Standing armies; marches are not shown. */
  armies: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      location,
      units: unitCounts,
      status: z.enum(armyStatuses),
      empire_id: uuid,
      empire_name: z.string(),
      is_bot: z.boolean(),
    }),
  ),
  server_time: timestamp,
});

const level = z.object({
  level: z.int(),
  cost: amounts,
  /** With a town hall of level 1. */
  seconds: z.number(),
  /** Output an hour, or 0. */
  production: z.int(),
});

export const rules = z.object({
  speed: z.int(),
  world_radius: z.int(),
  limits: z.record(z.string(), z.number()),
  starting: z.object({ resources: amounts, units: unitCounts }),
  city: z.object({ output_per_hour: z.int(), distance: z.int(), cost: amounts }),
  buildings: z.record(
    z.enum(buildingTypes),
    z.object({
      workers_per_level: z.int(),
      upkeep_per_level: z.int(),
      produces: z.enum(resources).nullable(),
      needs: z.record(z.string(), z.int()),
      levels: z.array(level),
    }),
  ),
  storage_caps: z.array(z.int()),
  vaults: z.array(z.int()),
  populations: z.array(z.int()),
  units: z.record(
    z.enum(unitTypes),
    z.object({
      cost: amounts,
      value: z.int(),
      attack: z.int(),
      hp: z.int(),
      people: z.int(),
      food_per_hour: z.int(),
      train_seconds: z.number(),
      tiles_per_hour: z.int(),
      carry: z.int(),
      strong_against: z.enum(unitTypes).nullable(),
      trained_in: z.enum(buildingTypes),
    }),
  ),
});
