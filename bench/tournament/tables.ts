/** Results of a tournament by style, opening and mix, as figures and as tables in plain text. */
import { mixes, openings, styles, type Style } from '../../src/bots/mind/temperament.ts';
import { alignRows, estimateOf, meanOf, medianOf, round, withError, type Estimate } from './estimate.ts';
import { figuresOf, writeFigures, type Figure } from './figures.ts';
import type { MatchResult, PlayerResult, Tally } from './result.ts';

type Players = readonly PlayerResult[];

/** A column of the tables: its title, its value for some players, and the text of that value. */
interface Column<Value> {
  title: string;
  of: (players: Players, all: Players) => Value;
  text: (value: Value) => string;
}

const column = <Value>(
  title: string,
  of: Column<Value>['of'],
  text: Column<Value>['text'],
): Column<Value> => ({ title, of, text });

const mean = (
  title: string,
  valueOf: (player: PlayerResult) => number,
  text: (value: number) => string = round,
): Column<number> => column(title, (players) => meanOf(players, valueOf), text);

const tally = (title: string, tallyOf: (player: PlayerResult) => Tally): Column<Tally> =>
  column(
    title,
    (players) => ({
      won: meanOf(players, (player) => tallyOf(player).won),
      lost: meanOf(players, (player) => tallyOf(player).lost),
      drawn: meanOf(players, (player) => tallyOf(player).drawn),
    }),
    ({ won, lost, drawn }) => [won, lost, drawn].map((value) => value.toFixed(1)).join('/'),
  );

const scoreOf = ({ score }: PlayerResult): number => score;

/** Score relative to the mean score of the same style. */
function relativeToStyle(players: Players, all: Players): Estimate {
  const ofStyle = (style: Style): Players => all.filter((player) => player.style === style);
  const means = new Map(styles.map((style) => [style, meanOf(ofStyle(style), scoreOf)]));
  return estimateOf(players, ({ style, score }) => score / Math.max(1, means.get(style) ?? 1));
}

const columns = {
  count: column('players', (players) => players.length, String),
  score: column(
    'score',
    (players) => estimateOf(players, scoreOf),
    (score) => withError(score),
  ),
  median: column('median', (players) => medianOf(players.map(scoreOf)), round),
  ofStyle: column('of its style', relativeToStyle, (share) =>
    withError({ mean: 100 * share.mean, error: 100 * share.error }, '%'),
  ),
  economic: mean('economic', ({ economic }) => economic),
  military: mean('military', ({ military }) => military),
  /** Percentage of the players that finished first. */
  firsts: column(
    'first',
    (players) => estimateOf(players, ({ rank }) => (rank === 1 ? 100 : 0)),
    (share) => withError(share, '%'),
  ),
  cities: mean(
    'cities',
    ({ cities }) => cities,
    (count) => count.toFixed(1),
  ),
  attacks: tally('attacks w/l/d', ({ attacks }) => attacks),
  defences: tally('defences w/l/d', ({ defences }) => defences),
  villageRaids: tally('villages w/l/d', ({ villageRaids }) => villageRaids),
  villageLoot: mean('their loot', ({ villageLoot }) => villageLoot),
  seatAttacks: tally('seats w/l/d', ({ seatAttacks }) => seatAttacks),
  crowns: mean('crowns', ({ crowns }) => crowns),
  plunderWon: mean('plundered', ({ plunderWon }) => plunderWon),
  plunderLost: mean('lost to plunder', ({ plunderLost }) => plunderLost),
  fallenAttacking: mean('fallen attacking', ({ fallenAttacking }) => fallenAttacking),
  fallenDefending: mean('defending', ({ fallenDefending }) => fallenDefending),
  deserted: mean('deserted', ({ deserted }) => deserted),
};

type Columns = typeof columns;
/** The players of one style, opening or mix over all matches. */
export type Line = { name: string } & {
  [Key in keyof Columns]: ReturnType<Columns[Key]['of']>;
};

export interface Report {
  styles: Line[];
  openings: Line[];
  mixes: Line[];
  figures: Figure[];
}

export function reportOn(games: readonly MatchResult[]): Report {
  const players = games.flatMap((game) => game.players);
  const linesBy = (key: 'style' | 'opening' | 'mix', names: readonly string[]): Line[] =>
    names.flatMap((name) => {
      const own = players.filter((player) => player[key] === name);
      if (own.length === 0) return [];
      const values = Object.entries(columns).map(([title, { of }]) => [title, of(own, players)]);
      return [{ name, ...Object.fromEntries(values) } as Line];
    });
  return {
    styles: linesBy('style', styles),
    openings: linesBy('opening', openings),
    mixes: linesBy('mix', mixes),
    figures: figuresOf(games),
  };
}

/** One table per kind, with means per player. */
export function writeTables(report: Report): string {
  return [
    writeTable('style', report.styles),
    writeTable('opening', report.openings),
    writeTable('army mix', report.mixes),
    writeFigures(report.figures),
    'score, first and of its style with one standard error; w/l/d: won, lost, drawn, a player;\n' +
      'plunder in units of stock, fallen and deserted units in their value.',
  ].join('\n\n');
}

function writeTable(heading: string, lines: readonly Line[]): string {
  const shown = Object.entries(columns) as [keyof Columns, Column<unknown>][];
  return alignRows([
    [heading, ...shown.map(([, { title }]) => title)],
    ...lines.map((line) => [line.name, ...shown.map(([key, { text }]) => text(line[key]))]),
  ]);
}
