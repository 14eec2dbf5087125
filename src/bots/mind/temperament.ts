/**
 * The temperament of a bot: how it plays (style), how it begins (opening) and what it trains (mix). These are tables
 * so that a tournament can play every combination.
 */
import type { BuildingType, UnitType } from '../../contract/vocabulary.ts';

export const styles = ['builder', 'raider', 'turtle'] as const;
export type Style = (typeof styles)[number];

export const openings = ['farms', 'market', 'quarry', 'barracks', 'outpost'] as const;
export type Opening = (typeof openings)[number];

export const mixes = ['soldiers', 'archers', 'knights', 'mixed', 'siege'] as const;
export type Mix = (typeof mixes)[number];

export interface Temperament {
  style: Style;
  opening: Opening;
  mix: Mix;
}

interface StyleRule {
  /** Army value as a share of army and economic value, from `grownUpAt` on. */
  armyShare: number;
  /** Economic score from which `armyShare` applies; below it, the share shrinks in proportion. */
  grownUpAt: number;
  /** Target level of the walls for the level of the town hall in the same city. */
  wallFor: (townHall: number) => number;
  /** Minimum yield of a further city relative to the best building level; below 1, it founds earlier. */
  cityPatience: number;
  /** Whether it attacks for plunder. */
  raids: boolean;
  /** Whether it attacks empires that attacked it. */
  strikesBack: boolean;
}

export const styleRules = {
  builder: {
    armyShare: 0.15,
    grownUpAt: 400,
    wallFor: (townHall) => Math.floor(townHall / 2),
    cityPatience: 1,
    raids: false,
    strikesBack: false,
  },
  raider: {
    armyShare: 0.24,
    grownUpAt: 100,
    wallFor: (townHall) => Math.floor(townHall / 4),
    cityPatience: 1,
    raids: true,
    strikesBack: true,
  },
  turtle: {
    armyShare: 0.24,
    grownUpAt: 250,
    wallFor: (townHall) => Math.ceil(townHall * 0.8),
    cityPatience: 1.1,
    raids: false,
    strikesBack: true,
  },
} satisfies Record<Style, StyleRule>;

/** A level of the capital, or a further city. */
export type Goal = readonly [building: BuildingType, level: number] | 'city';

interface OpeningRule {
  goals: readonly Goal[];
  /** Whether it trains before the goals are reached, with the full `armyShare`. */
  trains: boolean;
}

export const openingRules = {
  farms: {
    goals: [
      ['farm', 3],
      ['quarry', 2],
      ['farm', 5],
      ['market', 3],
      ['quarry', 4],
    ],
    trains: false,
  },
  market: {
    goals: [
      ['market', 3],
      ['quarry', 2],
      ['market', 5],
      ['farm', 3],
      ['quarry', 4],
    ],
    trains: false,
  },
  quarry: {
    goals: [
      ['quarry', 3],
      ['market', 2],
      ['quarry', 5],
      ['farm', 3],
      ['market', 4],
    ],
    trains: false,
  },
  barracks: {
    goals: [
      ['barracks', 1],
      ['farm', 2],
      ['quarry', 2],
      ['market', 2],
      ['barracks', 3],
      ['house', 2],
    ],
    trains: true,
  },
  outpost: { goals: ['city', ['quarry', 3], ['market', 3], ['farm', 3]], trains: false },
} satisfies Record<Opening, OpeningRule>;

/** Target share of each unit type in the army's value. */
export const mixRules = {
  soldiers: { soldiers: 1, archers: 0, knights: 0, catapults: 0 },
  archers: { soldiers: 0, archers: 1, knights: 0, catapults: 0 },
  knights: { soldiers: 0, archers: 0, knights: 1, catapults: 0 },
  mixed: { soldiers: 0.35, archers: 0.35, knights: 0.3, catapults: 0 },
  siege: { soldiers: 0.25, archers: 0.3, knights: 0.25, catapults: 0.2 },
} satisfies Record<Mix, Record<UnitType, number>>;
