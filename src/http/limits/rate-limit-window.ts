/** Windows of rate limits after the clock was set back. */

/** For hits that waited, and for the difference of two clocks. */
const toleranceMs = 5_000;

/** Whether a window ends later than a new one would: it began before the clock was set back, and counts no longer. */
export function endsTooLate(resetTime: Date | undefined, windowMs: number, now: number): boolean {
  return resetTime !== undefined && resetTime.getTime() > now + windowMs + toleranceMs;
}
