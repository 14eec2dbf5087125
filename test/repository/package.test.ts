/**
 * The server as a package, as a clone in production and as an image: installed from its tarball into a folder with a space,
 * built by npm start, and by the steps of the Dockerfile; each then started as an ordinary user with the embedded database.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { version } from '../../src/kernel/version.ts';
import { findFreePort } from '../support/free-port.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
/** The account `nobody`, if the tests run as root. */
const ordinary = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const environment = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
};
const megabyte = 1024 * 1024;

/** A new folder that belongs to the ordinary user. */
function makeFolder(name: string): string {
  const folder = mkdtempSync(join(inject('testServer').folder, `${name}-`));
  if (ordinary.uid !== undefined) chownSync(folder, ordinary.uid, ordinary.gid);
  return folder;
}

/** All files below a folder, with their sizes in bytes. */
const filesOf = (folder: string): { path: string; size: number }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path, size: statSync(path).size }));

const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** Starts a server, reads its first page, founds an empire and stops it cleanly. */
async function visit(
  program: string,
  cwd: string,
  env: Record<string, string> = {},
  ...args: string[]
): Promise<{ page: string; ready: unknown }> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [program, ...args], {
    ...{ cwd, ...ordinary },
    env: { ...environment, PORT: String(port), ...env },
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  await expect.poll(() => `${output}${child.exitCode ?? ''}`).toMatch(/http:\S+\n|\d$/);
  expect(output).toContain(`http://127.0.0.1:${port}`);
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  // The page of the API links to all that a package could lack.
  const docs = await (await fetch(`http://127.0.0.1:${port}/docs`)).text();
  const links = [...docs.matchAll(/(?:href|src)="(\/(?:assets|clients|docs)\/[^"]+)"/g)];
  const answers = links.map(async ([, path = '']) => [
    path,
    (await fetch(`http://127.0.0.1:${port}${path}`)).status,
  ]);
  expect(await Promise.all(answers)).toEqual(links.map(([, path]) => [path, 200]));
  const ready: unknown = await (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
  const { stdout: founded } = await run(process.execPath, [
    'scripts/try-server.mjs',
    `http://127.0.0.1:${port}`,
  ]);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(founded).toMatch(/has a new empire: [0-9a-f-]{36}/);
  expect(output).toContain('Hegemon is open');
  // The link of the first operator begins with the address of the start, whose cookies it needs.
  expect(output).not.toContain('http://localhost');
  return { page, ready };
}

describe('the package', () => {
  let tarball: string;
  let folder: string;
  let program: string;
  beforeAll(async () => {
    const packed = makeFolder('packed');
    await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', packed]);
    tarball = join(packed, `hegemon-game-server-${version}.tgz`);
    folder = makeFolder('a stranger');
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
    await run('npm', ['install', ...options, tarball], { cwd: folder });
    program = join(folder, 'node_modules/.bin/hegemon');
  });

  it('contains only what runs', () => {
    const files = filesOf(join(folder, 'node_modules/@hegemon-game/server')).map(({ path }) => path);
    expect(files.filter((path) => /\.map$|(?<!\.d)\.ts$|\/(src|test|bench|scripts)\//.test(path))).toEqual(
      [],
    );
    expect(statSync(tarball).size).toBeLessThanOrEqual(3 * megabyte);
  });

  it('starts as an ordinary user, stores its data in the folder, and stops cleanly', async () => {
    const { page, ready } = await visit(program, folder);
    expect(page).toContain('Hegemon');
    expect(ready).toMatchObject({ version });
    expect(readdirSync(join(folder, 'hegemon-data'))).toContain('postgres');
  });

  it('opens the demo in a folder of its own, also if the settings name another database', async () => {
    const env = { BOTS: '0', DATABASE_URL: 'postgres://nowhere.invalid/game' };
    const { page } = await visit(program, folder, env, 'demo');
    expect(page).toContain('Enter the demo');
    expect(page).toContain('This is a demo');
    expect(readdirSync(join(folder, 'hegemon-demo'))).toContain('postgres');
  });

  it.each(['demo', 'admin', 'bots'])(
    'has the program %s, and names the command that runs it',
    async (name) => {
      const { stdout } = await run(program, [name, '--help'], { cwd: folder, env: environment });
      expect(stdout).toContain(`Usage: "${program}" ${name} `);
    },
  );

  it.each(['backup', 'restore'])(
    'has the command %s of its admin program under a name of its own',
    async (name) => {
      const { stdout } = await run(program, [name, '--help'], { cwd: folder, env: environment });
      expect(stdout).toContain(`Usage: "${program}" admin ${name} [options] <file>`);
    },
  );

  it('has the documents that its help names', async () => {
    const { stdout } = await run(program, ['--help'], { cwd: folder, env: environment });
    const [file = ''] = /^\/.*settings\.md$/m.exec(stdout) ?? [];
    expect(readFileSync(file, 'utf8')).toMatch(/^# Settings/);
  });

  it('starts without the extension of its file, as Node allows', async () => {
    const file = join(folder, 'node_modules/@hegemon-game/server/dist/server/programs/hegemon');
    const { stdout } = await run(process.execPath, [file, 'bots', '--help'], { env: environment });
    expect(stdout).toContain(`Usage: node "${file}" bots `);
  });

  it('names itself hegemon only where a shell finds it', async () => {
    const bin = makeFolder('bin');
    symlinkSync(realpathSync(program), join(bin, 'hegemon'));
    const env = { ...environment, PATH: `${bin}:${environment.PATH}` };
    const onPath = await run('hegemon', ['bots', '--help'], { cwd: folder, env });
    expect(onPath.stdout).toContain('Usage: hegemon bots ');
    // Here npm finds it in node_modules; elsewhere, npx would install a foreign package of this name.
    const options = { cwd: folder, env: { ...process.env, BASE_URL: '' } };
    const { stdout } = await run('npx', ['--no', 'hegemon', 'bots', '--help'], options);
    expect(stdout).toContain(`Usage: "${program}" bots `);
  });

  it('runs from its file with npx, and says so', async () => {
    const HOME = makeFolder('home of a stranger');
    const file = `./${basename(tarball)}`;
    const options = { cwd: dirname(tarball), env: { ...process.env, HOME, BASE_URL: '' } };
    const { stdout } = await run('npx', ['--yes', '--prefer-offline', file, 'bots', '--help'], options);
    expect(stdout).toContain(`Usage: npx ${file} bots `);
  });

  it('lists its programs and its folder of data', async () => {
    const { stdout } = await run(program, ['--help'], { cwd: folder, env: environment });
    expect(stdout).toMatch(/start [^]*demo [^]*admin [^]*bots /);
    expect(stdout).toContain(join(folder, 'hegemon-data'));
  });

  it('suggests a program for a wrong name', async () => {
    const wrong = run(program, ['strat'], { cwd: folder, env: environment });
    await expect(wrong).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('start') as string,
    });
  });
});

describe('a clone without development dependencies', () => {
  /** A copy of the tracked files of the project, with its uncommitted changes. */
  async function clone(name: string): Promise<string> {
    const folder = makeFolder(name);
    const { stdout } = await run('git', ['ls-files', '-z']);
    for (const path of stdout.split('\0'))
      if (path !== '' && existsSync(path)) cpSync(path, join(folder, path));
    return folder;
  }

  it.each<[command: string, env: Record<string, string>, ...options: string[]]>([
    ['npm ci --omit=dev', {}, 'ci', '--omit=dev'],
    ['NODE_ENV=production npm install', { NODE_ENV: 'production' }, 'install'],
  ])('starts after %s', async (_command, env, ...options) => {
    const folder = await clone(options.join(' '));
    const quick = ['--prefer-offline', '--no-audit', '--no-fund'];
    await run('npm', [...options, ...quick], { cwd: folder, env: { ...process.env, ...env } });
    expect(existsSync(join(folder, 'node_modules/vitest'))).toBe(false);
    if (ordinary.uid !== undefined) await run('chown', ['-R', `${ordinary.uid}:${ordinary.gid}`, folder]);
    const { page } = await visit(join(folder, 'scripts/run.mjs'), folder, {}, 'start');
    expect(page).toContain('Hegemon');
  });

  it.each([
    ['esbuild', 'The build failed'],
    ['idiomorph', 'The build failed'],
    ['tar', 'The build failed'],
    ['pino', 'The program cannot start'],
  ])('says in one sentence that %s is not installed', async (missing, failure) => {
    const folder = await clone(`without ${missing}`);
    mkdirSync(join(folder, 'node_modules'));
    for (const name of readdirSync('node_modules'))
      if (name !== missing) symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
    const start = run(process.execPath, ['scripts/run.mjs', 'start'], { cwd: folder, env: environment });
    const sentence = new RegExp(`^${failure}[^]* ['"]${missing}['"].*\nRun npm install first\\.\n$`, 'm');
    const refused = { code: 1, stderr: expect.stringMatching(sentence) as string };
    await expect(start).rejects.toMatchObject(refused);
    await expect(start).rejects.not.toMatchObject({ stderr: expect.stringContaining('    at ') as string });
  });

  it('says in which line the build fails', async () => {
    const folder = await clone('with an error');
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    appendFileSync(join(folder, 'src/config.ts'), 'const = 1;\n');
    const start = run(process.execPath, ['scripts/run.mjs', 'start'], { cwd: folder, env: environment });
    const stderr = expect.stringMatching(/^The build failed[^]*src\/config\.ts:\d+:\d+: ERROR: /m) as string;
    await expect(start).rejects.toMatchObject({ code: 1, stderr });
  });
});

/** The instructions of a stage of the Dockerfile: `COPY` of files and `RUN` of a command. */
function stageOf(dockerfile: string, index: number): { name: string; words: string }[] {
  const stage = dockerfile.split(/^FROM .*$/m)[index + 1] ?? '';
  return [...stage.matchAll(/^(COPY|RUN) ((?:.*\\\n)*.*)$/gm)].map(([, name = '', words = '']) => ({
    name,
    words: words.replaceAll('\\\n', ' '),
  }));
}

describe('the image', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');

  it('starts from the steps of the Dockerfile, without another Postgres', async () => {
    const [built, image, data] = [makeFolder('built'), makeFolder('image'), makeFolder('data')];
    const copy = (words: string, from: string, to: string): void => {
      const paths = words.split(' ').filter((word) => !word.startsWith('--'));
      for (const path of paths.slice(0, -1)) {
        const name = path.replace('/app/', '');
        cpSync(join(from, name), join(to, name), { recursive: true });
      }
    };
    for (const { name, words } of stageOf(dockerfile, 0)) {
      if (name === 'COPY') copy(words, resolve('.'), built);
      else await run('sh', ['-c', words], { cwd: built });
    }
    for (const { name, words } of stageOf(dockerfile, 1))
      if (name === 'COPY') copy(words, words.startsWith('--from=build') ? built : resolve('.'), image);
    expect(existsSync(join(image, 'node_modules/typescript'))).toBe(false);
    const { page } = await visit(join(image, 'dist/server/programs/hegemon.js'), image, { DATA_DIR: data });
    expect(page).toContain('Hegemon');
    expect(readdirSync(data)).toContain('postgres');
  }, 600_000);
});
