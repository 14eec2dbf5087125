/** The effect of a building at a level, computed by the game. */
import { volleyPerWallLevel, wardPerWallLevel } from '../../game/fight/battle.ts';
import type { BuildingType } from '../../contract/vocabulary.ts';
import {
  housePopulation,
  levelCost,
  maxLevel,
  outputPerHour,
  storageCap,
  vaultOf,
} from '../../game/balance.ts';
import { buildMs } from '../../game/economy/construction.ts';
import { trainMs } from '../../game/economy/training.ts';
import { group } from './formatters.ts';

interface BuildingEffect {
  label: string;
  /** The names of the parts of the value, which commas separate. */
  parts?: readonly string[];
  value: (level: number, speed: number) => string;
}

const factor = (value: number): string => `× ${value.toFixed(2)}`;

function output(type: BuildingType, label: string): BuildingEffect {
  return { label, value: (level, speed) => group(outputPerHour(type, level) * speed) };
}

function training(label: string): BuildingEffect {
  const levelOneMs = trainMs('soldiers', 1000, 1, 1);
  return {
    label: `${label}, training speed`,
    value: (level) => (level === 0 ? 'none' : factor(levelOneMs / trainMs('soldiers', 1000, level, 1))),
  };
}

const highestCost = levelCost('town_hall', maxLevel);

export const buildingEffects: Record<BuildingType, BuildingEffect> = {
  town_hall: {
    label: 'building speed',
    value: (level) => factor(buildMs(maxLevel, highestCost, 1, 1) / buildMs(maxLevel, highestCost, level, 1)),
  },
  farm: output('farm', 'food/h'),
  quarry: output('quarry', 'materials/h'),
  market: output('market', 'gold/h'),
  house: { label: 'people', value: (level) => group(housePopulation(level)) },
  warehouse: {
    label: 'in store',
    value: (level) => `${group(storageCap(level))}, ${group(vaultOf(level))} safe`,
  },
  barracks: training('soldiers and archers'),
  stable: training('knights'),
  workshop: training('catapults'),
  wall: {
    label: 'defence, and volley at attackers',
    parts: ['defence', 'volley at attackers'],
    value: (level) => `+${(wardPerWallLevel / 10) * level} %, ${(volleyPerWallLevel / 10) * level} %`,
  },
};
