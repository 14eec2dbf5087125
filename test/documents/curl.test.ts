/**
 * A shell runs every command of the API page unchanged, against a server that records the requests. They must equal
 * the requests of the examples. (examples.test.ts tests the responses.)
 */
import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examples } from '../../src/documents/examples.ts';
import { useTestGame } from '../support/game.ts';
import { samplesOf } from '../support/samples.ts';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) console.warn('No curl on this machine: the commands of the API page are not run.');

interface Arrived {
  method: string;
  address: string;
  authorization: string | null;
  body: unknown;
}

const arrived: Arrived[] = [];
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    arrived.push({
      method: request.method ?? '',
      address: request.url ?? '',
      authorization: request.headers.authorization ?? null,
      body: text === '' ? null : JSON.parse(text),
    });
    response.end();
  });
});

const game = useTestGame();
let html: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const read = async (query: string): Promise<string> =>
    (await fetch(`${game.url}/docs${query}`, { headers: { accept: 'text/html' } })).text();
  // Only the page of a section has its examples.
  const sections = [...(await read('')).matchAll(/<section class="part" id="([^"]+)" aria/g)];
  html = (await Promise.all(sections.map(([, id = '']) => read(`?part=${id}`)))).join('');
});
afterAll(() => {
  server.close();
});

/** Sorted, because the page orders examples by route. */
const sorted = (requests: Arrived[]): string[] => requests.map((request) => JSON.stringify(request)).sort();

describe.skipIf(!hasCurl)('the curl commands of the API page', () => {
  it('send exactly the examples', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { ...process.env, URL: url, TOKEN: 'a-token' };
    await run(
      'sh',
      [
        '-ec',
        samplesOf(html, 'Request')
          .map((command) => `${command} -s`)
          .join('\n'),
      ],
      { env },
    );
    const expected = examples.requests.map(({ route, params = {}, query = {}, body = null, by }) => {
      const [method = '', path = ''] = route.split(' ');
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`);
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
      const address = [filled, ...(pairs.length === 0 ? [] : [pairs.join('&')])].join('?');
      return { method, address, authorization: by === null ? null : 'Bearer a-token', body };
    });
    expect(sorted(arrived)).toEqual(sorted(expected));
  });
});
