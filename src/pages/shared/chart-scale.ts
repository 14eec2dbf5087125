/** The size and the vertical scale of the charts that the server draws. */
import { shortNumber } from '../../shared-ui/numbers.ts';

/** The edges of the plotted area within the drawing, and the horizontal grid lines, from 0 up. */
interface ChartFrame {
  width: number;
  height: number;
  left: number;
  right: number;
  bottom: number;
  grid: { y: number; text: string }[];
}

/** A frame with its ticks at the bottom, for partials/chart-axes.ejs. */
export interface Chart extends ChartFrame {
  ticks: { x: number; text: string }[];
}

interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

interface Scale {
  frame: ChartFrame;
  /** @param share 0 at the left edge of the plotted area, 1 at the right one */
  xOf: (share: number) => number;
  yOf: (value: number) => number;
}

/** A step of 1, 2 or 5 times a power of ten, at least 1, with at most five grid lines below `max`. */
function stepFor(max: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(max / 5)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => max / step <= 5) ?? power;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** A scale from 0 to a round number that is at least `highest` and at least 1. */
export function createScale(highest: number, width: number, height: number, margins: Margins): Scale {
  const { top, left } = margins;
  const [right, bottom] = [width - margins.right, height - margins.bottom];
  const step = stepFor(Math.max(1, highest));
  const max = step * Math.ceil(Math.max(1, highest) / step);
  const yOf = (value: number): number => tenth(bottom - ((bottom - top) * value) / max);
  const grid = Array.from({ length: max / step + 1 }, (_, index) => ({
    y: yOf(index * step),
    text: shortNumber(index * step),
  }));
  const xOf = (share: number): number => tenth(left + (right - left) * share);
  return { frame: { width, height, left, right, bottom, grid }, xOf, yOf };
}
