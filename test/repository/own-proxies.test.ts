/** The proxies of docs/run.md, as it configures them: pages, live connections, and the addresses of clients. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { captureLog } from '../support/capture-log.ts';
import { findFreePort } from '../support/free-port.ts';
import { sendAnonymously, useTestGame } from '../support/game.ts';
import { createPlayer } from '../support/players.ts';
import { run, type Running } from '../support/programs.ts';
import { closeClients, connect } from '../support/sockets.ts';

const kept = captureLog('warn');
const game = useTestGame({ trustProxy: 1, baseUrl: 'https://game.example.org', log: kept.log });

let proxy: Running | null = null;
afterEach(async () => {
  closeClients();
  // The master ends its workers.
  await proxy?.end('SIGTERM');
  proxy = null;
});

/** The configuration of a proxy in docs/run.md, on this port without TLS, before the game. */
function snippetOf(language: string, port: number): string {
  const text = readFileSync('docs/run.md', 'utf8');
  const snippet = new RegExp(`\`\`\`${language}\\n(.+?)\`\`\``, 's').exec(text)?.[1];
  if (snippet === undefined) throw new Error(`docs/run.md has nothing for ${language}`);
  const isOfTls = /^\s*(?:ssl_|SSL)/;
  return snippet
    .split('\n')
    .filter((line) => !isOfTls.test(line))
    .join('\n')
    .replaceAll('127.0.0.1:3000', new URL(game.url).host)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace('*:443', `127.0.0.1:${port}`)
    .replace(/^game\.example\.org \{/m, `http://127.0.0.1:${port} {`);
}

interface Proxy {
  program: string;
  language: string;
  /** The whole configuration. */
  wrap: (snippet: string, folder: string, port: number) => string;
  args: (file: string) => string[];
}

const modules = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'headers'];
const proxies: Proxy[] = [
  {
    program: 'nginx',
    language: 'nginx',
    wrap: (snippet, folder) =>
      `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path ${folder};\nproxy_temp_path ${folder};\n${snippet}\n}`,
    args: (file) => ['-c', file],
  },
  {
    program: 'apache2',
    language: 'apache',
    wrap: (snippet, folder, port) =>
      [
        ...['ServerRoot /usr/lib/apache2', `PidFile ${folder}/pid`, `DefaultRuntimeDir ${folder}`],
        ...[`Listen 127.0.0.1:${port}`, `ErrorLog ${folder}/error.log`, 'ServerName localhost'],
        ...(process.getuid?.() === 0 ? ['User nobody', 'Group nogroup'] : []),
        ...modules.map((name) => `LoadModule ${name}_module modules/mod_${name}.so`),
        snippet,
      ].join('\n'),
    args: (file) => ['-DFOREGROUND', '-f', file],
  },
  {
    program: 'caddy',
    language: 'caddy',
    wrap: (snippet) => `{\n  admin off\n}\n${snippet}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

describe.each(proxies)('$program', ({ program, language, wrap, args }) => {
  const isThere = spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

  it.skipIf(!isThere)('passes all that the game needs', async () => {
    const port = await findFreePort();
    const folder = mkdtempSync(join(inject('testServer').folder, 'proxy-'));
    const file = join(folder, 'configuration');
    writeFileSync(file, wrap(snippetOf(language, port), folder, port));
    proxy = await run(program, args(file), { HOME: folder });
    const url = `http://127.0.0.1:${port}`;
    const visit = (path: string) => sendAnonymously(url, 'GET', path).catch(() => ({ status: 0 }));
    await vi.waitFor(async () => expect((await visit('/healthz')).status).toBe(200), { timeout: 60_000 });

    expect((await visit('/rules')).status).toBe(200);
    expect((await visit('/metrics')).status).toBe(404);
    const player = await createPlayer(game);
    for (const transport of ['websocket', 'polling'] as const)
      await connect(url, { token: player.token, transports: [transport] });
    // Nothing is wrong with the headers, by which the server knows its clients.
    expect(kept.lines()).toEqual([]);
  });
});
