/** The JSON route of the rules: every type, cost, formula input and limit, from the tables of `src/game`. */
import * as contract from '../contract/world.ts';
import type { Rules } from '../contract/world.ts';
import { buildingTypes, deedNames, goalNames, unitTypes } from '../contract/vocabulary.ts';
import { alliancePauseMs, leaderAbsenceMs, maxCandidates, maxMembers } from '../game/alliances.ts';
import * as balance from '../game/balance.ts';
import { minWarningMs } from '../game/attack.ts';
import * as battle from '../game/battle.ts';
import { buildMs, refundPercent } from '../game/construction.ts';
import { deedRules } from '../game/deed-rules.ts';
import { goalRules, rewardOf } from '../game/goals.ts';
import { desertersOneIn } from '../game/hunger.ts';
import { leavePauseMs, maxLeaveDays, minLeaveDays, noticeLimitMs, noticeMs } from '../game/leave.ts';
import { memoryMs, maxHalvings } from '../game/plunder.ts';
import * as protection from '../game/protection.ts';
import { recallPauseMs } from '../game/recalls.ts';
import { sackMs } from '../game/sack.ts';
import { reignMs } from '../game/reigns.ts';
import * as seats from '../game/seats.ts';
import { perPoint } from '../game/scoring.ts';
import { trainMs } from '../game/training.ts';
import * as villages from '../game/villages.ts';
import { maxWishedBatches, maxWishedLevels, maxWishes } from '../game/wishes.ts';
import { endpointsOf, type Endpoint } from '../http/endpoint.ts';
import type { RateLimits } from '../http/limits/rate-limit.ts';
import { dayMs, hourMs } from '../kernel/time.ts';
import type { WorldSettings } from '../world/rows/load.ts';

const levels = Array.from({ length: balance.maxLevel }, (_, index) => index + 1);

