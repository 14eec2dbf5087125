/** Results of a tournament by style, opening and mix, as figures and as tables in plain text. */
import { mixes, openings, styles, type Style } from '../mind/temperament.ts';
import { alignRows, estimateOf, meanOf, medianOf, round, withError, type Estimate } from './estimate.ts';
import { figuresOf, writeFigures, type Figures } from './figures.ts';
import type { MatchResult, PlayerResult, Tally } from './result.ts';

export interface Line {
  name: string;
  /** Players of this kind over all matches. */
  count: number;
  score: Estimate;
  median: number;
  /** Score relative to the mean score of the same style. */
  ofStyle: Estimate;
  economic: number;
  military: number;
  /** Percentage of players of this kind that finished first. */
  firsts: Estimate;
  cities: number;
  attacks: Tally;
  defences: Tally;
  villageRaids: Tally;
  villageLoot: number;
  seatAttacks: Tally;
  crowns: number;
  plunderWon: number;
  plunderLost: number;
  /** Value of the lost units. */
  fallenAttacking: number;
  fallenDefending: number;
  deserted: number;
}

export interface Report {
  styles: Line[];
  openings: Line[];
  mixes: Line[];
  figures: Figures;
}

export function reportOn(games: readonly MatchResult[]): Report {
  const players = games.flatMap((game) => game.players);
  const means = new Map<Style, number>(
    styles.map((style) => [
      style,
      meanOf(
        players.filter((player) => player.style === style),
        scoreOf,
      ),
    ]),
  );
  const linesBy = (key: 'style' | 'opening' | 'mix', names: readonly string[]): Line[] =>
    names
      .map((name) =>
        lineOf(
          name,
          players.filter((player) => player[key] === name),
          means,
        ),
      )
      .filter(({ count }) => count > 0);
  return {
    styles: linesBy('style', styles),
    openings: linesBy('opening', openings),
    mixes: linesBy('mix', mixes),
    figures: figuresOf(games),
  };
}

function scoreOf({ score }: PlayerResult): number {
  return score;
}

function lineOf(name: string, players: readonly PlayerResult[], means: ReadonlyMap<Style, number>): Line {
  const mean = (valueOf: (player: PlayerResult) => number): number => meanOf(players, valueOf);
  const tallyOf = (side: 'attacks' | 'defences' | 'villageRaids' | 'seatAttacks'): Tally => ({
    won: mean((player) => player[side].won),
    lost: mean((player) => player[side].lost),
    drawn: mean((player) => player[side].drawn),
  });
  return {
    name,
    count: players.length,
    score: estimateOf(players, scoreOf),
    median: medianOf(players.map(scoreOf)),
    ofStyle: estimateOf(players, ({ style, score }) => score / Math.max(1, means.get(style) ?? 1)),
    economic: mean(({ economic }) => economic),
    military: mean(({ military }) => military),
    firsts: estimateOf(players, ({ place }) => (place === 1 ? 100 : 0)),
    cities: mean(({ cities }) => cities),
    attacks: tallyOf('attacks'),
    defences: tallyOf('defences'),
    villageRaids: tallyOf('villageRaids'),
    villageLoot: mean(({ villageLoot }) => villageLoot),
    seatAttacks: tallyOf('seatAttacks'),
    crowns: mean(({ crowns }) => crowns),
    plunderWon: mean(({ plunderWon }) => plunderWon),
    plunderLost: mean(({ plunderLost }) => plunderLost),
    fallenAttacking: mean(({ fallenAttacking }) => fallenAttacking),
    fallenDefending: mean(({ fallenDefending }) => fallenDefending),
    deserted: mean(({ deserted }) => deserted),
  };
}

const columns: [title: string, cell: (line: Line) => string][] = [
  ['players', ({ count }) => String(count)],
  ['score', ({ score }) => withError(score)],
  ['median', ({ median }) => round(median)],
  ['of its style', ({ ofStyle }) => withError({ mean: 100 * ofStyle.mean, error: 100 * ofStyle.error }, '%')],
  ['economic', ({ economic }) => round(economic)],
  ['military', ({ military }) => round(military)],
  ['first', ({ firsts }) => withError(firsts, '%')],
  ['cities', ({ cities }) => cities.toFixed(1)],
  ['attacks w/l/d', ({ attacks }) => tallyText(attacks)],
  ['defences w/l/d', ({ defences }) => tallyText(defences)],
  ['villages w/l/d', ({ villageRaids }) => tallyText(villageRaids)],
  ['their loot', ({ villageLoot }) => round(villageLoot)],
  ['seats w/l/d', ({ seatAttacks }) => tallyText(seatAttacks)],
  ['crowns', ({ crowns }) => round(crowns)],
  ['plundered', ({ plunderWon }) => round(plunderWon)],
  ['lost to plunder', ({ plunderLost }) => round(plunderLost)],
  ['fallen attacking', ({ fallenAttacking }) => round(fallenAttacking)],
  ['defending', ({ fallenDefending }) => round(fallenDefending)],
  ['deserted', ({ deserted }) => round(deserted)],
];

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

function writeTable(title: string, lines: readonly Line[]): string {
  return alignRows([
    [title, ...columns.map(([name]) => name)],
    ...lines.map((line) => [line.name, ...columns.map(([, cell]) => cell(line))]),
  ]);
}

const tallyText = ({ won, lost, drawn }: Tally): string =>
  [won, lost, drawn].map((value) => value.toFixed(1)).join('/');
