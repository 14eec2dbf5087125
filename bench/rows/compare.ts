/** Comparisons of requests per second, as lines of the report. */
import type { LoadResult } from '../harness/load.ts';
import { formatCpu, formatNumber, type Line } from '../harness/report.ts';
import { median, ratioOf } from '../harness/stats.ts';
import type { Cpu } from '../harness/cpu.ts';
import type { TargetName } from '../targets.ts';

const perSecondOf = (results: readonly { perSecond: number }[]): number[] =>
  results.map(({ perSecond }) => perSecond);

/** The median of the CPU time; null if it was not measured. */
export function medianCpu(results: readonly { cpu: Cpu | null }[]): Cpu | null {
  const measured = results.flatMap(({ cpu }) => cpu ?? []);
  if (measured.length === 0) return null;
  return {
    node: median(measured.map(({ node }) => node)),
    postgres: median(measured.map(({ postgres }) => postgres)),
  };
}

export const formatRate = (results: readonly { perSecond: number }[]): string =>
  `${formatNumber(median(perSecondOf(results)))}/s`;

/** Our rate beside the rate of a peer, measured in the same rounds. */
export function compareRates(
  what: string,
  ours: readonly LoadResult[],
  peerName: string,
  theirs: readonly { perSecond: number; cpu?: Cpu | null }[],
  target?: TargetName,
): Line {
  const theirCpu = medianCpu(theirs.map(({ cpu }) => ({ cpu: cpu ?? null })));
  return {
    what,
    ours: formatRate(ours),
    peer: `${peerName} ${formatRate(theirs)}${theirCpu === null ? '' : ` (${formatCpu(theirCpu)} us)`}`,
    ratio: ratioOf(perSecondOf(ours), perSecondOf(theirs)),
    cpu: medianCpu(ours),
    ...(target === undefined ? {} : { target }),
  };
}

/** The median of a latency over the rounds, in milliseconds. */
export const medianMs = (results: readonly LoadResult[], key: 'p50Ms' | 'p99Ms'): number =>
  median(results.map((result) => result[key]));
