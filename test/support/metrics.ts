/** What an instance counts about itself, read as Prometheus reads it. */
import { setImmediate as turn } from 'node:timers/promises';
import type { TestGame } from './game.ts';

export interface Sample {
  /** With `_bucket`, `_sum` or `_count` where it is of a histogram. */
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads the text format. */
export function parseSamples(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    return {
      name,
      labels: Object.fromEntries(pairs.map(([, key = '', quoted = '']) => [key, quoted])),
      value: Number(value),
    };
  });
}

/** Everything an instance tells at present. */
export async function readSamples({ instance }: TestGame): Promise<Sample[]> {
  // An answer is counted a moment after it has arrived.
  await turn();
  return parseSamples(await instance.metrics.write());
}

/** The sum of what carries this name and these labels; 0 where nothing does. */
export async function readMetric(
  game: TestGame,
  name: string,
  labels: Record<string, string> = {},
): Promise<number> {
  return (await readSamples(game))
    .filter((sample) => sample.name === `hegemon_${name}`)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

/** By how much a metric rises while something is done. */
export async function riseOf(
  game: TestGame,
  name: string,
  labels: Record<string, string>,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await readMetric(game, name, labels);
  await work();
  return (await readMetric(game, name, labels)) - before;
}
