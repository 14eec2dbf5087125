/** Charts of values over time, for partials/time-chart.ejs: the stock, the score. */
import { dayMs, hourMs, minuteMs } from '../../kernel/time.ts';
import { createScale } from './chart-scale.ts';
import { clockText, dateText } from './formatters.ts';

export interface TimeLine {
  /** A class of the line. */
  kind: string;
  name: string;
  /** Oldest first; a point before the start of the chart only sets where the line begins. */
  points: readonly { at: number; value: number }[];
  /** The value at the end, as text. */
  amount: string;
}

const [width, height] = [720, 240];
const margins = { top: 14, right: 16, bottom: 30, left: 72 };
/** Candidate distances between ticks; the first with at most `maxTicks` ticks is used. */
const tickSteps = [10 * minuteMs, hourMs, 6 * hourMs, dayMs, 5 * dayMs, 20 * dayMs, 80 * dayMs];
const maxTicks = 7;

/** @param since before `until` */
export function drawTimeChart(given: readonly TimeLine[], since: number, until: number) {
  const highest = Math.max(0, ...given.flatMap(({ points }) => points.map(({ value }) => value)));
  const { frame, xOf, yOf } = createScale(highest, width, height, margins);
  const xAt = (at: number): number => xOf((Math.max(at, since) - since) / (until - since));

  const lines = given.map(({ kind, name, points, amount }) => ({
    kind,
    name,
    amount,
    path: `M${points.map(({ at, value }) => `${xAt(at)} ${yOf(value)}`).join('L')}`,
  }));
  const tickMs = tickSteps.find((ms) => (until - since) / ms <= maxTicks) ?? dayMs;
  // In UTC.
  const ticks: { x: number; text: string }[] = [];
  for (let at = Math.ceil(since / tickMs) * tickMs; at < until; at += tickMs) {
    ticks.push({ x: xAt(at), text: tickMs < dayMs ? clockText(at, at) : dateText(at) });
  }
  return { ...frame, ticks, lines };
}
