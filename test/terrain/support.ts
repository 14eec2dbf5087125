/** Reads the points of SVG path data for the tests of the terrain. */

const numbersOf: Record<string, number> = { m: 2, l: 2, q: 4, t: 2, v: 1, h: 1, z: 0 };

/** The end points of all commands of a relative path, in units. */
export function pointsOf(path: string): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const [, letter = '', rest = ''] of path.matchAll(/([a-z])([^a-z]*)/g)) {
    const numbers = [...rest.matchAll(/-?\d+/g)].map(Number);
    const size = numbersOf[letter] ?? 2;
    if (letter === 'z') [x, y] = [startX, startY];
    for (let index = 0; size > 0 && index < numbers.length; index += size) {
      x += letter === 'v' ? 0 : (numbers[index + size - (size > 1 ? 2 : 1)] ?? 0);
      y += letter === 'h' ? 0 : (numbers[index + size - 1] ?? 0);
      if (letter === 'm' && index === 0) [startX, startY] = [x, y];
      points.push({ x, y });
    }
  }
  return points;
}
