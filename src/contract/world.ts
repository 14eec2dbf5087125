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
  limits: z
    .record(z.string(), z.number())
    .describe('The most of each: levels of a building, levels above the town hall, orders in a queue, …'),
  refund_percent: z.int().describe('Of the cost of a level that is cancelled.'),
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
  score: z
    .object({ built: z.int(), arms: z.int(), destroyed: z.int() })
    .describe('What a point stands for: of cost built, of value under arms, of value of enemies destroyed.'),
  protection: z.object({
    newcomer_hours: z.number().describe('Real hours from the founding, whatever the speed.'),
    newcomer_score: z.int().describe('The score that ends it early.'),
    attacker_times: z
      .number()
      .describe('A newcomer is attacked by scores of at most so many times its own …'),
    attacker_plus: z.int().describe('… plus so many points.'),
    weakest: z.number().describe('Afterwards nobody attacks a score below this part of his own …'),
    absence_days: z.number().describe('… unless its owner gave no command for so many real days …'),
    retaliation_days: z.number().describe('… or attacked him within so many real days.'),
  }),
  battle: z.object({
    warning_seconds: z.number().describe('From the order of an attack to its contact, at least.'),
    round_seconds: z.number().describe('From one round as it is shown to the next.'),
    lowest_roll: z.int().describe('Thousandths, like the three that follow.'),
    highest_roll: z.int(),
    lowest_morale: z.int(),
    ward_per_wall_level: z.int().describe('Added to the 1000 that damage to defenders is divided by.'),
    catapults_per_wall_level: z.int().describe('Left after a victory, for each level that the wall loses.'),
    strong_times: z.number().describe('The damage to what a unit is strong against.'),
    people_per_militia: z.int().describe('Of a city’s population.'),
    militia: z.object({ attack: z.int(), hp: z.int() }),
  }),
  plunder: z.object({
    share: z
      .number()
      .describe('Of what lies open; halved again for each time the city was plundered lately.'),
    most_halvings: z.int(),
    memory_hours: z.number().describe('How long a plundering counts.'),
    spared_hours: z.number().describe('An empire younger than that loses nothing.'),
  }),
  deserters_one_in: z.int().describe('Of every stack, each hour without food.'),
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
