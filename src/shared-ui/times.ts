/** Times as text, without `Intl` (see numbers.ts). */

const halfDayMs = 12 * 3_600_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];

/** `3 Jan`, in UTC. */
export function dateText(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
}

/** In UTC, with the date if it is 12 hours or more from now. */
export function clockText(at: number, now: number): string {
  const clock = new Date(at).toISOString().slice(11, 16);
  return Math.abs(at - now) < halfDayMs ? clock : `${dateText(at)}, ${clock}`;
}
