/**
 * Deterministic noise: only hashes of integers and operations that IEEE 754 rounds exactly, so that the server and
 * every browser draw the same land.
 */
import { createNoise2D } from 'simplex-noise';

/** From 0 (inclusive) to 1 (exclusive), for integers. */
export function hashAt(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 974711)) | 0;
  h = Math.imul(h ^ (h >>> 15), 2246822519);
  h = Math.imul(h ^ (h >>> 13), 3266489917);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** The library shuffles 256 items. */
const chances = Array.from({ length: 256 }, (_, index) => hashAt(index, 0, 1)).values();
const simplex = createNoise2D(() => chances.next().value ?? 0);
/** Hills and hollows have about one unit each. */
const frequency = 0.39;

/** 0 to 1 around 0.5. Each field uses its own `seed`. */
export function smoothNoise(x: number, y: number, seed: number): number {
  return 0.5 + 0.5 * simplex(frequency * x + 7.31 * seed, frequency * y - 5.17 * seed);
}

/** 0 to 1 around 0.5. Each octave has half the weight and half the size of the one before. */
export function layeredNoise(x: number, y: number, seed: number, octaves: number): number {
  let [sum, total, weight] = [0, 0, 1];
  for (let octave = 0; octave < octaves; octave++, weight /= 2) {
    sum += weight * smoothNoise(x / weight, y / weight, seed + octave * 17);
    total += weight;
  }
  return sum / total;
}
