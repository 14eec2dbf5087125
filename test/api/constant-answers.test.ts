/** What never changes while a server runs is sent compressed, and not again to a client that has it. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';

const limits = { auth: 0, data: 100, action: 0 };
const game = useTestGame({ limits });

interface Raw {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}

/** Sends a GET without decompressing the response. */
function get(path: string, headers: Record<string, string>): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(game.url + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe.each(['/api/openapi.json', '/api/asyncapi.json', '/api/rules'])('%s', (path) => {
  it('is sent compressed as the client accepts it', async () => {
    const plain = await get(path, {});
    const gzip = await get(path, { 'accept-encoding': 'gzip, deflate' });
    const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
    expect([gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'br']);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(brotli.body.length * 5).toBeLessThan(plain.body.length);
  });

  it('is not sent again to a client that has it', async () => {
    const first = await get(path, { 'accept-encoding': 'br' });
    const { etag = '' } = first.headers as { etag?: string };
    const again = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect((await get(path, { 'if-none-match': 'W/"older"' })).status).toBe(200);
  });

  it('may be kept, but must be checked', async () => {
    const { headers } = await get(path, {});
    expect([headers['cache-control'], headers.vary]).toEqual(['no-cache', 'Accept-Encoding']);
  });

  it('counts for the limit', async () => {
    expect((await get(path, {})).headers['x-ratelimit-limit']).toBe('100');
  });
});

it('is at most 46 kB for the largest document', async () => {
  const { body } = await get('/api/openapi.json', { 'accept-encoding': 'br' });
  expect(body.length).toBeLessThan(46_000);
});
