/** The server with prototypes of its own: Express changes none, and an unknown Express gets a stock server. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, it, vi } from 'vitest';
import { createFastServer } from '../../src/http/fast-server.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

async function ask(prototypes?: Parameters<typeof createFastServer>[1]): Promise<[string, boolean]> {
  const app = express();
  const known = app.request;
  app.get('/', (request, response) => {
    response.json({ host: request.hostname });
  });
  server = createFastServer(app, prototypes);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const text = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  return [text, app.request === known];
}

it('creates requests and responses that need no other prototype', async () => {
  const { setPrototypeOf } = Object;
  const changed: unknown[] = [];
  const spy = vi.spyOn(Object, 'setPrototypeOf').mockImplementation((object: object, prototype) => {
    if (Object.getPrototypeOf(object) !== prototype) changed.push(object.constructor.name);
    return setPrototypeOf(object, prototype) as object;
  });
  const [text] = await ask();
  spy.mockRestore();
  expect(text).toBe('{"host":"127.0.0.1"}');
  expect(changed).not.toContain('AppRequest');
  expect(changed).not.toContain('AppResponse');
});

it.each([
  ['requests', { request: Object.create(express.request) as object, response: express.response }],
  ['responses', { request: express.request, response: {} }],
])('is a stock server if Express has other %s', async (_what, prototypes) => {
  expect(await ask(prototypes)).toEqual(['{"host":"127.0.0.1"}', true]);
});
