/** Contract of the rules of a world. */
import { z } from 'zod';
import * as shared from './members.ts';
import { buildingType, resource, unitType } from './kinds.ts';
import { goalRules } from './goals.ts';
import { leaveRules } from './leave.ts';
import { amounts, named, rateLimits, unitCounts } from './shapes.ts';

const level = z.object({
  level: shared.level,
  cost: amounts,
  seconds: z.number().describe('With a town hall of level 1.'),
  production: z.int().describe('Units per hour, or 0.'),
});

const buildingRules = named('BuildingRules', 'The numbers of a type of building.', {
  workers_per_level: z.int().describe('Inhabitants that each level takes.'),
  upkeep_per_level: z.int().describe('Gold per hour.'),
  produces: resource.nullable().describe('What it makes; null: nothing.'),
  needs: z
    .partialRecord(buildingType, z.int().describe('A level.'))
    .describe('Required levels of other buildings, by type.'),
  levels: z.array(level).describe('Its levels from 1.'),
});

const unitRules = named('UnitRules', 'The numbers of a type of unit.', {
  cost: amounts,
  value: z.int().describe('Its value in scores.'),
  attack: z.int().describe('Attack of one unit.'),
  hp: z.int().describe('Hit points of one unit.'),
  people: z.int().describe('Inhabitants that one unit takes.'),
  food_per_hour: z.int().describe('Food that one unit eats per hour.'),
  train_seconds: z.number().describe('With a training building of level 1.'),
  tiles_per_hour: z.int().describe('Speed of a march.'),
  carry: z.int().describe('Units of plunder it carries.'),
  strong_against: unitType.nullable().describe('The type that it fights best; null: none.'),
  trained_in: buildingType,
});

