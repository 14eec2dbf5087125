/** How far a long command has come: a bar at a terminal, and nothing between the lines of who reads JSON. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { watchProgress } from '../../src/admin/progress.ts';

async function shownAt(isTTY: boolean): Promise<string> {
  const output = Object.assign(new PassThrough(), { isTTY });
  const progress = watchProgress('verify', output, true);
  progress.emit(5, 10);
  progress.emit(10, 10);
  progress.end();
  progress.end();
  output.end();
  return text(output);
}

it('is a bar at a terminal', async () => {
  expect(await shownAt(true)).toMatch(/verify .*50 % {2}5 of 10/);
});

it('is nothing where JSON is read', async () => {
  expect(await shownAt(false)).toBe('');
});
