/** The wire of the world itself: its rules, and a window of its map. */
import { z } from 'zod';
import { amounts, location, unitCounts } from './shapes.ts';
import { queryInteger, timestamp, uuid } from './text.ts';
import { armyStatuses, buildingTypes, resources, unitTypes } from './vocabulary.ts';

export const mapQuery = z.object({
  x: queryInteger(-1_000_000, 1_000_000),
  y: queryInteger(-1_000_000, 1_000_000),
  radius: queryInteger(1, 50).default(10).describe('The window reaches this many tiles to each side.'),
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
      is_bot: z.boolean().describe('Whether a program of the operator’s plays its empire.'),
    }),
  ),
  armies: z
    .array(
      z.object({
        id: uuid,
        name: z.string(),
        location,
        units: unitCounts,
        status: z.enum(armyStatuses),
        empire_id: uuid,
        empire_name: z.string(),
        is_bot: z.boolean().describe('Whether a program of the operator’s plays its empire.'),
      }),
    )
    .describe('Those that stand; marches are not shown.'),
  server_time: timestamp,
});

const level = z.object({
  level: z.int(),
  cost: amounts,
  seconds: z.number().describe('With a town hall of level 1.'),
  production: z.int().describe('Units an hour, or 0.'),
});

export const rules = z.object({
  speed: z
    .int()
    .describe('How many times as fast as an ordinary world; durations and rates below hold at it.'),
  world_radius: z.int().describe('Tiles from the middle to each edge.'),
  limits: z.record(z.string(), z.number()),
  starting: z.object({ resources: amounts, units: unitCounts }),
  city: z.object({
    output_per_hour: z.int().describe('Of each resource, without any building.'),
    distance: z
      .int()
      .describe('Tiles that two cities stand apart at least, by the larger of the two distances.'),
    cost: amounts.describe('Of the second city; each further one costs twice as much.'),
  }),
  buildings: z.record(
    z.enum(buildingTypes),
    z.object({
      workers_per_level: z.int(),
      upkeep_per_level: z.int().describe('Gold an hour.'),
      produces: z.enum(resources).nullable(),
      needs: z.record(z.string(), z.int()).describe('Levels of other buildings, by type.'),
      levels: z.array(level),
    }),
  ),
  storage_caps: z
    .array(z.int())
    .describe('What a city stores of each resource, by level of its warehouse from 0.'),
  vaults: z
    .array(z.int())
    .describe('What is safe from plunder of each resource, by level of the warehouse from 0.'),
  populations: z.array(z.int()).describe('People, by level of the houses from 0.'),
  units: z.record(
    z.enum(unitTypes),
    z.object({
      cost: amounts,
      value: z.int().describe('What it counts for in scores.'),
      attack: z.int(),
      hp: z.int(),
      people: z.int(),
      food_per_hour: z.int(),
      train_seconds: z.number().describe('With a training building of level 1.'),
      tiles_per_hour: z.int(),
      carry: z.int().describe('Units of plunder.'),
      strong_against: z.enum(unitTypes).nullable(),
      trained_in: z.enum(buildingTypes),
    }),
  ),
});
