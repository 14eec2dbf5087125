/** Without `Intl`, whose first use keeps a phone busy for 100 ms or more. */

/** Grouped thousands, at most three decimals, and a minus sign (U+2212) instead of a hyphen. */
export function group(value: number): string {
  const [whole = '', decimals] = String(Math.round(value * 1000) / 1000).split('.');
  const grouped = whole.replace('-', '−').replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** `25k` instead of `25,000`, from 10,000 on. */
export function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${group(value / 1_000_000)}M`;
  return value >= 10_000 ? `${group(value / 1000)}k` : group(value);
}

/** `1 soldier`, `20 soldiers`, `3 militia`. @param singular required if it is not the plural without -s */
export function countOf(count: number, plural: string, singular = plural.replace(/s$/, '')): string {
  return `${group(count)} ${count === 1 ? singular : plural}`;
}

/** Rounded up to seconds: `0:04:48`, with days `2 d 3:04:05`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const clock = `${hours}:${twoDigits(Math.floor((seconds % 3_600) / 60))}:${twoDigits(seconds % 60)}`;
  return days === 0 ? clock : `${days} d ${clock}`;
}

/** The two largest units: `3 d 7 h`, `35 min`, `12 s`. */
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
