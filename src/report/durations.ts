/** How long something takes, in words; the same on the server and in browsers. */

const grouped = new Intl.NumberFormat('en');

/** In its two largest units: `3 d 7 h`, `35 min`, `12 s`. */
export function lasting(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  if (seconds < 60) return `${seconds} s`;
  const pairs = [
    [86_400, 'd', 3_600, 'h'],
    [3_600, 'h', 60, 'min'],
    [60, 'min', 1, 's'],
  ] as const;
  const [large, largeName, small, smallName] = pairs.find(([size]) => seconds >= size) ?? pairs[2];
  const rest = Math.floor((seconds % large) / small);
  const first = `${grouped.format(Math.floor(seconds / large))} ${largeName}`;
  return rest === 0 ? first : `${first} ${rest} ${smallName}`;
}
