/** The rules of this world. Every number comes from the tables of the game. */
import { buildingTypes, unitTypes } from '../../contract/vocabulary.ts';
import { alliancePauseMs, leaderAbsenceMs, maxMembers } from '../../game/alliances.ts';
import { minWarningMs } from '../../game/attack.ts';
import * as balance from '../../game/balance.ts';
import {
  catapultsPerWallLevel,
  maxRoll,
  minMorale,
  minRoll,
  maxRounds,
  volleyPerWallLevel,
  wardPerWallLevel,
} from '../../game/battle.ts';
import { buildMs, refundPercent } from '../../game/construction.ts';
import { roundMs } from '../../game/contact.ts';
import { stockScale } from '../../game/economy.ts';
import { desertersOneIn } from '../../game/hunger.ts';
import { memoryMs } from '../../game/plunder.ts';
import * as protection from '../../game/protection.ts';
import * as seats from '../../game/seats.ts';
import { reignMs } from '../../game/reigns.ts';
import { hourMs } from '../../kernel/time.ts';
import { recallPauseMs } from '../../game/recalls.ts';
import { sackMs } from '../../game/sack.ts';
import { perPoint } from '../../game/scoring.ts';
import { maxWishedBatches, maxWishedLevels, maxWishes } from '../../game/wishes.ts';
import * as villages from '../../game/villages.ts';
import { definePage } from '../framework/page.ts';
import { amountsText, buildingNames, unitsText } from '../shared/formatters.ts';
import * as tables from './tables.ts';

const sections = [
  ['world', 'The world'],
  ['resources', 'Resources'],
  ['buildings', 'Buildings'],
  ['people', 'People'],
  ['units', 'Units'],
  ['wishes', 'Wishes'],
  ['marching', 'Marching'],
  ['battle', 'Battle'],
  ['plunder', 'Plunder'],
  ['protection', 'Protection'],
  ['alliances', 'Alliances'],
  ['villages', 'Villages'],
  ['seats', 'Seats and reigns'],
  ['cities', 'Further cities'],
  ['goals', 'Goals'],
  ['score', 'Score'],
] as const;

interface RulesSettings {
  speed: number;
  radius: number;
}

/** All values of the page: durations in milliseconds, rates per hour, both at this world's speed. */
function rulesOf({ speed, radius }: RulesSettings) {
  const strengths = villages.villageStrengths();
  return {
    speed,
    radius,
    villages: {
      nearest: villages.villageRules[0].distance,
      farthest: villages.villageRules[3].distance,
      growthMs: Math.ceil(villages.growthMs / speed),
      strongest: villages.maxStrength,
      firstMilitia: strengths.at(0)?.militia,
      lastMilitia: strengths.at(-1)?.militia,
    },
    alliances: {
      members: maxMembers,
      pauseMs: Math.ceil(alliancePauseMs / speed),
      absenceMs: leaderAbsenceMs,
    },
    seats: {
      limit: seats.seatLimit,
      foundings: seats.foundingsPerSeat,
      militia: seats.keeperMilitia,
      warningMs: Math.ceil(seats.seatWarningMs / speed),
      truceMs: Math.ceil(seats.truceMs / speed),
      wearinessPercent: seats.wearinessPerHour / 10,
      wearinessMs: hourMs / speed,
      maxWearinessPercent: seats.maxWeariness / 10,
      crownsPerHour: speed,
      reignMs: reignMs(speed),
    },
    minMorale,
    minRoll,
    maxRoll,
    strongPercent: tables.strongPercent(),
    startingStock: amountsText(balance.startingStock),
    startingUnits: unitsText(balance.startingUnits),
    capital: balance.capitalBuildings.map((type) => buildingNames[type].toLowerCase()).join(', '),
    cityOutput: balance.cityOutput * speed,
    buildQueue: balance.buildQueueLength,
    trainQueue: balance.trainQueueLength,
    maxBatch: balance.maxBatch,
    maxWishes,
    maxWishedLevels,
    maxWishedBatches,
    maxLevel: balance.maxLevel,
    levelsAboveTownHall: balance.levelsAboveTownHall,
    maxCities: balance.maxCities,
    cityDistance: balance.cityDistance,
    armyLimit: balance.armyLimit,
    militiaPerPopulation: balance.militiaPerPopulation,
    minBuildMs: buildMs(1, balance.amounts(0, 0, 0), 1, speed),
    refundPercent,
    desertersOneIn,
    desertionMs: stockScale / speed,
    warningMs: minWarningMs / speed,
    maxRounds,
    roundMs: roundMs(speed),
    wallPercent: wardPerWallLevel / 10,
    volleyPercent: volleyPerWallLevel / 10,
    catapultsPerWallLevel,
    recallPauseMs: recallPauseMs / speed,
    sackMs: sackMs / speed,
    sack: tables.sackExample(),
    plunderMemoryMs: memoryMs / speed,
    unplunderedMs: protection.unplunderedMs / speed,
    newcomerMs: protection.newcomerMs,
    newcomerScore: protection.newcomerScore,
    attackerTimes: protection.attackerTimes,
    attackerPlus: protection.attackerPlus,
    strongestTimes: protection.strongestTimes,
    absenceMs: protection.absenceMs,
    retaliationMs: protection.retaliationMs,
    perPoint,
    buildings: tables.buildingTables(speed),
    units: tables.unitRows(speed),
    militia: balance.stackRules.militia,
    damage: tables.damageRows(),
    morale: tables.moraleRows(),
    plunder: tables.plunderRows(),
    cities: tables.cityRows(),
    goals: tables.goalRows(),
  };
}

/** The settings of a world never change, so the rules are computed once. */
const rulesCache = new WeakMap<RulesSettings, ReturnType<typeof rulesOf>>();

function readRules(settings: RulesSettings): ReturnType<typeof rulesOf> {
  const rules = rulesCache.get(settings) ?? rulesOf(settings);
  rulesCache.set(settings, rules);
  return rules;
}

export const rulesPage = definePage({
  path: '/rules',
  section: 'rules',
  readers: 'everybody',
  read: ({ services: { settings } }) =>
    Promise.resolve({
      view: 'rules',
      title: 'Rules',
      values: {
        wrapped: true,
        description: `Every rule and number of this world: ${buildingTypes.length} buildings, ${unitTypes.length} units, marching, battle, plunder and protection.`,
        sections: sections.map(([id, name]) => ({ id, name })),
        rules: readRules(settings),
      },
    }),
});
