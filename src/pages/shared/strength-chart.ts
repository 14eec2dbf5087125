/** The chart of strength by round, as coordinates for partials/strength-chart.ejs. */
import { shortNumber } from '../../shared-ui/numbers.ts';
import { percentLeft } from '../../shared-ui/strength.ts';
import { leftText } from '../../shared-ui/words.ts';

/** A step of 1, 2 or 5 times a power of ten, at least 1, with at most five grid lines below `max`. */
function stepFor(max: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(max / 5)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => max / step <= 5) ?? power;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * The frame of partials/chart-axes.ejs, and its scale: from 0 to a round number that is at least `highest` and at least
 * 1.
 */
function createScale(
  highest: number,
  width: number,
  height: number,
  margins: Record<'top' | 'right' | 'bottom' | 'left', number>,
) {
  const { top, left } = margins;
  const [right, bottom] = [width - margins.right, height - margins.bottom];
  const step = stepFor(Math.max(1, highest));
  const max = step * Math.ceil(Math.max(1, highest) / step);
  const yOf = (value: number): number => tenth(bottom - ((bottom - top) * value) / max);
  const grid = Array.from({ length: max / step + 1 }, (_, index) => ({
    y: yOf(index * step),
    text: shortNumber(index * step),
  }));
  /** @param share 0 at the left edge of the plotted area, 1 at the right one */
  const xOf = (share: number): number => tenth(left + (right - left) * share);
  return { frame: { width, height, left, right, top, bottom, grid }, xOf, yOf };
}

const pathOf = (points: readonly { x: number; y: number }[]): string =>
  `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`;

interface StrengthLine {
  name: string;
  /** Hit points at contact and after each round. */
  values: readonly number[];
}

const labelHeight = 46;

/**
 * The blue line is the viewer's side, else the attacker's. Both sides must have the same number of values.
 * @param chosen the round to mark
 */
export function drawStrengthChart(own: StrengthLine, foe: StrengthLine, chosen: number | null = null) {
  const margins = { top: 14, right: 150, bottom: 30, left: 58 };
  const { frame, xOf, yOf } = createScale(Math.max(...own.values, ...foe.values), 640, 280, margins);
  const last = Math.max(1, own.values.length - 1);
  const lineOf = ({ name, values }: StrengthLine, isOwn: boolean) => {
    const points = values.map((value, round) => ({ x: xOf(round / last), y: yOf(value) }));
    const end = values.at(-1) ?? 0;
    return {
      name,
      isOwn,
      points,
      path: pathOf(points),
      left: leftText(percentLeft(end, values[0] ?? 0)),
      labelY: Math.min(yOf(end), frame.bottom - 18),
    };
  };
  const lines = [lineOf(own, true), lineOf(foe, false)] as const;
  const [upper, lower] = lines[0].labelY <= lines[1].labelY ? lines : [lines[1], lines[0]];
  upper.labelY = Math.min(upper.labelY, lower.labelY - labelHeight);
  const ticks = own.values.map((_, round) => ({
    x: xOf(round / last),
    text: round === 0 ? 'contact' : String(round),
  }));
  return { ...frame, ticks, lines, chosenX: chosen === null ? null : xOf(chosen / last) };
}
