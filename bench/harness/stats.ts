/** Medians, and ratios with their spread. */

/** The median ratio of several rounds, with the smallest and the largest. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('values: must not be empty');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** Divides round by round: both values of a round were measured one after the other, so that noise affects both. */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Spread {
  if (ours.length !== theirs.length) throw new RangeError('both sides must have the same number of rounds');
  return spreadOf(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}

/** The value below which this share of the values lies; `share` from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('values: must not be empty');
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
