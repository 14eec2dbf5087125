/** Means with their standard errors. */

export interface Estimate {
  mean: number;
  /** Standard error of the mean. */
  error: number;
}

export function meanOf<T>(list: readonly T[], valueOf: (item: T) => number): number {
  return list.reduce((sum, item) => sum + valueOf(item), 0) / Math.max(1, list.length);
}

export function estimateOf<T>(list: readonly T[], valueOf: (item: T) => number): Estimate {
  const mean = meanOf(list, valueOf);
  const variance =
    list.reduce((sum, item) => sum + (valueOf(item) - mean) ** 2, 0) / Math.max(1, list.length - 1);
  return { mean, error: Math.sqrt(variance / Math.max(1, list.length)) };
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

export const round = (value: number): string => String(Math.round(value));

export function withError({ mean, error }: Estimate, unit = '', digits = 0): string {
  return `${mean.toFixed(digits)}${unit} ± ${error.toFixed(digits)}`;
}

/** Left-aligns the first column and right-aligns the others. */
export function alignRows(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
