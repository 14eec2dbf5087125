/** The vertical scale of the charts that the server draws. */
import { shortNumber } from '../../shared-ui/numbers.ts';

export interface Scale {
  yOf: (value: number) => number;
  /** Horizontal grid lines, from 0 up. */
  grid: { y: number; text: string }[];
}

/** A step of 1, 2 or 5 times a power of ten, at least 1, with at most five grid lines below `max`. */
function stepFor(max: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(max / 5)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => max / step <= 5) ?? power;
}

export const tenth = (value: number): number => Math.round(value * 10) / 10;

/** A scale from 0 at `bottom` to a round number at `top` that is at least `highest` and at least 1. */
export function createScale(highest: number, { top, bottom }: { top: number; bottom: number }): Scale {
  const step = stepFor(Math.max(1, highest));
  const max = step * Math.ceil(Math.max(1, highest) / step);
  const yOf = (value: number): number => tenth(bottom - ((bottom - top) * value) / max);
  const grid = Array.from({ length: max / step + 1 }, (_, index) => ({
    y: yOf(index * step),
    text: shortNumber(index * step),
  }));
  return { yOf, grid };
}
