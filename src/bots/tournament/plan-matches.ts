/** Distributes players over matches: every combination of style, opening and mix equally often, in random order. */
import { makeChance, type Chance } from '../mind/chance.ts';
import type { Mix, Opening, Style, Temperament } from '../mind/temperament.ts';
import type { MatchSettings } from './match.ts';

export interface TournamentSettings extends Omit<MatchSettings, 'players'> {
  games: number;
  /** Players per match. */
  players: number;
  styles: readonly Style[];
  openings: readonly Opening[];
  mixes: readonly Mix[];
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
    players: Array.from({ length: players }, draw),
  }));
}

function everyTemperament({ styles, openings, mixes }: TournamentSettings): Temperament[] {
  return styles.flatMap((style) =>
    openings.flatMap((opening) => mixes.map((mix) => ({ style, opening, mix }))),
  );
}

function shuffle<T>(list: readonly T[], chance: Chance): T[] {
  return list
    .map((item) => ({ item, rank: chance() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
