/** Streams of JSON: a client that disconnects is no error; a failure shows as a response that is cut off. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { streamJson } from '../../src/http/send-json.ts';

/** The pieces of the next response, and the outcome of sending it. */
let pieces: () => AsyncIterable<string>;
let outcome: Promise<unknown> = Promise.resolve();
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((_request, response) => {
    outcome = streamJson(response as Response, Readable.from(pieces())).then(
      () => 'sent',
      (error: unknown) => error,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

it('joins the pieces, and no cache stores them', async () => {
  pieces = async function* () {
    yield '[1';
    yield await Promise.resolve(',2]');
  };
  const response = await fetch(url);
  expect(await response.json()).toEqual([1, 2]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await outcome).toBe('sent');
});

it('stops reading when the client disconnects, without an error', async () => {
  let isStopped = false;
  pieces = async function* () {
    try {
      for (;;) yield await Promise.resolve('[0]'.repeat(10_000));
    } finally {
      isStopped = true;
    }
  };
  const controller = new AbortController();
  await fetch(url, { signal: controller.signal });
  controller.abort();
  expect(await outcome).toBe('sent');
  expect(isStopped).toBe(true);
});

it('rejects with the error of a piece, and the client gets no complete response', async () => {
  const failure = new Error('the database is gone');
  pieces = async function* () {
    yield '[1';
    await Promise.reject(failure);
  };
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  expect(await outcome).toBe(failure);
});
