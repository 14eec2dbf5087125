/**
 * Live clients for the tests. They validate every event against the contract and keep the order. A bare WebSocket sends
 * what no proper client would send.
 */
import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { serverEvents, type Acknowledgement, type ServerEvents } from '../../src/contract/events.ts';

/** Ends a hang; it measures nothing. */
const timeoutMs = 60_000;

export type EventName = keyof ServerEvents;

/** A received event. */
export interface Received<Name extends EventName = EventName> {
  name: Name;
  payload: ServerEvents[Name];
}

export interface LiveClient {
  socket: Socket;
  /** All received events, in order. */
  received: Received[];
  /** Returns the first event of this name that fits and was not taken before; waits for it. */
  take: <Name extends EventName>(
    name: Name,
    fits?: (payload: ServerEvents[Name]) => boolean,
  ) => Promise<ServerEvents[Name]>;
  /** All received events of this name, taken or not. */
  all: <Name extends EventName>(name: Name) => ServerEvents[Name][];
  /** Sends an event and waits for its acknowledgement. */
  ask: (name: string, ...sent: unknown[]) => Promise<Acknowledgement>;
  /** Resolves when everything that the server has sent so far has arrived. */
  settle: () => Promise<void>;
  /** Resolves with the reason when the connection has ended. */
  readonly ended: Promise<string>;
  close: () => void;
}

/** How a client authenticates, and its transport. */
export interface Credentials {
  token?: unknown;
  cookie?: string;
  authorization?: string;
  origin?: string;
  transports?: ('polling' | 'websocket')[];
}

/** A refused handshake. */
export interface Refusal {
  message: string;
  data: unknown;
}

const open = new Set<Socket>();

function openSocket(url: string, credentials: Credentials): Socket {
  const { token, cookie, authorization, origin, transports = ['websocket'] } = credentials;
  const headers = { cookie, authorization, origin };
  const options: Partial<ManagerOptions & SocketOptions> = {
    transports,
    forceNew: true,
    reconnection: false,
    extraHeaders: Object.fromEntries(
      Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    ...(token === undefined ? {} : { auth: { token } }),
  };
  const socket = io(url, options);
  open.add(socket);
  return socket;
}

function within<T>(what: string, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`timed out waiting for ${what}`)), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(limit));
  });
}

/** Opens a connection that the server must refuse; returns the reason. */
export function refusalOf(url: string, credentials: Credentials): Promise<Refusal> {
  const socket = openSocket(url, credentials);
  return within(
    'a refusal',
    new Promise((resolve, reject) => {
      socket.on('connect', () => reject(new Error('the connection was not refused')));
      socket.on('connect_error', (error) => {
        socket.close();
        resolve({ message: error.message, data: 'data' in error ? error.data : undefined });
      });
    }),
  );
}

/** A connected client. */
export async function connect(url: string, credentials: Credentials): Promise<LiveClient> {
  const client = watch(openSocket(url, credentials));
  await within(
    'a connection',
    new Promise<void>((resolve, reject) => {
      client.socket.on('connect', resolve);
      client.socket.on('connect_error', reject);
    }),
  );
  return client;
}

/** A client that has joined its empire. */
export async function join(url: string, ruler: { token: string; empireId: string }): Promise<LiveClient> {
  const client = await connect(url, { token: ruler.token });
  const answer = await client.ask('join_empire', { empire_id: ruler.empireId });
  if (!answer.ok) throw new Error(`joining answered ${answer.error.code}`);
  return client;
}

/** Closes every client that was opened since the last call. */
export function closeClients(): void {
  for (const socket of open) socket.close();
  open.clear();
}

function named<Name extends EventName>(received: readonly Received[], name: Name): Received<Name>[] {
  return received.filter((event): event is Received<Name> => event.name === name);
}

function watch(socket: Socket): LiveClient {
  const received: Received[] = [];
  const taken = new Set<object>();
  let broken: Error | null = null;
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };
  socket.onAny((name: EventName, payload: unknown, ...more: unknown[]) => {
    try {
      if (more.length > 0) throw new Error('it has more than one argument');
      received.push({ name, payload: serverEvents[name].payload.strict().parse(payload) });
    } catch (error) {
      broken = new Error(`${name} breaks its contract: ${String(error)}`);
    }
    notify();
  });
  const ended = new Promise<string>((resolve) => {
    socket.on('disconnect', resolve);
  });
  const ask: LiveClient['ask'] = (name, ...sent) =>
    within(
      `the acknowledgement of ${name}`,
      new Promise((resolve) => {
        socket.emit(name, ...sent, resolve);
      }),
    );
  return {
    socket,
    received,
    take: (name, fits = () => true) =>
      within(
        name,
        new Promise((resolve, reject) => {
          const check = (): void => {
            const match = named(received, name).find((event) => !taken.has(event) && fits(event.payload));
            if (broken !== null) reject(broken);
            else if (match !== undefined) {
              taken.add(match);
              resolve(match.payload);
            } else return;
            listeners.delete(check);
          };
          listeners.add(check);
          check();
        }),
      ),
    all: (name) => named(received, name).map(({ payload }) => payload),
    ask,
    settle: async () => {
      await ask('leave_empire', { empire_id: '00000000-0000-4000-8000-000000000000' });
      if (broken !== null) throw broken;
    },
    get ended() {
      return within('the end of the connection', ended);
    },
    close: () => {
      socket.close();
    },
  };
}

/** A WebSocket without a client: the test sends the bytes, and nothing answers the server. */
export async function openBare(url: string, token: string): Promise<Duplex> {
  const upgrade = request(`${url}/socket.io/?EIO=4&transport=websocket`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      authorization: `Bearer ${token}`,
    },
  });
  upgrade.end();
  return new Promise((resolve, reject) => {
    upgrade.on('upgrade', (_response, connection) => {
      connection.on('error', () => undefined);
      resolve(connection);
    });
    upgrade.on('error', reject);
    upgrade.on('response', (response) =>
      reject(new Error(`the upgrade was answered ${response.statusCode ?? 0}`)),
    );
  });
}

/** Resolves when the server starts to close a bare connection: it sent a close frame, or ended the connection. */
export function closing(bare: Duplex): Promise<void> {
  return within(
    'the close of a bare connection',
    new Promise((resolve) => {
      bare.on('end', resolve);
      // 0x88 is the opcode of a close frame. Everything else that the server sends is ASCII.
      bare.on('data', (chunk: Buffer) => {
        if (chunk.includes(0x88)) resolve();
      });
    }),
  );
}

/** A complete WebSocket frame, masked with zeros. @param opcode 1 text, 2 binary, 8 close, 9 ping */
export function frame(content: string | Buffer, opcode = 1): Buffer {
  const payload = Buffer.from(content);
  const head =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
      : Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}
