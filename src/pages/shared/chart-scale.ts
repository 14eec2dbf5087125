/** The size and the vertical scale of the charts that the server draws. */
import { shortNumber } from '../../shared-ui/numbers.ts';

/** A step of 1, 2 or 5 times a power of ten, at least 1, with at most five grid lines below `max`. */
function stepFor(max: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(max / 5)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => max / step <= 5) ?? power;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * The frame of a chart (the edges of the plotted area, and the horizontal grid lines from 0 up) for
 * partials/chart-axes.ejs, and its scale: from 0 to a round number that is at least `highest` and at least 1.
 */
export function createScale(
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
