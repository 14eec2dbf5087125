/** Distributes players over matches: every combination of style, opening and mix equally often, in random order. */
import { makeChance, type Chance } from '../../src/bots/mind/chance.ts';
import {
  everyTemperament,
  type BotLevel,
  type Mix,
  type Opening,
  type Style,
  type Temperament,
} from '../../src/bots/mind/temperament.ts';
import type { MatchSettings } from './settings.ts';
import type { MatchPlayer } from './result.ts';

export interface TournamentSettings extends Omit<MatchSettings, 'players'> {
  games: number;
  /** Players per match. */
  players: number;
  styles: readonly Style[];
  openings: readonly Opening[];
  mixes: readonly Mix[];
  /** Members of each alliance; 0: there are none. */
  alliance: number;
  /** Whether the first two players are two accounts of one person, which pass seats on to each other. */
  pair: boolean;
  /** Whether the last player is a person. */
  person: boolean;
  level: BotLevel;
}

/** Returns the settings of each match; the same seed gives the same settings. */
export function planMatches(settings: TournamentSettings): MatchSettings[] {
  const { games, players, days, speed, lookMinutes, nightHours, seed } = settings;
  const chance = makeChance(seed);
  const temperaments = everyTemperament(settings);
  const deck: Temperament[] = [];
  const draw = (): Temperament => {
    const card = deck.pop();
    if (card !== undefined) return card;
    deck.push(...shuffle(temperaments, chance));
    return draw();
  };
  return Array.from({ length: games }, () => ({
    days,
    speed,
    lookMinutes,
    nightHours,
    seed: Math.floor(chance() * 2 ** 32),
    players: Array.from({ length: players }, (_, index) => toPlayer(draw(), index, settings)),
  }));
}

/** Alliances have members in all parts of the map: every n-th player, of n alliances. */
function toPlayer(
  temperament: Temperament,
  index: number,
  { players, alliance, pair, person }: TournamentSettings,
): MatchPlayer {
  const isPerson = person && index === players - 1;
  if (pair && index < 2) return { ...temperament, style: 'pair', alliance: 'pair', isPerson };
  // A person has its own line in the tables.
  if (isPerson) return { ...temperament, style: 'human', alliance: null, isPerson };
  const count = alliance === 0 ? 0 : Math.ceil(players / alliance);
  return { ...temperament, alliance: count === 0 ? null : `alliance ${1 + (index % count)}`, isPerson };
}

function shuffle<T>(list: readonly T[], chance: Chance): T[] {
  return list
    .map((item) => ({ item, rank: chance() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
