/**
 * The chart of strength by round, for the battle report and the landing page: coordinates for partials/strength-chart.ejs.
 * Strength is the hit points of the units that are left.
 */
import { percentLeft } from '../../shared-ui/strength.ts';
import { leftText } from '../../shared-ui/words.ts';
import { createScale } from './chart-scale.ts';

interface ChartSide {
  name: string;
  /** Hit points at contact and after each round. */
  values: readonly number[];
}

const [width, height] = [640, 280];
const margins = { top: 14, right: 150, bottom: 30, left: 58 };
const labelHeight = 46;

/**
 * The blue line is the viewer's side, else the attacker's. Both sides must have the same number of values.
 * @param chosen the round to mark; null for none
 */
export function drawChart(own: ChartSide, foe: ChartSide, chosen: number | null = null) {
  const highest = Math.max(...own.values, ...foe.values);
  const { frame, xOf, yOf } = createScale(highest, width, height, margins);
  const last = Math.max(1, own.values.length - 1);

  const lineOf = ({ name, values }: ChartSide, isOwn: boolean) => {
    const points = values.map((value, round) => ({ x: xOf(round / last), y: yOf(value) }));
    const end = values.at(-1) ?? 0;
    return {
      name,
      isOwn,
      points,
      path: points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(''),
      left: leftText(percentLeft(end, values[0] ?? 0)),
      /** Position of the name; names keep a minimum distance. */
      labelY: Math.min(yOf(end), frame.bottom - 18),
    };
  };
  const lines = [lineOf(own, true), lineOf(foe, false)] as const;
  const [upper, lower] = lines[0].labelY <= lines[1].labelY ? lines : [lines[1], lines[0]];
  upper.labelY = Math.min(upper.labelY, lower.labelY - labelHeight);

  return {
    ...frame,
    ticks: own.values.map((_, round) => ({
      x: xOf(round / last),
      text: round === 0 ? 'contact' : String(round),
    })),
    lines,
    chosenX: chosen === null ? null : xOf(chosen / last),
  };
}
