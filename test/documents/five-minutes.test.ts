/** The first five minutes of the API page: the code is copied from the page and runs against the server that shows it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAnonymously, useTestGame } from '../support/game.ts';
import { hasPython, python } from '../support/python.ts';
import { firstSamples, samplesOf } from '../support/samples.ts';
import { Browser } from '../pages/browser.ts';
import { createEmpire } from '../support/players.ts';

const hasCurl = spawnSync('bash', ['-c', 'curl --version']).status === 0;
if (!hasCurl)
  console.warn('No bash with curl on this machine: the first commands of the API page are not run.');

const game = useTestGame({ isDemo: true });
/** Below the project, so that its packages serve the programs; the network is not needed. */
let folder: string;
beforeAll(() => {
  mkdirSync('.cache', { recursive: true });
  folder = mkdtempSync(resolve('.cache/five-minutes-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A reader's own copy of the samples of a language: every view of the page has another name and password. */
async function copySamples(language: string): Promise<string[]> {
  return firstSamples(await (await fetch(`${game.url}/docs`)).text(), language);
}

/** The part of the API page for players, up to the first five minutes. */
const partOfToken = (html: string): string => html.slice(0, html.indexOf('id="five-minutes"'));

/** Downloads the package that a command of the page installs. Returns the path of the file. */
async function download(command: string): Promise<string> {
  const [address = ''] = /http\S+$/m.exec(command) ?? [];
  const response = await fetch(address);
  expect([response.status, address]).toEqual([200, address]);
  const file = join(folder, address.replace(/.*\//, ''));
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  return file;
}

/** Unpacks the typed client, which a command of the page installs. */
async function installClient(command: string): Promise<void> {
  const packed = join(folder, 'node_modules/@hegemon-game/client');
  mkdirSync(packed, { recursive: true });
  execFileSync('tar', ['-xzf', await download(command), '-C', packed, '--strip-components=1']);
}

/** What programs print once they have joined; the client packages also print the state of the empire. */
const joined = /empire_founded/;
const joinedWithState = /^seq \d[^]*empire_founded|empire_founded[^]*^seq \d/m;

/** Runs a program until it ends. Once it has printed `ready`, an hour passes. Returns what it has printed. */
async function play(
  ready: RegExp,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...env } });
  const ended = once(child, 'close');
  let [output, hasPassed] = ['', false];
  const note = (text: Buffer): void => {
    output += text.toString();
    if (hasPassed || !ready.test(output)) return;
    hasPassed = true;
    void game.pass(3_600_000);
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const [code] = (await ended) as [number];
  expect([code, output]).toEqual([0, output]);
  return output;
}

/** The buildings of the player whom a program registers, with their levels. */
async function readLevels(program: string): Promise<Record<string, number>> {
  const [, username] = /^(?:NAME=|.*name = ')([\w-]+)/m.exec(program) ?? [];
  const [, password] = /^(?:PASSWORD=|.*password = ')([\w-]+)/m.exec(program) ?? [];
  const login = await sendAnonymously<{ token: string }>(game.url, 'POST', '/login', { username, password });
  const headers = { authorization: `Bearer ${login.body.token}` };
  const read = async <Body>(path: string): Promise<Body> =>
    (await sendAnonymously<Body>(game.url, 'GET', path, undefined, headers)).body;
  const { empire_id: id } = await read<{ empire_id: string }>('/api/user/profile');
  interface Cities {
    cities: { buildings: { type: string; level: number }[] }[];
  }
  const { cities } = await read<Cities>(`/api/empire/${id}/cities`);
  return Object.fromEntries(cities[0]?.buildings.map(({ type, level }) => [type, level]) ?? []);
}

describe('the first five minutes', () => {
  it.skipIf(!hasCurl)('run in a shell', async () => {
    const [program = ''] = await copySamples('curl');
    const output = await play(joined, 'bash', ['-c', program]);
    expect(output).toMatch(/^42\["construction_complete",.*"seq":\d/m);
    expect(output).toMatch(/^42\["empire_event",.*"number":1,.*"type":"empire_founded"/m);
    expect(await readLevels(program)).toMatchObject({ farm: 2 });
  });

  it('run in JavaScript', async () => {
    const [install = '', program = '', run = ''] = await copySamples('javascript');
    await installClient(install);
    writeFileSync(join(folder, 'play.mjs'), program);
    expect(run).toBe('node play.mjs');
    const output = await play(joinedWithState, process.execPath, ['play.mjs']);
    expect(output).toMatch(/^seq \d+ \{/m);
    expect(output).toMatch(/^event\.number 1 empire_founded$[^]*^event\.number 2 construction_complete$/m);
    expect(await readLevels(program)).toMatchObject({ farm: 2 });
  });

  it.skipIf(!hasPython)('run in Python', async () => {
    const [install = '', program = '', run = ''] = await copySamples('python');
    writeFileSync(join(folder, 'play.py'), program);
    expect(run).toBe('.venv/bin/python play.py');
    // Python imports modules from a wheel.
    const env = { PYTHONPATH: await download(install), PYTHONUNBUFFERED: '1' };
    const output = await play(joinedWithState, python, ['play.py'], env);
    expect(output).toMatch(/^seq \d+ \{/m);
    expect(output).toMatch(/^event\.number 1 empire_founded$[^]*^event\.number 2 construction_complete$/m);
    expect(await readLevels(program)).toMatchObject({ farm: 2 });
  });
});

describe('the programs with a token', () => {
  it.skipIf(!hasCurl)('run for the player that has made it', async () => {
    const ruler = await createEmpire(game);
    const [install = ''] = await copySamples('javascript');
    const { html } = await new Browser(game, ruler.cookie).sendForm('/docs/token', {});
    const [shell = '', javascript = '', python3 = ''] = samplesOf(partOfToken(html));
    await installClient(install);
    writeFileSync(join(folder, 'empire.mjs'), javascript);
    const run = (program: string, args: string[], env = {}) => play(/never/, program, args, env);
    expect(JSON.parse(await run('bash', ['-c', shell]))).toMatchObject({ empire_id: ruler.empireId });
    expect(await run(process.execPath, ['empire.mjs'])).toContain(ruler.empireId);
    if (!hasPython) return;
    writeFileSync(join(folder, 'empire.py'), python3);
    const [wheel = ''] = await copySamples('python');
    expect(await run(python, ['empire.py'], { PYTHONPATH: await download(wheel) })).toContain(ruler.empireId);
  });
});

describe('the address in the programs', () => {
  /** The addresses that the page shows to a request with this Host header. */
  const addressesFor = async (host: string): Promise<string[]> => {
    const sent = request(`${game.url}/docs`, { headers: { host } });
    const answered = once(sent, 'response') as Promise<[AsyncIterable<Buffer>]>;
    sent.end();
    const [response] = await answered;
    let text = '';
    for await (const part of response) text += part.toString();
    const programs = ['curl', 'javascript', 'python'].flatMap((language) => firstSamples(text, language));
    const found = programs.flatMap((program) => [...program.matchAll(/https?:\/\/[^\s/']*/g)]);
    expect(found.length).toBeGreaterThanOrEqual(5);
    return [...new Set(found.map(([address]) => address))];
  };

  it.each(['play.example.org', '192.0.2.1:8080', '[2001:db8::1]:3000'])(
    'is that of the request: %s',
    async (host) => {
      expect(await addressesFor(host)).toEqual([`http://${host}`]);
    },
  );

  it.each(['x;reboot', '$(reboot)', "'", '"><script>', 'a b', 'x/y', 'x@y', '`reboot`'])(
    'is not taken from the Host header %s',
    async (host) => {
      expect(await addressesFor(host)).toEqual(['http://localhost:3000']);
    },
  );
});
