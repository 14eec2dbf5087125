/** Events to rooms: each socket receives them once, and without a socket they are not encoded. */
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { io, type Socket as Client } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { GameServer, GameSocket } from '../../src/realtime/game-socket.ts';
import { emitTo } from '../../src/realtime/rooms.ts';
import { listen } from '../../src/server/listen.ts';

const http = createServer();
const server: GameServer = new Server(http);
const clients: Client[] = [];
let url: string;
beforeAll(async () => {
  url = await listen(http, { host: '127.0.0.1', port: 0, setting: 'PORT' });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => server.close());

/** Opens a connection over this transport. */
async function open(transport: 'polling' | 'websocket') {
  const connection = new Promise<GameSocket>((resolve) => server.once('connection', resolve));
  const client = io(url, { transports: [transport], forceNew: true, reconnection: false });
  clients.push(client);
  const received: string[] = [];
  client.on('error', ({ message }: { message: string }) => received.push(message));
  client.on('settle', (done: () => void) => done());
  const socket = await connection;
  /** Resolves when everything sent so far has arrived. */
  const settle = (): Promise<void> => (socket as unknown as Server).timeout(60_000).emitWithAck('settle');
  return { id: socket.id, received, settle };
}

const payload = { message: 'once', code: 'BUSY' as const };

it('reach a socket of several rooms once, over every transport', async () => {
  const pairs = [await open('websocket'), await open('polling')];
  const ids = pairs.map(({ id }) => id);
  emitTo(server, [...ids, ...ids, 'nobody'], 'error', payload);
  for (const { settle } of pairs) await settle();
  expect(pairs.map(({ received }) => received)).toEqual([['once'], ['once']]);
});

it('are not encoded without a socket', () => {
  const toJSON = vi.fn();
  emitTo(server, ['nobody'], 'error', Object.assign({ toJSON }, payload));
  expect(toJSON).not.toHaveBeenCalled();
});

it('to no room reach nobody', async () => {
  const { received, settle } = await open('websocket');
  emitTo(server, [], 'error', payload);
  await settle();
  expect(received).toEqual([]);
});
