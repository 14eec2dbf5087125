/** The client as a package of its own: installed from a server into an empty folder, and used as its README says. */
import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { Chromium, hasChromium } from '../browser/chromium.ts';
import * as client from '../../src/client/client.ts';
import { startTestGame, type TestGame } from '../support/game.ts';
import { startLocalServer, type LocalServer } from '../support/local-server.ts';

const source = resolve('clients/typescript');
const readme = readFileSync(join(source, 'README.md'), 'utf8');
const botOf = (text: string): string => /```js\n(import .*?)```/s.exec(text)?.[1] ?? '';
const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(inject('testServer').folder, 'stranger-'));
  const server = await startTestGame();
  const html = await (await fetch(`${server.url}/docs`)).text();
  const [, path = ''] = /href="(\/clients\/[^"]+\.tgz)"/.exec(html) ?? [];
  const options = ['--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', server.url + path, ...options], { cwd: folder });
  await server.stop();
});

const servers: LocalServer[] = [];
afterAll(() => {
  for (const { stop } of servers) stop();
});

/** Serves the files of a folder. Returns the origin. */
async function serve(root: string): Promise<string> {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
  const server = await startLocalServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    if (types[extname(path)] === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', types[extname(path)] ?? '').end(readFileSync(root + path));
  });
  servers.push(server);
  return server.url;
}

it('brings few packages', () => {
  const names = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(names).toContain('socket.io-client');
  expect(names.length).toBeLessThanOrEqual(11);
  expect(readdirSync(join(folder, 'node_modules/@hegemon-game/client')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ]);
});

it('has the version and the licence of the project', () => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const own = read(join(source, 'package.json'));
  const project = read('package.json');
  expect([own.version, own.license]).toEqual([project.version, project.license]);
});

