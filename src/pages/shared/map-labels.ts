/**
 * Chooses the names that the map shows: important ones first, and none that overlaps another name, a city or its flag.
 */
export const maxNameLength = 24;
/** With the tag of an alliance. */
const maxLabelLength = maxNameLength + 7;

/** In pixels. */
interface Label {
  x: number;
  y: number;
  name: string;
  /** Whether a flag flies above the sign. */
  hasFlag: boolean;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.right >= other.left && one.left <= other.right && one.bottom >= other.top && one.top <= other.bottom
  );
}

function isInside(outer: Box, inner: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
}

/**
 * @param labels the most important first
 * @param signSize of a city, in pixels per unit
 * @param frame in pixels, of a sketch: no label is cut there, and each name shows once
 */
export function placeNames(labels: readonly Label[], signSize: number, frame: Box | null = null): boolean[] {
  const shown = new Set<string>();
  const reach = 9 * signSize;
  const taken = labels.flatMap(({ x, y, hasFlag }): Box[] => [
    { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach },
    ...(hasFlag ? [{ left: x, right: x + 20 * signSize, top: y - 33 * signSize, bottom: y }] : []),
  ]);
  return labels.map(({ x, y, name }) => {
    const halfWidth = Math.min(maxLabelLength, name.length) * 3.4;
    const top = y + 15 * signSize;
    const box = { left: x - halfWidth, right: x + halfWidth, top, bottom: top + 13 };
    const fits = frame === null || (isInside(frame, box) && !shown.has(name));
    const mayShow = name !== '' && fits && !taken.some((other) => overlap(other, box));
    if (mayShow) taken.push(box);
    if (mayShow) shown.add(name);
    return mayShow;
  });
}
