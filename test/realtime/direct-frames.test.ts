/** Broadcast events reach every transport complete and in order, directly or by Socket.IO alone. */
import { createServer } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import { Server } from 'socket.io';
import { io, type Socket as Client } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../src/server/listen.ts';
import { findNetworkSocket, sendFramesDirectly } from '../../src/realtime/direct-frames.ts';
import {
  SocketData,
  type GameServer,
  type GameSocket,
  createOutgoingListener,
} from '../../src/realtime/game-socket.ts';
import { emitTo } from '../../src/realtime/rooms.ts';

async function start(isDirect: boolean) {
  const http = createServer();
  const server: GameServer = new Server(http);
  if (isDirect) sendFramesDirectly(server);
  return { io: server, url: await listen(http, { host: '127.0.0.1', port: 0, setting: 'PORT' }) };
}
type TestServer = Awaited<ReturnType<typeof start>>;

let direct: TestServer;
let plain: TestServer;
const clients: Client[] = [];
beforeAll(async () => {
  [direct, plain] = [await start(true), await start(false)];
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => Promise.all([direct.io.close(), plain.io.close()]));

/** Opens a connection; the result has both ends. */
async function open(server: TestServer, transports: ('polling' | 'websocket')[]) {
  const connection = new Promise<GameSocket>((resolve) => server.io.once('connection', resolve));
  const client = io(server.url, { transports, forceNew: true, reconnection: false });
  clients.push(client);
  /** The messages that arrived. */
  const received: string[] = [];
  client.on('error', ({ message }: { message: string }) => received.push(message));
  const socket = await connection;
  client.on('settle', (done: () => void) => done());
  return {
    socket,
    received,
    /** Broadcasts a message to this connection. */
    send: (message: string): void => emitTo(server.io, [socket.id], 'error', { message, code: 'BUSY' }),
    /** Resolves when everything sent so far has arrived. */
    settle: async (): Promise<void> => {
      await (socket as unknown as Server).timeout(8_000).emitWithAck('settle');
    },
  };
}

/** Counts the packets that Engine.IO creates. */
function countPackets({ socket }: { socket: GameSocket }): () => number {
  let created = 0;
  socket.conn.on('packetCreate', () => (created += 1));
  return () => created;
}

it('are encoded once for all sockets', async () => {
  const pairs = [await open(direct, ['websocket']), await open(direct, ['websocket'])];
  let encodings = 0;
  const toJSON = (): object => {
    encodings += 1;
    return { message: 'once' };
  };
  const payload = { message: 'once', code: 'BUSY' as const, toJSON };
  emitTo(
    direct.io,
    pairs.map(({ socket }) => socket.id),
    'error',
    payload,
  );
  for (const { settle } of pairs) await settle();
  expect(pairs.map(({ received }) => received)).toEqual([['once'], ['once']]);
  expect(encodings).toBe(1);
});

it('are not encoded without a socket', () => {
  const payload = {
    message: 'never',
    code: 'BUSY' as const,
    toJSON: () => {
      throw new Error('encoded');
    },
  };
  emitTo(direct.io, ['nobody'], 'error', payload);
});

it('to no room reach nobody', async () => {
  const { received, settle } = await open(direct, ['websocket']);
  emitTo(direct.io, [], 'error', { message: 'nobody', code: 'BUSY' });
  await settle();
  expect(received).toEqual([]);
});

it('to all reach all', async () => {
  const pairs = [await open(direct, ['websocket']), await open(direct, ['polling'])];
  direct.io.emit('error', { message: 'all', code: 'BUSY' });
  for (const { settle } of pairs) await settle();
  expect(pairs.map(({ received }) => received)).toEqual([['all'], ['all']]);
});

describe.each([
  ['directly over websocket', () => direct, 'websocket', 0],
  ['over polling', () => direct, 'polling', 1],
  ['by Socket.IO alone over websocket', () => plain, 'websocket', 1],
] as const)('%s', (_way, server, transport, packets) => {
  it(`take ${packets} packets of Engine.IO`, async () => {
    const pair = await open(server(), [transport]);
    const created = countPackets(pair);
    pair.send('one');
    expect(created()).toBe(packets);
    await pair.settle();
    expect(pair.received).toEqual(['one']);
  });

  it.each([0, 60, 70, 80, 200, 65_400, 65_450, 65_500, 65_550, 200_000])(
    'carry %i characters',
    async (length) => {
      const { send, received, settle } = await open(server(), [transport]);
      send('x'.repeat(length));
      await settle();
      expect(received[0]?.length).toBe(length);
    },
  );

  it('carry every character', async () => {
    const { send, received, settle } = await open(server(), [transport]);
    const texts = ['ä', '漢字', '👑'.repeat(40), '\u2028"\\\n\u0000'];
    for (const text of texts) send(text);
    await settle();
    expect(received).toEqual(texts);
  });

  it('keep the order with the packets of Socket.IO', async () => {
    const { socket, send, received, settle } = await open(server(), [transport]);
    const texts = Array.from({ length: 300 }, (_, index) => String(index));
    for (const [index, text] of texts.entries()) {
      if (index % 3 === 0) socket.emit('error', { message: text, code: 'BUSY' });
      else send(text);
      if (index % 40 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await settle();
    expect(received).toEqual(texts);
  });

  it('close a connection that takes none of them', async () => {
    const { socket, send } = await open(server(), [transport]);
    socket.data = new SocketData({} as never, 0);
    socket.onAnyOutgoing(createOutgoingListener({}));
    const closed = new Promise((resolve) => socket.once('disconnect', resolve));
    // More than the buffers of the kernel take, before the client can read.
    for (let sent = 0; sent < 3_000 && socket.connected; sent++) send('x'.repeat(10_000));
    await closed;
    expect(socket.data.unsent).toBe(1_025);
  });

  it('keep a connection open after a crowd of them', async () => {
    const { socket, send, received, settle } = await open(server(), [transport]);
    socket.data = new SocketData({} as never, 0);
    socket.onAnyOutgoing(createOutgoingListener({}));
    for (let sent = 0; sent < 1_000; sent++) send('x');
    await settle();
    expect(received).toHaveLength(1_000);
  });
});

it.each([
  ['the protocol', { protocol: 5 }],
  [
    'the queue of Engine.IO',
    {
      get writeBuffer() {
        return undefined;
      },
    },
  ],
  ['the state of the connection', { readyState: 'other' }],
])('are left to Socket.IO where %s is not as expected', async (_, unexpected) => {
  const { socket } = await open(direct, ['websocket']);
  const network = (socket.conn.transport as unknown as { socket: { _socket: NetSocket } }).socket._socket;
  expect(findNetworkSocket(socket.conn)).toBe(network);
  const conn = Object.create(socket.conn, Object.getOwnPropertyDescriptors(unexpected)) as GameSocket['conn'];
  expect(findNetworkSocket(conn)).toBeNull();
});

it('are left to Socket.IO without the network socket of ws', async () => {
  const pair = await open(direct, ['websocket']);
  const { socket } = pair.socket.conn.transport as unknown as { socket: { _socket: NetSocket } };
  const network = socket._socket;
  const created = countPackets(pair);
  Object.assign(socket, { _socket: undefined });
  pair.send('public');
  expect(created()).toBe(1);
  Object.assign(socket, { _socket: network });
  await pair.settle();
  expect(pair.received).toEqual(['public']);
});

it('keep the order while a connection changes from polling to websocket', async () => {
  const { socket, send, received, settle } = await open(direct, ['polling', 'websocket']);
  const texts: string[] = [];
  for (let after = 0; after < 20; after += socket.conn.transport.name === 'websocket' ? 1 : 0) {
    const text = String(texts.length);
    texts.push(text);
    send(text);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await settle();
  expect(socket.conn.transport.name).toBe('websocket');
  expect(received).toEqual(texts);
});

it('are not sent to a closed connection', async () => {
  const { socket, received, send } = await open(direct, ['websocket']);
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  socket.disconnect(true);
  await closed;
  send('late');
  expect(received).toEqual([]);
});
