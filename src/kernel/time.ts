export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** ISO 8601, UTC, milliseconds. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