/** Every number at this world's speed: durations in seconds, rates per hour. */
function rulesOf({ speed, radius }: WorldSettings, { auth, data, action }: RateLimits): Rules {
  const buildings = Object.fromEntries(
    buildingTypes.map((type) => {
      const { workersPerLevel, upkeepPerLevel, output, needs } = balance.buildingRules[type];
      return [
        type,
        {
          workers_per_level: workersPerLevel,
          upkeep_per_level: upkeepPerLevel * speed,
          produces: output?.resource ?? null,
          needs,
          levels: levels.map((level) => ({
            level,
            cost: balance.levelCost(type, level),
            seconds: buildMs(level, balance.levelCost(type, level), 1, speed) / 1000,
            production: balance.outputPerHour(type, level) * speed,
          })),
        },
      ];
    }),
  ) as Rules['buildings'];
  const units = Object.fromEntries(
    unitTypes.map((type) => {
      const rule = balance.unitRules[type];
      return [
        type,
        {
          cost: rule.cost,
          value: rule.value,
          attack: rule.attack,
          hp: rule.hp,
          people: rule.people,
          food_per_hour: rule.foodPerHour * speed,
          train_seconds: trainMs(type, 1, 1, speed) / 1000,
          tiles_per_hour: rule.tilesPerHour * speed,
          carry: rule.carry,
          strong_against: rule.strongAgainst,
          trained_in: rule.trainedIn,
        },
      ];
    }),
  ) as Rules['units'];
  return {
    rules: balance.rulesVersion,
    speed,
    world_radius: radius,
    limits: {
      level: balance.maxLevel,
      levels_above_town_hall: balance.levelsAboveTownHall,
      build_queue: balance.buildQueueLength,
      train_queue: balance.trainQueueLength,
      batch: balance.maxBatch,
      cities: balance.maxCities,
      armies: balance.armyLimit,
      seats: seats.seatLimit,
      alliance_members: maxMembers,
      candidates: maxCandidates,
      wishes: maxWishes,
      wished_levels: maxWishedLevels,
      wished_batches: maxWishedBatches,
      battle_rounds: battle.maxRounds,
    },
    rate_limits: { auth, data, action },
    refund_percent: refundPercent,
    score: perPoint,
    protection: {
      newcomer_hours: protection.newcomerMs / hourMs,
      newcomer_score: protection.newcomerScore,
      attacker_times: protection.attackerTimes,
      attacker_plus: protection.attackerPlus,
      weakest: 1 / protection.strongestTimes,
      absence_days: protection.absenceMs / dayMs,
      retaliation_days: protection.retaliationMs / dayMs,
    },
    leave: {
      shortest_days: minLeaveDays,
      longest_days: maxLeaveDays,
      pause_days: leavePauseMs / dayMs,
      notice_limit_hours: noticeLimitMs / hourMs / speed,
      notice_hours: noticeMs / hourMs / speed,
    },
    alliance: {
      pause_hours: alliancePauseMs / hourMs / speed,
      leader_absence_days: leaderAbsenceMs / dayMs,
    },
    battle: {
      warning_seconds: minWarningMs / 1000 / speed,
      recall_hours: recallPauseMs / hourMs / speed,
      round_seconds: battle.roundMs(speed) / 1000,
      lowest_roll: battle.minRoll,
      highest_roll: battle.maxRoll,
      lowest_morale: battle.minMorale,
      ward_per_wall_level: battle.wardPerWallLevel,
      volley_per_wall_level: battle.volleyPerWallLevel,
      catapults_per_wall_level: battle.catapultsPerWallLevel,
      strong_times: battle.strongTimes,
      people_per_militia: balance.militiaPerPopulation,
      militia: { attack: balance.stackRules.militia.attack, hp: balance.stackRules.militia.hp },
    },
    villages: {
      founded: [...villages.villageRules],
      always_founded: villages.alwaysFounded,
      enough: villages.surroundings.enough,
      reach: villages.surroundings.reach,
      growth_hours: villages.growthMs / hourMs / speed,
      highest_strength: villages.maxStrength,
      people_per_militia: balance.militiaPerVillagePopulation,
      strengths: villages
        .villageStrengths()
        .map(({ initialStock, ...rest }) => ({ ...rest, initial_stock: initialStock })),
    },
    seats: {
      foundings_per_seat: seats.foundingsPerSeat,
      keeper_militia: seats.keeperMilitia,
      warning_seconds: seats.seatWarningMs / 1000 / speed,
      truce_hours: seats.truceMs / hourMs / speed,
      morale_per_hour: seats.wearinessPerHour * speed,
      highest_morale_bonus: seats.maxWeariness,
      crowns_per_hour: speed,
      reign_hours: reignMs(speed) / hourMs,
    },
    plunder: {
      share: 1 / 2,
      most_halvings: maxHalvings,
      memory_hours: memoryMs / hourMs / speed,
      spared_hours: protection.unplunderedMs / hourMs / speed,
      sack_hours: sackMs / hourMs / speed,
    },
    goals: goalNames.map((name) => {
      const { counts, of, atLeast } = goalRules[name];
      return { name, counts, of: [...of], at_least: atLeast, reward: rewardOf(name) };
    }),
    deeds: deedNames.map((name) => ({ name, steps: [...deedRules[name].steps] })),
    deserters_one_in: desertersOneIn,
    starting: { resources: balance.startingStock, units: balance.startingUnits },
    city: {
      output_per_hour: balance.cityOutput * speed,
      distance: balance.cityDistance,
      cost: balance.foundingCost,
    },
    buildings,
    storage_caps: [0, ...levels].map(balance.storageCap),
    vaults: [0, ...levels].map(balance.vaultOf),
    populations: [0, ...levels].map(balance.housePopulation),
    units,
  };
}

const endpoint = endpointsOf('rules');

export function rulesEndpoints(settings: WorldSettings, limits: RateLimits): Endpoint[] {
  const rules = rulesOf(settings, limits);
  return [
    endpoint.get('/api/rules', {
      summary: 'Every type, cost, formula input and limit of this world',
      auth: 'none',
      response: contract.rules,
      isConstant: true,
      run: () => Promise.resolve(rules),
    }),
  ];
}
