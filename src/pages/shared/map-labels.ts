/** Chooses the names that the map shows: important ones first, and none that overlaps another name or a city. */
/** Of a name on the map. */
export const maxNameLength = 24;
/** With the tag of an alliance. */
const maxLabelLength = maxNameLength + 7;

/** A name at a position in pixels. */
interface Label {
  x: number;
  y: number;
  name: string;
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

/** Whether each label may show; the most important come first. @param signSize of a city, in pixels per unit */
export function placeNames(labels: readonly Label[], signSize: number): boolean[] {
  const reach = 9 * signSize;
  const taken: Box[] = labels.map(({ x, y }) => ({
    left: x - reach,
    right: x + reach,
    top: y - reach,
    bottom: y + reach,
  }));
  return labels.map(({ x, y, name }) => {
    const halfWidth = Math.min(maxLabelLength, name.length) * 3.4;
    const top = y + 15 * signSize;
    const box = { left: x - halfWidth, right: x + halfWidth, top, bottom: top + 13 };
    const mayShow = !taken.some((other) => overlap(other, box));
    if (mayShow) taken.push(box);
    return mayShow;
  });
}
