/** Reads the points of SVG path data for the tests of the terrain. */

/** The end points of all commands of a path, in units. Only `M` is absolute. */
export function pointsOf(path: string): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  let [x, y] = [0, 0];
  for (const [, letter = '', rest = ''] of path.matchAll(/([Mqt])([^Mqt]*)/g)) {
    const numbers = [...rest.matchAll(/-?\d+/g)].map(Number);
    const [dx = 0, dy = 0] = numbers.slice(-2);
    [x, y] = letter === 'M' ? [dx, dy] : [x + dx, y + dy];
    points.push({ x, y });
  }
  return points;
}
