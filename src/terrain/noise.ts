/**
 * Deterministic noise. It uses only integer hashing and the four operations that IEEE 754 rounds exactly, so that
 * the server and every browser draw the same land.
 */

/** A number from 0 (inclusive) to 1 (exclusive) for a lattice point. Each field uses its own `seed`. */
export function hashAt(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 974711)) | 0;
  h = Math.imul(h ^ (h >>> 15), 2246822519);
  h = Math.imul(h ^ (h >>> 13), 3266489917);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Value noise, 0 to 1, smooth in both derivatives. */
export function smoothNoise(x: number, y: number, seed: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const fx = x - i;
  const fy = y - j;
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  const a = hashAt(i, j, seed);
  const b = hashAt(i + 1, j, seed);
  const c = hashAt(i, j + 1, seed);
  const d = hashAt(i + 1, j + 1, seed);
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

/** Octaves of noise, 0 to 1 around 0.5. Each is rotated by the 3-4-5 triangle, so that the lattice is not visible. */
export function layeredNoise(x: number, y: number, seed: number, octaves: number): number {
  let sum = 0;
  let weight = 0.5;
  let total = 0;
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * smoothNoise(x, y, seed + octave * 17);
    total += weight;
    weight /= 2;
    const turned = 1.6 * x - 1.2 * y + 5.3;
    y = 1.2 * x + 1.6 * y - 8.7;
    x = turned;
  }
  return sum / total;
}
