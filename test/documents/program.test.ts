/** The example program of the API page for live events runs unchanged and receives events. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { socketProgram } from '../../src/documents/words.ts';
import { useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

const game = useTestGame();

it('joins and prints the events it receives', async () => {
  const ann = await createEmpire(game);
  const env = { ...process.env, URL: game.url, TOKEN: ann.token, EMPIRE: ann.empireId };
  const program = spawn(process.execPath, ['--input-type=module', '--eval', socketProgram], { env });
  const output: string[] = [];
  const note = (text: Buffer): void => {
    output.push(text.toString());
  };
  program.stdout.on('data', note);
  program.stderr.on('data', note);
  const waitFor = async (word: string): Promise<void> => {
    while (!output.join('').includes(word)) await once(program.stdout, 'data');
  };
  try {
    await waitFor('listening');
    await ann.send('PUT', `/api/empire/${ann.empireId}`, { description: 'Received of' });
    await waitFor('empire_update');
  } finally {
    program.kill();
  }
  expect(output.join('')).toContain(`empire_id: '${ann.empireId}'`);
});
