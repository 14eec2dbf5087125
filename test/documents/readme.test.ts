/** Runs the curl commands of the documents unchanged, against a game of the test. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendAnonymously, useTestGame } from '../support/game.ts';
import { codeBlocksOf, readMarkdown } from '../support/markdown.ts';
import { readRoutes } from '../support/routes.ts';

const documents = readMarkdown().filter(({ path }) => path === 'README.md' || path.startsWith('docs/'));
const blocks = documents.flatMap(codeBlocksOf);
const commands = blocks.filter(({ text }) => text.includes('curl'));
const run = promisify(execFile);
const hasShell = spawnSync('sh', ['-c', 'curl --version']).status === 0;
if (!hasShell) console.warn('No shell with curl on this machine: the commands of the documents are not run.');

const game = useTestGame({ isDemo: true });

describe('the code blocks of README.md and docs/', () => {
  it('are shell commands, except those that other tests run, and output', () => {
    const others = blocks.filter(({ language }) => language !== 'sh');
    expect(others.map(({ path, language }) => [path, language]).sort()).toEqual([
      ['docs/api.md', 'js'],
      ['docs/operate.md', 'cron'],
      ['docs/run.md', 'apache'],
      ['docs/run.md', 'caddy'],
      ['docs/run.md', 'nginx'],
      ['docs/run.md', 'sql'],
      ['docs/simulation.md', 'text'],
    ]);
  });

  it.skipIf(!hasShell)('are valid shell syntax', async () => {
    for (const { text, language } of blocks) if (language === 'sh') await run('sh', ['-n', '-c', text]);
  });
});

describe.skipIf(!hasShell)('the curl commands of the documents', () => {
  let output: string;
  beforeAll(async () => {
    const script = commands.map(({ text }) => text).join('\n');
    const own = script.replace(/^URL=.*$/m, `URL=${game.url}`);
    if (own === script)
      throw new Error('the commands have no line URL=; keep the address of the server in one variable');
    ({ stdout: output } = await run('sh', ['-eu', '-c', own]));
  });

  it('return no error', () => {
    expect([output.length > 1000, /"error":"[^"]*"/.exec(output)?.[0]]).toEqual([true, undefined]);
  });

  it('register a player, found an empire and order two farm levels', async () => {
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

describe('the table of routes in docs/api.md', () => {
  it('lists every JSON route', () => {
    const [, table = ''] = /^\| route[^\n]*\n([^]*?)\n\n/m.exec(readFileSync('docs/api.md', 'utf8')) ?? [];
    const words = (path: string): string[] =>
      path.split('/').filter((word) => word !== '' && !word.startsWith(':'));
    const missing = readRoutes(game).endpoints.filter(({ path }) =>
      words(path).some((word) => !table.includes(`/${word}`)),
    );
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});
