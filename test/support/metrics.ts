/** Reads the metrics of an instance in the format of Prometheus. */
import { setImmediate as turn } from 'node:timers/promises';
import type { TestGame } from './game.ts';

export interface Sample {
  /** With `_bucket`, `_sum` or `_count` for a histogram. */
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Parses the text format. */
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

/** All current samples of an instance. */
export async function readSamples({ instance }: TestGame): Promise<Sample[]> {
  // The server counts a response one turn of the event loop after the client has it.
  await turn();
  return parseSamples(await instance.metrics.write());
}

/** The sum of the samples with this name and these labels; 0 if there are none. */
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

/** The increase of a metric during `work`. */
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
