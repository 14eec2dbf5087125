/** The chart of the stock over some days, for partials/ledger-chart.ejs: one line per resource. */
import { resources, type Resource } from '../../contract/vocabulary.ts';
import { stockScale, wholeUnits } from '../../game/economy.ts';
import { dayMs, hourMs, minuteMs } from '../../kernel/time.ts';
import { createScale, tenth, type Scale } from '../shared/chart-scale.ts';
import { clockText, dateText, group, resourceNames } from '../shared/formatters.ts';
import type { Sample } from './queries.ts';

export interface LedgerChart {
  width: number;
  height: number;
  left: number;
  right: number;
  bottom: number;
  grid: Scale['grid'];
  /** In UTC. */
  ticks: { x: number; text: string }[];
  lines: { resource: Resource; name: string; path: string; amount: string; labelY: number }[];
}

const [width, height] = [720, 280];
const margins = { top: 14, right: 150, bottom: 30, left: 72 };
const right = width - margins.right;
const bottom = height - margins.bottom;
const labelHeight = 34;
/** Candidate distances between ticks; the first with at most `maxTicks` ticks is used. */
const tickSteps = [10 * minuteMs, hourMs, 6 * hourMs, dayMs, 5 * dayMs];
const maxTicks = 7;

/** @param samples oldest first, the last one at present; a sample before `since` only sets the start of the line */
export function drawLedger(samples: readonly Sample[], since: number, until: number): LedgerChart {
  const highest = Math.max(0, ...samples.flatMap(({ stock }) => Object.values(stock))) / stockScale;
  const { yOf, grid } = createScale(highest, { top: margins.top, bottom });
  const xOf = (at: number): number =>
    tenth(margins.left + ((right - margins.left) * (Math.max(at, since) - since)) / (until - since));
  const last = samples.at(-1);

  const lines = resources.map((resource) => {
    const end = last?.stock[resource] ?? 0;
    const points = samples.map(({ at, stock }) => `${xOf(at)} ${yOf(stock[resource] / stockScale)}`);
    return {
      resource,
      name: resourceNames[resource],
      path: `M${points.join('L')}`,
      amount: group(wholeUnits(end)),
      labelY: Math.min(yOf(end / stockScale), bottom - 12),
    };
  });
  // Keeps names apart: from the lowest up, each leaving room for the names above it.
  const fromBelow = [...lines].sort((a, b) => b.labelY - a.labelY);
  fromBelow.forEach((line, index) => {
    const below = fromBelow[index - 1]?.labelY ?? Infinity;
    const minY = margins.top + 4 + labelHeight * (fromBelow.length - 1 - index);
    line.labelY = Math.max(Math.min(line.labelY, below - labelHeight), minY);
  });

  const tickMs = tickSteps.find((ms) => (until - since) / ms <= maxTicks) ?? dayMs;
  const ticks: LedgerChart['ticks'] = [];
  for (let at = Math.ceil(since / tickMs) * tickMs; at < until; at += tickMs) {
    ticks.push({ x: xOf(at), text: tickMs < dayMs ? clockText(at, at) : dateText(at) });
  }
  return {
    width,
    height,
    left: margins.left,
    right,
    bottom,
    grid,
    ticks,
    lines,
  };
}
