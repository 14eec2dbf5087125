/** The figures of a tournament that show whether the rules hold: balance by day, attacks, losses, and quiet players. */
import { mixes, styleRules, styles } from '../mind/temperament.ts';
import { alignRows, estimateOf, withError, type Estimate } from './estimate.ts';
import type { MatchResult, PlayerResult, Tally } from './result.ts';

/** Scores of one style or mix on the days of `Figures.days`. */
interface DayLine {
  name: string;
  scores: Estimate[];
  /** Score in percent of the mean of all players; for a mix, of the players of the same style. */
  relative: Estimate[];
}

export interface Figures {
  days: number[];
  styles: DayLine[];
  mixes: DayLine[];
  /** Share of all crowns in percent, by style; means over the games. */
  crowns: { name: string; share: Estimate }[];
  /** Percentage of the players whose style takes seats that earned crowns: mean over the games, and lowest; null without one. */
  crowned: { mean: Estimate; lowest: number } | null;
  /** Contacts with other players per player, at cities and at seats. */
  contacts: Estimate;
  seatContacts: Estimate;
  villageRaids: Estimate;
  /** Percentages; means over the games. */
  attacksLost: Estimate;
  looksWithoutAttack: Estimate;
  lostToPlunder: Estimate;
  lostToSacks: Estimate;
  /** Orders on the last day of the player with the fewest, and the mean over all players. */
  quietestOrders: number;
  meanOrders: Estimate;
}

/** The day whose scores are compared with those of the last day. */
const earlyDay = 7;

export function figuresOf(games: readonly MatchResult[]): Figures {
  const players = games.flatMap((game) => game.players);
  const lastDay = players[0]?.daily.length ?? 0;
  const days = lastDay > earlyDay ? [earlyDay, lastDay] : [lastDay];
  const produced = (player: PlayerResult): number => player.produced;
  const ordersOnLastDay = players.map(({ ordersByDay }) => ordersByDay.at(-1) ?? 0);
  return {
    days,
    styles: linesOf('style', styles, players, days),
    mixes: linesOf('mix', mixes, players, days),
    crowns: styles.flatMap((name) => {
      if (!players.some(({ style }) => style === name)) return [];
      const own = ({ style, crowns }: PlayerResult): number => (style === name ? crowns : 0);
      return [{ name, share: percentage(games, own, ({ crowns }) => crowns) }];
    }),
    crowned: crownedOf(games),
    contacts: perPlayer(games, ({ attacks }) => countOf(attacks)),
    seatContacts: perPlayer(games, ({ seatAttacks }) => countOf(seatAttacks)),
    villageRaids: perPlayer(games, ({ villageRaids }) => countOf(villageRaids)),
    attacksLost: percentage(
      games,
      ({ attacks }) => attacks.lost + attacks.drawn,
      ({ attacks }) => countOf(attacks),
    ),
    looksWithoutAttack: percentage(
      games,
      ({ looks, cityAttacks }) => Math.max(0, looks - cityAttacks),
      ({ looks }) => looks,
    ),
    lostToPlunder: percentage(games, ({ plunderLost }) => plunderLost, produced),
    lostToSacks: percentage(games, ({ sackLost }) => sackLost, produced),
    quietestOrders: Math.min(...ordersOnLastDay),
    meanOrders: estimateOf(ordersOnLastDay, (count) => count),
  };
}

function linesOf(
  key: 'style' | 'mix',
  names: readonly string[],
  players: readonly PlayerResult[],
  days: readonly number[],
): DayLine[] {
  const scoreOn = (day: number, { daily }: PlayerResult): number => daily[day - 1] ?? 0;
  const peersOf = (player: PlayerResult): readonly PlayerResult[] =>
    key === 'mix' ? players.filter(({ style }) => style === player.style) : players;
  return names.flatMap((name) => {
    const own = players.filter((player) => player[key] === name);
    if (own.length === 0) return [];
    const relativeOn = (day: number): Estimate =>
      estimateOf(own, (player) => {
        const peers = estimateOf(peersOf(player), (peer) => scoreOn(day, peer));
        return (100 * scoreOn(day, player)) / Math.max(1, peers.mean);
      });
    return [
      {
        name,
        scores: days.map((day) => estimateOf(own, (player) => scoreOn(day, player))),
        relative: days.map(relativeOn),
      },
    ];
  });
}

function countOf({ won, lost, drawn }: Tally): number {
  return won + lost + drawn;
}

function perPlayer(games: readonly MatchResult[], valueOf: (player: PlayerResult) => number): Estimate {
  return estimateOf(games, (game) => totalOf(game, valueOf) / game.players.length);
}

function crownedOf(games: readonly MatchResult[]): Figures['crowned'] {
  const shares = games.flatMap(({ players }) => {
    const contenders = players.filter(({ style }) => styleRules[style].takesSeats);
    if (contenders.length === 0) return [];
    return [(100 * contenders.filter(({ crowns }) => crowns > 0).length) / contenders.length];
  });
  if (shares.length === 0) return null;
  return { mean: estimateOf(shares, (share) => share), lowest: Math.min(...shares) };
}

function totalOf({ players }: MatchResult, valueOf: (player: PlayerResult) => number): number {
  return players.reduce((sum, player) => sum + valueOf(player), 0);
}

/** Percentage of the total in each game, as a mean over the games in which the whole is not 0. */
function percentage(
  games: readonly MatchResult[],
  part: (player: PlayerResult) => number,
  whole: (player: PlayerResult) => number,
): Estimate {
  const counted = games.filter((game) => totalOf(game, whole) > 0);
  return estimateOf(counted, (game) => (100 * totalOf(game, part)) / totalOf(game, whole));
}

export function writeFigures(figures: Figures): string {
  const { days } = figures;
  const header = (title: string): string[] => [title, ...days.flatMap((day) => [`day ${day}`, 'of mean'])];
  const rowOf = ({ name, scores, relative }: DayLine): string[] => [
    name,
    ...days.flatMap((_, index) => [text(scores[index]), text(relative[index], '%')]),
  ];
  return [
    alignRows([header('score by style'), ...figures.styles.map(rowOf)]),
    alignRows([header('score by mix'), ...figures.mixes.map(rowOf)]),
    alignRows([
      ...figures.crowns.map(({ name, share }) => [`crowns of ${name}s`, withError(share, '%', 1)]),
      ...(figures.crowned === null
        ? []
        : [
            ['players who take seats with crowns', withError(figures.crowned.mean, '%')],
            ['the same in the game with the fewest', `${figures.crowned.lowest.toFixed(0)}%`],
          ]),
      ['contacts with players, each', withError(figures.contacts, '', 1)],
      ['contacts at seats, each', withError(figures.seatContacts, '', 1)],
      ['contacts at villages, each', withError(figures.villageRaids, '', 1)],
      ['attacks on players lost', withError(figures.attacksLost, '%', 1)],
      ['looks at a city that end without an attack', withError(figures.looksWithoutAttack, '%', 1)],
      ['production lost to plunder', withError(figures.lostToPlunder, '%', 2)],
      ['production lost to sacks', withError(figures.lostToSacks, '%', 2)],
      ['orders on the last day, quietest player', String(figures.quietestOrders)],
      ['orders on the last day, mean', withError(figures.meanOrders)],
    ]),
  ].join('\n\n');
}

function text(estimate: Estimate | undefined, unit = ''): string {
  return estimate === undefined ? '' : withError(estimate, unit);
}
