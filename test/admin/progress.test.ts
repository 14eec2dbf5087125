/** Progress of a long command: a bar on a terminal, nothing where stderr is read as JSON. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { showProgress } from '../../src/admin/progress.ts';

async function shownAt(isTTY: boolean): Promise<string> {
  const output = Object.assign(new PassThrough(), { isTTY });
  const progress = showProgress('verify', output, true);
  progress.update(5, 10);
  progress.update(10, 10);
  progress.end();
  progress.end();
  output.end();
  return text(output);
}

it('shows a bar on a terminal', async () => {
  expect(await shownAt(true)).toMatch(/verify .*50 % {2}5 of 10/);
});

it('prints nothing where JSON is expected', async () => {
  expect(await shownAt(false)).toBe('');
});
