/** Numbers and durations as they are written on every page, on the server and in the browser. It imports nothing. */

const grouped = new Intl.NumberFormat('en');

/** A whole number with its thousands grouped and a true minus sign. */
export function group(value: number): string {
  return grouped.format(value).replace('-', '−');
}

/** `25k` rather than `25,000`, from ten thousand on, so that a scale stays narrow. */
export function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${group(value / 1_000_000)}M`;
  return value >= 10_000 ? `${group(value / 1000)}k` : group(value);
}

/** `1 soldier`, `20 soldiers`, `3 militia`. @param singular where it is not the plural without its -s */
export function countOf(count: number, plural: string, singular = plural.replace(/s$/, '')): string {
  return `${group(count)} ${count === 1 ? singular : plural}`;
}

/** What is left, as a countdown: `0:04:48`, with days `2 d 3:04:05`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const clock = `${hours}:${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`;
  return days === 0 ? clock : `${days} d ${clock}`;
}

/** How long something takes, in its two largest units: `3 d 7 h`, `35 min`, `12 s`. */
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
  const first = `${group(Math.floor(seconds / large))} ${largeName}`;
  return rest === 0 ? first : `${first} ${rest} ${smallName}`;
}
