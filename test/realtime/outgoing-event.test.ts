/** Events are encoded once, and reach every transport complete and in order. */
import { createServer, type Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { io, type Socket as Client } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../src/server/listen.ts';
import { isFlushed, isOverfull, OutgoingEvent } from '../../src/realtime/outgoing-event.ts';

let http: HttpServer;
let server: Server;
let url: string;
const clients: Client[] = [];
beforeAll(async () => {
  http = createServer();
  server = new Server(http);
  url = await listen(http, { host: '127.0.0.1', port: 0, setting: 'PORT' });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => server.close());

/** A connection from both ends; `heard` has the messages that arrived. */
interface Pair {
  socket: Socket;
  heard: string[];
  /** Resolves when everything sent so far has arrived. */
  settle: () => Promise<void>;
}

async function open(transports: ('polling' | 'websocket')[]): Promise<Pair> {
  const connection = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const client = io(url, { transports, forceNew: true, reconnection: false });
  clients.push(client);
  const heard: string[] = [];
  client.on('error', ({ message }: { message: string }) => heard.push(message));
  const socket = await connection;
  const settle = async (): Promise<void> => {
    await socket.timeout(8_000).emitWithAck('settle');
  };
  client.on('settle', (done: () => void) => {
    done();
  });
  return { socket, heard, settle };
}

const error = (message: string) => new OutgoingEvent('error', { message, code: 'BUSY' });

/** An event that counts how often it is encoded. */
function createCounted() {
  const counted = { encodings: 0 };
  const payload = {
    message: 'once',
    code: 'BUSY' as const,
    toJSON: () => {
      counted.encodings += 1;
      return { message: 'once' };
    },
  };
  return Object.assign(counted, { event: new OutgoingEvent('error', payload) });
}

it('is encoded once for sockets of every transport', async () => {
  const pairs = [await open(['websocket']), await open(['websocket']), await open(['polling'])];
  const counted = createCounted();
  for (const { socket } of pairs) counted.event.sendTo(socket.conn);
  for (const { settle } of pairs) await settle();
  expect(pairs.map(({ heard }) => heard)).toEqual([['once'], ['once'], ['once']]);
  expect(counted.encodings).toBe(1);
});

it('is not encoded without a socket', () => {
  expect(createCounted().encodings).toBe(0);
});

describe.each([
  ['websocket', 0],
  ['polling', 1],
] as const)('over %s', (transport, packets) => {
  it(`takes ${packets} packets of Engine.IO`, async () => {
    const { socket, heard, settle } = await open([transport]);
    let created = 0;
    socket.conn.on('packetCreate', () => (created += 1));
    error('one').sendTo(socket.conn);
    expect(created).toBe(packets);
    await settle();
    expect(heard).toEqual(['one']);
  });

  it.each([0, 60, 70, 80, 200, 65_400, 65_450, 65_500, 65_550, 200_000])(
    'carries %i characters',
    async (length) => {
      const { socket, heard, settle } = await open([transport]);
      error('x'.repeat(length)).sendTo(socket.conn);
      await settle();
      expect(heard[0]?.length).toBe(length);
    },
  );

  it('carries every character', async () => {
    const { socket, heard, settle } = await open([transport]);
    const texts = ['ä', '漢字', '👑'.repeat(40), '\u2028"\\\n\u0000'];
    for (const text of texts) error(text).sendTo(socket.conn);
    await settle();
    expect(heard).toEqual(texts);
  });

  it('keeps the order with the packets of Socket.IO', async () => {
    const { socket, heard, settle } = await open([transport]);
    const texts = Array.from({ length: 300 }, (_, index) => String(index));
    for (const [index, text] of texts.entries()) {
      if (index % 3 === 0) socket.emit('error', { message: text });
      else error(text).sendTo(socket.conn);
      if (index % 40 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await settle();
    expect(heard).toEqual(texts);
  });
});

it('keeps the order while a connection changes from polling to websocket', async () => {
  const { socket, heard, settle } = await open(['polling', 'websocket']);
  const texts: string[] = [];
  for (let after = 0; after < 20; after += socket.conn.transport.name === 'websocket' ? 1 : 0) {
    const text = String(texts.length);
    texts.push(text);
    error(text).sendTo(socket.conn);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await settle();
  expect(socket.conn.transport.name).toBe('websocket');
  expect(heard).toEqual(texts);
});

it('is not flushed while a client does not read', async () => {
  const { socket } = await open(['websocket']);
  expect(isFlushed(socket.conn)).toBe(true);
  const big = error('x'.repeat(1_000_000));
  // More than the buffers of the kernel take at once.
  for (let sent = 0; sent < 20; sent++) big.sendTo(socket.conn);
  expect(isFlushed(socket.conn)).toBe(false);
});

it('is overfull while a client does not read', async () => {
  const { socket } = await open(['websocket']);
  expect(isOverfull(socket.conn)).toBe(false);
  const big = error('x'.repeat(1_000_000));
  for (let sent = 0; sent < 20; sent++) big.sendTo(socket.conn);
  expect(isOverfull(socket.conn)).toBe(true);
});

it('is overfull while a client does not poll', async () => {
  const { socket } = await open(['polling']);
  for (let sent = 0; sent < 1_000; sent++) error('x').sendTo(socket.conn);
  expect(isOverfull(socket.conn)).toBe(false);
  for (let sent = 0; sent < 100; sent++) error('x').sendTo(socket.conn);
  expect(isOverfull(socket.conn)).toBe(true);
});

it('sends nothing to a closed connection', async () => {
  const { socket, heard } = await open(['websocket']);
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  socket.disconnect(true);
  await closed;
  error('late').sendTo(socket.conn);
  expect(heard).toEqual([]);
});