export const rules = named('Rules', 'Every number of a world.', {
  rules: z.int().describe('Version of the rules.'),
  speed: z.int().describe('Factor relative to an ordinary world. All durations and rates below include it.'),
  world_radius: z.int().describe('Tiles from the centre to each edge.'),
  limits: z
    .object({
      level: z.int().describe('Of a building.'),
      levels_above_town_hall: z.int().describe('Of another building, above the level of the town hall.'),
      build_queue: z.int().describe('Queued levels of a city.'),
      train_queue: z.int().describe('Queued batches of a city.'),
      batch: z.int().describe('Units in a batch.'),
      cities: z.int().describe('Of an empire.'),
      armies: z.int().describe('Of an empire.'),
      guards: z.int().describe('Armies of an empire that guard, or are on the way to do so.'),
      seats: z.int().describe('Of an empire.'),
      alliance_members: z.int().describe('Of an alliance.'),
      candidates: z.int().describe('Open invitations and applications of an alliance, and of an empire.'),
      wishes: z.int().describe('Of an empire.'),
      wished_levels: z.int().describe('Wished levels of a city.'),
      wished_batches: z.int().describe('Wished batches of a city.'),
      battle_rounds: z.int().describe('Of a battle.'),
      attack_orders: z.int().describe('Of a request.'),
      api_tokens: z.int().describe('Of an account.'),
      alarm_devices: z.int().describe('Browsers of an account that receive alarms.'),
      message_reports: z.int().describe('Of an account in 24 hours, also of names.'),
    })
    .describe('Maximum values.'),
  rate_limits: rateLimits,
  refund_percent: z.int().describe('Percentage of the cost of a cancelled level.'),
  starting: z.object({ resources: amounts, units: unitCounts }).describe('What an empire begins with.'),
  city: z
    .object({
      output_per_hour: z.int().describe('Of each resource, without any building.'),
      distance: z
        .int()
        .describe('Minimum distance of two cities in tiles: the larger of the differences in x and y.'),
      cost: amounts.describe('Cost of the second city; each further city costs twice as much.'),
    })
    .describe('The numbers of cities.'),
  buildings: z.record(buildingType, buildingRules).describe('The numbers of buildings, by type.'),
  storage_caps: z.array(z.int()).describe('Storage of a city for each resource, by warehouse level from 0.'),
  vaults: z
    .array(z.int())
    .describe('Amount of each resource that is safe from plunder, by warehouse level from 0.'),
  populations: z.array(z.int()).describe('Population of a city, by house level from 0.'),
  score: z
    .object({
      built: z.int().describe('Cost of what is built per point.'),
      arms: z.int().describe('Value of own units per point.'),
      destroyed: z.int().describe('Value of destroyed enemies per point.'),
    })
    .describe('Amount per point: cost of what is built, value of own units, value of destroyed enemies.'),
  protection: z
    .object({
      newcomer_hours: z.number().describe('Real hours from the founding, independent of the speed.'),
      newcomer_score: z.int().describe('The score that ends newcomer protection early.'),
      attacker_times: z
        .number()
        .describe('The score of an attacker is at most the newcomer’s score times this factor …'),
      attacker_plus: z.int().describe('… plus this number of points.'),
      weakest: z
        .number()
        .describe('Later, a target is protected if its score is below this fraction of the attacker’s …'),
      absence_days: z.number().describe('… unless its owner gave no command for this many real days …'),
      retaliation_days: z.number().describe('… or attacked the attacker within this many real days.'),
    })
    .describe('The numbers of protection.'),
  leave: leaveRules,
  alliance: z
    .object({
      pause_hours: z
        .number()
        .describe(
          'How long an empire that has left is safe from the members, and joins no other alliance; and they are safe from it.',
        ),
      leader_absence_days: z
        .number()
        .describe(
          'Real days without a command of the leader, after which the longest-serving officer leads.',
        ),
    })
    .describe('The numbers of alliances.'),
  battle: z
    .object({
      warning_seconds: z.number().describe('Minimum time from the order of an attack to its contact.'),
      recall_hours: z.number().describe('From a recall to the next attack on the same target.'),
      round_seconds: z.number().describe('Time between two rounds as they are shown.'),
      lowest_roll: z.int().describe('In thousandths, like the next three values.'),
      highest_roll: z.int().describe('In thousandths.'),
      lowest_morale: z.int().describe('In thousandths.'),
      ward_per_wall_level: z.int().describe('Damage to defenders is divided by 1000 plus this per level.'),
      volley_per_wall_level: z
        .int()
        .describe('Thousandths of its hit points that each attacking stack loses per level before round 1.'),
      catapults_per_wall_level: z
        .int()
        .describe('Surviving catapults per wall level destroyed in a victory.'),
      strong_times: z.number().describe('Factor on the damage to the type that a unit is strong against.'),
      people_per_militia: z.int().describe('Inhabitants of the city per militia unit.'),
      militia: z
        .object({
          attack: z.int().describe('Attack of one unit.'),
          hp: z.int().describe('Hit points of one unit.'),
        })
        .describe('The militia of a city.'),
    })
    .describe('The numbers of battles.'),
  villages: z
    .object({
      founded: z
        .array(
          z.object({
            distance: z.int().describe('Tiles from the capital to the tile that it is placed nearest to.'),
            strength: z.int().describe('Its strength at first.'),
          }),
        )
        .describe('The villages around a new capital, in the order of their numbers.'),
      always_founded: z.int().describe('The first villages that every capital gets; the others only …'),
      enough: z.int().describe('… while fewer villages than this …'),
      reach: z
        .int()
        .describe('… are within this distance in tiles, the larger of the differences in x and y.'),
      growth_hours: z.number().describe('Time in which a village grows by one strength.'),
      highest_strength: z.int().describe('The strength at which it stops growing.'),
      people_per_militia: z.int().describe('Inhabitants of a village per militia unit.'),
      strengths: z
        .array(
          z.object({
            strength: z.int().describe('The strength of the village.'),
            levels: z
              .partialRecord(buildingType, z.int().describe('A level.'))
              .describe('Levels of its buildings, by type.'),
            population: z.int().describe('Inhabitants.'),
            militia: z.int().describe('Whole for every contact.'),
            initial_stock: amounts.describe('Stock of a village that is founded with this strength.'),
          }),
        )
        .describe('A village of each strength from 0.'),
    })
    .describe('The numbers of villages.'),
  seats: z
    .object({
      foundings_per_seat: z.int().describe('Foundings of empires for each further seat.'),
      keeper_militia: z.int().describe('Militia of a keeper, whole for every contact.'),
      warning_seconds: z
        .number()
        .describe('Minimum time from the order of an attack on a seat to its contact.'),
      truce_hours: z.number().describe('How long a seat cannot be attacked after a change of its holder.'),
      morale_per_hour: z
        .int()
        .describe(
          'Thousandths of morale that attackers gain per hour that a player holds the seat, in steps of 5.',
        ),
      highest_morale_bonus: z.int().describe('Limit of the bonus, in thousandths.'),
      crowns_per_hour: z.int().describe('Crowns that a player earns with each seat.'),
      reign_hours: z.number().describe('Length of a reign.'),
    })
    .describe('The numbers of seats.'),
  plunder: z
    .object({
      share: z
        .number()
        .describe(
          'Fraction of the city’s share of the stock above its vault; halved for each recent plundering in full.',
        ),
      most_halvings: z.int().describe('How often the share is halved at most.'),
      memory_hours: z.number().describe('How long a plundering counts as recent.'),
      spared_hours: z.number().describe('Younger empires lose nothing.'),
      sack_hours: z.number().describe('How long a defeated city makes half its output.'),
    })
    .describe('The numbers of plundering.'),
  goals: goalRules,
  exchange: z
    .object({
      percent: z.int().describe('What a market gives of what it takes, in per cent …'),
      percent_per_level: z.int().describe('… and how much more for each of its levels …'),
      highest_percent: z.int().describe('… up to this.'),
    })
    .describe('The exchange of one resource for another.'),
  deserters_one_in: z
    .int()
    .describe('Without food, one unit in this many of each stack deserts per hour, rounded up.'),
  units: z.record(unitType, unitRules).describe('The numbers of units, by type.'),
});

export type Rules = z.infer<typeof rules>;