describe('with types', () => {
  const resolutions = [
    { name: 'nodenext', module: 'nodenext', moduleResolution: 'nodenext', file: 'uses.mts' },
    { name: 'node16', module: 'node16', moduleResolution: 'node16', file: 'uses.mts' },
    { name: 'node16, CommonJS', module: 'node16', moduleResolution: 'node16', file: 'uses.cts' },
    { name: 'node10, CommonJS', module: 'commonjs', moduleResolution: 'node10', file: 'uses.ts' },
    { name: 'bundler', module: 'esnext', moduleResolution: 'bundler', file: 'uses.mts' },
  ];
  it.each(resolutions)('compiles strictly with the resolution $name', async ({ file, name, ...how }) => {
    const isCommonJs = name.endsWith('CommonJS');
    const program = `import { createClient, unwrap, type EmpireView, type LiveEvents } from '@hegemon-game/client';
      const hegemon = createClient({ url: 'http://localhost' });
      export async function read(): Promise<void> {
        const view: EmpireView = unwrap(await hegemon.readEmpire('id'));
        const level: number = unwrap(await hegemon.build('id', { type: 'farm' })).order.to_level;
        const needs: number | undefined = unwrap(await hegemon.readRules()).buildings.stable.needs.barracks;
        void [view, level, needs];
      }
      export const update = (data: LiveEvents['empire_update']): number => data.changes.resources.gold;
      void hegemon.setWishes('id', { wishes: [{ city_id: 'id', type: 'farm' }] }, { timeoutMs: 5 });
      void hegemon.listEmpires({ sort: 'name', page: 2 });
      void hegemon.listEmpires();
      hegemon.live('id').on('empire_event', ({ event }) => {
        if (event.type === 'desertion') event.data.lost.knights.toFixed();
      });
      // @ts-expect-error There is no such building.
      void hegemon.build('id', { type: 'castle' });
      // @ts-expect-error There is no such event.
      hegemon.live('id').on('earthquake', () => undefined);
      // @ts-expect-error The tile is missing.
      void hegemon.foundCity('id', { name: 'x' });`;
    writeFileSync(join(folder, file), program);
    // At least as strict as what `tsc --init` writes.
    const compilerOptions = {
      ...how,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: !isCommonJs,
      ...(how.moduleResolution === 'node10' ? { ignoreDeprecations: '6.0' } : {}),
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe('');
  });

  it('runs with require', async () => {
    const script = `const { createClient } = require('@hegemon-game/client');
      createClient({ url: 'http://127.0.0.1:9', patienceMs: 0 }).readRules().then(({ error }) => console.log(error.code));`;
    const { stdout } = await run(process.execPath, ['--input-type=commonjs', '--eval', script], {
      cwd: folder,
    });
    expect(stdout.trim()).toBe('UNREACHABLE');
  });
});

describe('against a game', () => {
  let game: TestGame;
  afterAll(() => game.stop());
  let allowed: string;
  let refused: string;

  beforeAll(async () => {
    const page = join(folder, 'page');
    cpSync(join(folder, 'node_modules'), join(page, 'node_modules'), { recursive: true });
    writeFileSync(join(page, 'index.html'), '<!doctype html><script type="module" src="/main.ts"></script>');
    writeFileSync(
      join(page, 'main.ts'),
      `import * as client from '@hegemon-game/client';
       Object.assign(globalThis, { hegemon: client });`,
    );
    await run(process.execPath, [resolve('node_modules/vite/bin/vite.js'), 'build'], { cwd: page });
    allowed = await serve(join(page, 'dist'));
    refused = await serve(join(page, 'dist'));
    game = await startTestGame({ corsOrigins: [allowed] });
  });

  it('runs the bot of its README with plain Node', async () => {
    writeFileSync(join(folder, 'bot.mjs'), botOf(readme));
    const env = { ...process.env, HEGEMON_URL: game.url };
    const bot = spawn(process.execPath, ['bot.mjs'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((done) => bot.once('exit', done));
    onTestFinished(() => void bot.kill());
    let ordered = '';
    for await (const line of createInterface(bot.stdout)) {
      ordered = line;
      if (/ to \d+$/.test(line)) break;
    }
    expect(ordered).toMatch(/ to \d+$/);
    // A second live connection of the player replaces it. One that was there before the bot's is replaced itself.
    const player = client.createClient({ url: game.url });
    client.unwrap(await player.logIn({ username: 'Talos', password: 'made of bronze' }));
    const { empire_id } = client.unwrap(await player.readProfile());
    while (bot.exitCode === null) {
      const live = player.live(String(empire_id));
      let picture: unknown = {};
      while (picture !== null) picture = await Promise.race([live.next('picture'), ended.then(() => null)]);
      live.close();
    }
    expect(await ended).toBe(1);
  });

  type PageGlobal = typeof globalThis & { hegemon: typeof client };

  /** Runs a function in a page of this address, and checks that the game has set no cookie. */
  async function evaluateAt<T>(address: string, script: (url: string) => Promise<T>): Promise<T> {
    const chromium = await Chromium.start(game.url);
    try {
      const { context, page } = await chromium.reader();
      await page.goto(address);
      const result = await page.evaluate(script as (url: string) => Promise<unknown>, game.url);
      expect(await context.cookies()).toEqual([]);
      return result as T;
    } finally {
      await chromium.stop();
    }
  }

  it.skipIf(!hasChromium)('plays in a page of another origin that Vite has built', async () => {
    const orders = await evaluateAt(allowed, async (url) => {
      const { createClient, unwrap } = (globalThis as PageGlobal).hegemon;
      const hegemon = createClient({ url });
      const stranger = await hegemon.readProfile();
      const password = 'made of bronze';
      const account = { username: 'Vite', email: 'vite@example.org', password };
      unwrap(await hegemon.register({ ...account, confirm_password: password }));
      unwrap(await hegemon.logIn({ username: 'Vite', password }));
      const founding = { name: 'Built by Vite', starting_location: { x: 5, y: 5 } };
      const { empire } = unwrap(await hegemon.foundEmpire(founding));
      const live = hegemon.live(empire.id);
      const before = await live.next('picture');
      const next = live.next('picture');
      const { order } = unwrap(await hegemon.build(empire.capital.id, { type: 'farm' }));
      const spent = (before?.resources.gold ?? 0) - ((await next)?.resources.gold ?? 0);
      live.close();
      return { stranger, spent, cost: order.cost.gold };
    });
    expect(orders.stranger).toMatchObject({ ok: false, error: { code: 'AUTH_REQUIRED', status: 401 } });
    expect(orders.spent).toBe(orders.cost);
  });

  it.skipIf(!hasChromium)('tells a page of a refused origin so at once', async () => {
    const codes = await evaluateAt(refused, async (url) => {
      const { createClient } = (globalThis as PageGlobal).hegemon;
      const startedAt = performance.now();
      const hegemon = createClient({ url });
      const read = await hegemon.readRules();
      const order = await hegemon.logIn({ username: 'x', password: 'y' });
      const closed = await hegemon.live('00000000-0000-4000-8000-000000000000').next('closed');
      // Nothing listens there.
      const gone = await createClient({ url: 'http://127.0.0.1:9', patienceMs: 0 }).readRules();
      const refusals = [read, order, gone].map((answer) => (answer.ok ? 'ok' : answer.error.code));
      return { codes: [...refusals, closed.code], ms: performance.now() - startedAt };
    });
    expect(codes.codes).toEqual(['CROSS_ORIGIN', 'CROSS_ORIGIN', 'UNREACHABLE', 'CROSS_ORIGIN']);
    // The client retries an unreachable server for 75 s.
    expect(codes.ms).toBeLessThan(20_000);
  });
});
