/**
 * The temperament of a bot: how it plays (style), begins (opening) and what it trains (mix), as tables: a tournament
 * can play every combination.
 */
import type { BuildingType, UnitType } from '../../contract/vocabulary.ts';

/** Of bots beside a server. */
export const liveStyles = ['builder', 'raider', 'turtle'] as const;
/**
 * The others are for comparison in tournaments, but every third raider beside a server is `greedy`. docs/bots.md
 * describes them.
 */
export const styles = [
  ...liveStyles,
  'greedy',
  'hermit',
  'bare',
  'defended',
  'script',
  'human',
  'pair',
] as const;
export type Style = (typeof styles)[number];

export const openings = ['farms', 'market', 'quarry', 'barracks', 'outpost'] as const;
export type Opening = (typeof openings)[number];

export const mixes = ['soldiers', 'archers', 'knights', 'mixed', 'siege'] as const;
export type Mix = (typeof mixes)[number];

export const botLevels = ['calm', 'even', 'hard'] as const;
export type BotLevel = (typeof botLevels)[number];

/** What spares people, but no bots; seats are contested at every level. */
export const levelRules: Readonly<
  Record<
    BotLevel,
    {
      /** Of one bot on one person, in any 24 hours of the world. */
      attacksADay: number;
      /** Relative to the bot's own score: it attacks nobody below. */
      minScore: number;
      /** Share of the units of a person that it expects to meet; below 1, some of its attacks fail. */
      expects: number;
    }
  >
> = {
  calm: { attacksADay: 1, minScore: 1 / 3, expects: 0.25 },
  even: { attacksADay: 2, minScore: 1 / 3, expects: 0.5 },
  hard: { attacksADay: Infinity, minScore: 0, expects: 1 },
};

export interface Temperament {
  style: Style;
  opening: Opening;
  mix: Mix;
  level: BotLevel;
}

export function everyTemperament(of: {
  styles: readonly Style[];
  openings: readonly Opening[];
  mixes: readonly Mix[];
  level: BotLevel;
}): Temperament[] {
  return of.styles.flatMap((style) =>
    of.openings.flatMap((opening) => of.mixes.map((mix) => ({ style, opening, mix, level: of.level }))),
  );
}

interface StyleRule {
  /** As a share of army and economic value; people limit it further. */
  armyShare: number;
  /** Level of the best producer; below, it keeps the army that every empire starts with. */
  trainsFrom: number;
  /** Level of walls relative to the city's best producer, from `defendsFrom` on. */
  wallShare: number;
  /** Of the army, distributed over the cities from `defendsFrom` on. */
  garrisonShare: number;
  /** Minimum yield of a further city relative to the best level. */
  cityPatience: number;
  raidsVillages: boolean;
  raids: boolean;
  /** For an attack on a player: minimum loot relative to the losses, and strength relative to the defender. */
  raidGain: number;
  raidStrength: number;
  strikesBack: boolean;
  takesSeats: boolean;
  /**
   * Whether it leaves its seats empty for its ally, and takes those of its ally at the end of each truce, from the
   * start on.
   */
  passesSeats: boolean;
  /** Of bots only. */
  joinsAlliances: boolean;
  /** Between two looks; divided by the world's speed. 0: every turn. */
  armyLookHours: number;
}

/** Level of a city's best producer: earlier, walls and a garrison cost more than raids do. */
export const defendsFrom = 10;

const builder: StyleRule = {
  armyShare: 0.08,
  trainsFrom: defendsFrom,
  wallShare: 0.5,
  garrisonShare: 0.4,
  cityPatience: 1,
  raidsVillages: true,
  raids: false,
  raidGain: 2,
  raidStrength: 3,
  strikesBack: false,
  takesSeats: true,
  passesSeats: false,
  joinsAlliances: false,
  armyLookHours: 0,
};
const raider: StyleRule = {
  ...builder,
  armyShare: 0.12,
  trainsFrom: 5,
  garrisonShare: 0.5,
  raids: true,
  strikesBack: true,
};
const hermit: StyleRule = { ...builder, takesSeats: false };
const bare: StyleRule = { ...hermit, armyShare: 0, wallShare: 0, garrisonShare: 0, raidsVillages: false };
const script: StyleRule = { ...raider, takesSeats: false };

export const styleRules: Readonly<Record<Style, StyleRule>> = {
  builder,
  raider,
  greedy: { ...raider, raidGain: 1.3, raidStrength: 2.5 },
  turtle: {
    ...builder,
    armyShare: 0.12,
    wallShare: 0.6,
    garrisonShare: 0.45,
    cityPatience: 1.1,
    strikesBack: true,
    joinsAlliances: true,
  },
  hermit,
  bare,
  defended: { ...bare, armyShare: 0.08, wallShare: 0.5, garrisonShare: 1 },
  script,
  human: { ...script, armyLookHours: 6 },
  pair: { ...builder, armyShare: 0.12, trainsFrom: 1, passesSeats: true },
};

/** A level of the capital, or a further city. */
export type Goal = readonly [building: BuildingType, level: number] | 'city';

const to = (building: BuildingType, level: number): Goal => [building, level];

export const openingGoals: Readonly<Record<Opening, readonly Goal[]>> = {
  farms: [to('farm', 3), to('quarry', 2), to('farm', 5), to('market', 3), to('quarry', 4)],
  market: [to('market', 3), to('quarry', 2), to('market', 5), to('farm', 3), to('quarry', 4)],
  quarry: [to('quarry', 3), to('market', 2), to('quarry', 5), to('farm', 3), to('market', 4)],
  barracks: [
    ...[to('barracks', 1), to('farm', 2), to('quarry', 2), to('market', 2)],
    ...[to('barracks', 3), to('house', 2)],
  ],
  outpost: ['city', to('quarry', 3), to('market', 3), to('farm', 3)],
};

/** Whether raiders train before the goals of this opening are reached. */
export function trainsEarly(opening: Opening): boolean {
  return opening === 'barracks';
}

/** Shares of the army's value. */
export const mixRules = {
  soldiers: { soldiers: 1, archers: 0, knights: 0, catapults: 0 },
  archers: { soldiers: 0, archers: 1, knights: 0, catapults: 0 },
  knights: { soldiers: 0, archers: 0, knights: 1, catapults: 0 },
  mixed: { soldiers: 0.35, archers: 0.35, knights: 0.3, catapults: 0 },
  siege: { soldiers: 0.25, archers: 0.3, knights: 0.25, catapults: 0.2 },
} satisfies Record<Mix, Record<UnitType, number>>;
