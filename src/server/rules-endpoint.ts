/** The JSON route of the rules, from the tables of `src/game`. */
import type { Router } from 'express';
import { alarmLimits } from '../contract/alarms.ts';
import { maxAttackOrders } from '../contract/battle.ts';
import { messageLimits } from '../contract/messages.ts';
import { maxTokens } from '../contract/tokens.ts';
import * as contract from '../contract/world.ts';
import type { Rules } from '../contract/world.ts';
import { buildingTypes, goalNames, unitTypes } from '../contract/vocabulary.ts';
import * as game from '../game/numbers.ts';
import { routerOf, type RouterDeps } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import type { RateLimits } from '../http/limits/rate-limit.ts';
import { dayMs, hourMs } from '../kernel/time.ts';
import type { WorldSettings } from '../world/rows/load.ts';

const levels = Array.from({ length: game.maxLevel }, (_, index) => index + 1);

/** At this world's speed: durations in seconds, rates per hour. */
function rulesOf({ speed, radius }: WorldSettings, { auth, data, action }: RateLimits): Rules {
  const buildings = Object.fromEntries(
    buildingTypes.map((type) => {
      const { workersPerLevel, upkeepPerLevel, output, needs } = game.buildingRules[type];
      return [
        type,
        {
          workers_per_level: workersPerLevel,
          upkeep_per_level: upkeepPerLevel * speed,
          produces: output?.resource ?? null,
          needs,
          levels: levels.map((level) => ({
            level,
            cost: game.levelCost(type, level),
            seconds: game.buildMs(level, game.levelCost(type, level), 1, speed) / 1000,
            production: game.outputPerHour(type, level) * speed,
          })),
        },
      ];
    }),
  ) as Rules['buildings'];
  const units = Object.fromEntries(
    unitTypes.map((type) => {
      const rule = game.unitRules[type];
      return [
        type,
        {
          cost: rule.cost,
          value: rule.value,
          attack: rule.attack,
          hp: rule.hp,
          people: rule.people,
          food_per_hour: rule.foodPerHour * speed,
          train_seconds: game.trainMs(type, 1, 1, speed) / 1000,
          tiles_per_hour: rule.tilesPerHour * speed,
          carry: rule.carry,
          strong_against: rule.strongAgainst,
          trained_in: rule.trainedIn,
        },
      ];
    }),
  ) as Rules['units'];
  return {
    rules: game.rulesVersion,
    speed,
    world_radius: radius,
    limits: {
      level: game.maxLevel,
      levels_above_town_hall: game.levelsAboveTownHall,
      build_queue: game.buildQueueLength,
      train_queue: game.trainQueueLength,
      batch: game.maxBatch,
      cities: game.maxCities,
      armies: game.armyLimit,
      guards: game.guardLimit,
      seats: game.seatLimit,
      alliance_members: game.maxMembers,
      candidates: game.maxCandidates,
      wishes: game.maxWishes,
      wished_levels: game.maxWishedLevels,
      wished_batches: game.maxWishedBatches,
      battle_rounds: game.maxRounds,
      attack_orders: maxAttackOrders,
      api_tokens: maxTokens,
      alarm_devices: alarmLimits.devices,
      message_reports: messageLimits.reportsPerDay,
    },
    rate_limits: { auth, data, action },
    refund_percent: game.refundPercent,
    score: game.perPoint,
    protection: {
      newcomer_hours: game.newcomerMs / hourMs,
      newcomer_score: game.newcomerScore,
      attacker_times: game.attackerTimes,
      attacker_plus: game.attackerPlus,
      weakest: 1 / game.strongestTimes,
      absence_days: game.absenceMs / dayMs,
      retaliation_days: game.retaliationMs / dayMs,
    },
    leave: {
      shortest_days: game.minLeaveDays,
      longest_days: game.maxLeaveDays,
      pause_days: game.leavePauseMs / dayMs,
      notice_limit_hours: game.noticeLimitMs / hourMs / speed,
      notice_hours: game.noticeMs / hourMs / speed,
    },
    alliance: {
      pause_hours: game.alliancePauseMs / hourMs / speed,
      leader_absence_days: game.leaderAbsenceMs / dayMs,
    },
    battle: {
      warning_seconds: game.minWarningMs / 1000 / speed,
      recall_hours: game.recallPauseMs / hourMs / speed,
      round_seconds: game.roundMs(speed) / 1000,
      lowest_roll: game.minRoll,
      highest_roll: game.maxRoll,
      lowest_morale: game.minMorale,
      ward_per_wall_level: game.wardPerWallLevel,
      volley_per_wall_level: game.volleyPerWallLevel,
      catapults_per_wall_level: game.catapultsPerWallLevel,
      strong_times: game.strongTimes,
      people_per_militia: game.militiaPerPopulation,
      militia: { attack: game.stackRules.militia.attack, hp: game.stackRules.militia.hp },
    },
    villages: {
      founded: [...game.villageRules],
      always_founded: game.alwaysFounded,
      enough: game.surroundings.enough,
      reach: game.surroundings.reach,
      growth_hours: game.growthMs / hourMs / speed,
      highest_strength: game.maxStrength,
      people_per_militia: game.militiaPerVillagePopulation,
      strengths: game
        .villageStrengths()
        .map(({ initialStock, ...rest }) => ({ ...rest, initial_stock: initialStock })),
    },
    seats: {
      foundings_per_seat: game.foundingsPerSeat,
      keeper_militia: game.keeperMilitia,
      warning_seconds: game.seatWarningMs / 1000 / speed,
      truce_hours: game.truceMs / hourMs / speed,
      morale_per_hour: game.wearinessPerHour * speed,
      highest_morale_bonus: game.maxWeariness,
      crowns_per_hour: speed,
      reign_hours: game.reignMs(speed) / hourMs,
    },
    plunder: {
      share: 1 / 2,
      most_halvings: game.maxHalvings,
      memory_hours: game.memoryMs / hourMs / speed,
      spared_hours: game.unplunderedMs / hourMs / speed,
      sack_hours: game.sackMs / hourMs / speed,
    },
    goals: goalNames.map((name) => {
      const { counts, of, atLeast } = game.goalRules[name];
      return { name, counts, of: [...of], at_least: atLeast, reward: game.rewardOf(name) };
    }),
    exchange: {
      percent: game.exchangeRules.basePercent,
      percent_per_level: game.exchangeRules.percentPerLevel,
      highest_percent: game.exchangeRules.highestPercent,
    },
    deserters_one_in: game.desertersOneIn,
    starting: { resources: game.startingStock, units: game.startingUnits },
    city: {
      output_per_hour: game.cityOutput * speed,
      distance: game.cityDistance,
      cost: game.foundingCost,
    },
    buildings,
    storage_caps: [0, ...levels].map(game.storageCap),
    vaults: [0, ...levels].map(game.vaultOf),
    populations: [0, ...levels].map(game.housePopulation),
    units,
  };
}

const endpoint = endpointsOf('rules');

export function createRulesRouter(settings: WorldSettings, limits: RateLimits, deps: RouterDeps): Router {
  const rules = rulesOf(settings, limits);
  return routerOf([
    endpoint.get('/api/rules', {
      summary: 'Every type, cost, formula input and limit of this world',
      auth: 'none',
      response: contract.rules,
      isConstant: true,
      run: () => Promise.resolve(rules),
    }),
  ])(deps);
}
