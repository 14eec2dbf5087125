/** The figures of a tournament that show whether the rules hold: crowns, contacts, losses, and quiet players. */
import { foundingsPerSeat } from '../../src/game/contact/seats.ts';
import { styleRules, styles } from '../../src/bots/mind/temperament.ts';
import { alignRows, estimateOf, withError, type Estimate } from './estimate.ts';
import type { MatchResult, PlayerResult, Tally } from './result.ts';

type Values = (player: PlayerResult) => number;

/** A figure: the mean over the games of its value in each; null if the game has none. */
interface Rule {
  title: string;
  of: (game: MatchResult) => number | null;
  unit?: string;
  digits?: number;
}

export interface Figure extends Estimate {
  title: string;
  /** In the game with the lowest value. */
  lowest: number;
  /** As it is printed. */
  text: string;
}

const countOf = ({ won, lost, drawn }: Tally): number => won + lost + drawn;

function totalOf({ players }: MatchResult, valueOf: Values): number {
  return players.reduce((sum, player) => sum + valueOf(player), 0);
}

const perPlayer = (title: string, valueOf: Values): Rule => ({
  title,
  of: (game) => totalOf(game, valueOf) / game.players.length,
  digits: 1,
});

/** Value of `of` in percent of `whole`; null without a whole. */
const shareOf = (of: number, whole: number): number | null => (whole > 0 ? (100 * of) / whole : null);

const percentage = (title: string, part: Values, whole: Values, digits = 1): Rule => ({
  title,
  of: (game) => shareOf(totalOf(game, part), totalOf(game, whole)),
  unit: '%',
  digits,
});

const takesSeats = ({ style }: PlayerResult): boolean => styleRules[style].takesSeats;
const produced: Values = (player) => player.produced;
/** Crowns of each alliance, those of several players, and not of a pair. */
function crownsOfAlliances({ players }: MatchResult): number[] {
  const crowns = new Map<string, number>();
  for (const { alliance, style, crowns: own } of players)
    if (alliance !== null && style !== 'pair') crowns.set(alliance, own + (crowns.get(alliance) ?? 0));
  return [...crowns.values()];
}
const crownsOf: Values = ({ crowns }) => crowns;
const seatsOf = ({ players }: MatchResult): number => 1 + Math.floor(players.length / foundingsPerSeat);
const daysOf = ({ players }: MatchResult): number => Math.max(1, players[0]?.daily.length ?? 0);
const lastOrders: Values = ({ ordersByDay }) => ordersByDay.at(-1) ?? 0;

/** Null without a person. */
const ofPerson = (
  title: string,
  of: (person: PlayerResult, game: MatchResult) => number,
  digits = 1,
): Rule => ({
  title: `person: ${title}`,
  of: (game) => {
    const person = game.players.find(({ isPerson }) => isPerson);
    return person === undefined ? null : of(person, game);
  },
  digits,
});

const rules: readonly Rule[] = [
  ofPerson('rank', ({ rank }) => rank),
  ofPerson(
    'rank in the lower half, games',
    ({ rank }, { players }) => Number(2 * rank > players.length + 1),
    2,
  ),
  ofPerson('score of the median, percent', ({ ofMedian }) => 100 * ofMedian, 0),
  ofPerson('attacks suffered a day', ({ defences }, game) => countOf(defences) / daysOf(game)),
  ofPerson(
    'of them repelled, percent',
    ({ defences }) => (100 * (defences.won + defences.drawn)) / Math.max(1, countOf(defences)),
    0,
  ),

  ...styles.map((name): Rule => {
    const { of, ...rest } = percentage(
      `crowns of ${name}s`,
      ({ style, crowns }) => (style === name ? crowns : 0),
      crownsOf,
    );
    return { ...rest, of: (game) => (game.players.some(({ style }) => style === name) ? of(game) : null) };
  }),
  percentage(
    'takers of seats with crowns',
    (player) => Number(takesSeats(player) && player.crowns > 0),
    (player) => Number(takesSeats(player)),
    0,
  ),
  {
    title: 'crowns of the best alliance',
    of: (game) => {
      const crowns = crownsOfAlliances(game);
      return crowns.length === 0 ? null : shareOf(Math.max(...crowns), totalOf(game, crownsOf));
    },
    unit: '%',
    digits: 1,
  },
  {
    title: 'crowns of the third in percent of the first',
    of: ({ players }) => {
      const [first = 0, , third = 0] = players.map(crownsOf).sort((a, b) => b - a);
      return shareOf(third, first);
    },
    unit: '%',
  },
  {
    title: 'changes of a seat and day',
    of: (game) => totalOf(game, ({ seatsTaken }) => seatsTaken) / seatsOf(game) / daysOf(game),
    digits: 2,
  },
  percentage(
    'attacks on seats won',
    ({ seatAttacks }) => seatAttacks.won,
    ({ seatAttacks }) => countOf(seatAttacks),
  ),
  {
    title: 'attacks on seats called off, each fight',
    of: (game) => {
      const fights = totalOf(game, ({ seatAttacks }) => countOf(seatAttacks));
      return fights === 0 ? null : totalOf(game, ({ seatsCalledOff }) => seatsCalledOff) / fights;
    },
    digits: 2,
  },
  perPlayer('guards sent, each', ({ orders }) => orders.guard),
  perPlayer('contacts with players, each', ({ attacks }) => countOf(attacks)),
  perPlayer('contacts at seats, each', ({ seatAttacks }) => countOf(seatAttacks)),
  perPlayer('contacts at villages, each', ({ villageRaids }) => countOf(villageRaids)),
  percentage(
    'attacks on players lost',
    ({ attacks }) => attacks.lost + attacks.drawn,
    ({ attacks }) => countOf(attacks),
  ),
  percentage(
    'looks at a city that end without an attack',
    ({ looks, cityAttacks }) => Math.max(0, looks - cityAttacks),
    ({ looks }) => looks,
  ),
  percentage('production lost to plunder', ({ plunderLost }) => plunderLost, produced, 2),
  percentage('production lost to sacks', ({ sackLost }) => sackLost, produced, 2),
  {
    title: 'orders on the last day, quietest player',
    of: ({ players }) => Math.min(...players.map(lastOrders)),
  },
  perPlayer('orders on the last day, each', lastOrders),
];

export function figuresOf(games: readonly MatchResult[]): Figure[] {
  return rules.flatMap(({ title, of, unit = '', digits = 0 }) => {
    const values = games.map(of).filter((value) => value !== null);
    if (values.length === 0) return [];
    const estimate = estimateOf(values, (value) => value);
    const lowest = Math.min(...values);
    return [{ title, ...estimate, lowest, text: withError(estimate, unit, digits) }];
  });
}

export function writeFigures(figures: readonly Figure[]): string {
  return alignRows([
    ['figure', 'mean of games', 'lowest'],
    ...figures.map(({ title, text, lowest }) => [title, text, lowest.toFixed(0)]),
  ]);
}
