/** The program that the page of the API shows for live events: run as it stands, it hears what happens. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { socketProgram } from '../../src/documents/words.ts';
import { startTestGame, type TestGame } from '../support/game.ts';
import { seatRuler } from '../support/guests.ts';

let game: TestGame;
beforeAll(async () => {
  game = await startTestGame();
});
afterAll(() => game.stop());

it('listens, and tells what it hears', async () => {
  const ann = await seatRuler(game);
  const env = { ...process.env, URL: game.url, TOKEN: ann.token, EMPIRE: ann.empireId };
  const program = spawn(process.execPath, ['--input-type=module', '--eval', socketProgram], { env });
  const said: string[] = [];
  const note = (text: Buffer): void => {
    said.push(text.toString());
  };
  program.stdout.on('data', note);
  program.stderr.on('data', note);
  const hear = async (word: string): Promise<void> => {
    while (!said.join('').includes(word)) await once(program.stdout, 'data');
  };
  try {
    await hear('listening');
    await ann.send('PUT', `/api/empire/${ann.empireId}`, { description: 'Heard of' });
    await hear('empire_update');
  } finally {
    program.kill();
  }
  expect(said.join('')).toContain(`empire_id: '${ann.empireId}'`);
});
