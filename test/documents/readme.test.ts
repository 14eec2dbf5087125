/** The README as a reader uses it: its commands are run as they stand, against a game of the test. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRoutes } from '../support/routes.ts';
import { sendAnonymously, startTestGame } from '../support/game.ts';
import type { TestGame } from '../support/game.ts';

const readme = readFileSync('README.md', 'utf8');
const blocks = [...readme.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, kind, text = '']) => ({
  kind,
  text,
}));
const commands = blocks.filter(({ text }) => text.includes('curl'));
const run = promisify(execFile);
const hasShell = spawnSync('sh', ['-c', 'curl --version']).status === 0;
if (!hasShell) console.warn('No shell with curl on this machine: the commands of README are not run.');

let game: TestGame;
beforeAll(async () => {
  game = await startTestGame();
});
afterAll(() => game.stop());

describe('the blocks of the README', () => {
  it('are commands for a shell, and one bot, which test/client/readme-bot.test.ts runs', () => {
    expect(blocks.map(({ kind }) => kind).filter((kind) => kind !== 'sh')).toEqual(['js']);
  });

  it('that start something name scripts there are', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    const started = blocks
      .filter((block) => !commands.includes(block))
      .flatMap(({ text }) => [...text.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, name = '']) => name));
    expect(started.filter((name) => name !== 'install' && !(name in scripts))).toEqual([]);
    expect(started).toEqual(expect.arrayContaining(['start', 'test']));
  });
});

describe.skipIf(!hasShell)('the commands of the README', () => {
  let output: string;
  beforeAll(async () => {
    const script = commands.map(({ text }) => text).join('\n');
    const own = script.replace(/^URL=.*$/m, `URL=${game.url}`);
    if (own === script) throw new Error('the commands do not say where the server is');
    ({ stdout: output } = await run('sh', ['-eu', '-c', own]));
  });

  it('are answered without a refusal', () => {
    expect([output.length > 1000, /"error":"[^"]*"/.exec(output)?.[0]]).toEqual([true, undefined]);
  });

  it('register a player, found an empire and order two levels of the farm', async () => {
    const body = { username: 'ann', password: 'secret1' };
    const login = await sendAnonymously<{ token: string }>(game.url, 'POST', '/login', body);
    const headers = { authorization: `Bearer ${login.body.token}` };
    const get = async <Body>(path: string): Promise<Body> =>
      (await sendAnonymously<Body>(game.url, 'GET', path, undefined, headers)).body;
    const { empire_id: id } = await get<{ empire_id: string }>('/api/user/profile');
    const { cities } = await get<{ cities: { construction: { type: string }[] }[] }>(
      `/api/empire/${id}/cities`,
    );
    expect(cities[0]?.construction.map(({ type }) => type)).toEqual(['farm', 'farm']);
  });
});

describe('the table of routes of the README', () => {
  it('has every JSON route', () => {
    const [, table = ''] = /^\| route[^\n]*\n([^]*?)\n\n/m.exec(readme) ?? [];
    const words = (path: string): string[] =>
      path.split('/').filter((word) => word !== '' && !word.startsWith(':'));
    const missing = readRoutes(game).endpoints.filter(({ path }) =>
      words(path).some((word) => !table.includes(`/${word}`)),
    );
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});
