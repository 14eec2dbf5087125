/** The scales of the charts that the server draws. */

/** A step of 1, 2 or 5 times a power of ten that rules at most five lines below `most`. */
export function stepFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most) / 5));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => most / step <= 5) ?? power;
}

export const tenth = (value: number): number => Math.round(value * 10) / 10;
