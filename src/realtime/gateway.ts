/**
 * The door of live clients: who may connect, one connection a user, the three client events, and when a
 * connection ends. Nothing a client sends can throw past `onEvent`.
 */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { RequestHandler } from 'express';
import { Server } from 'socket.io';
import type { z } from 'zod';
import { clientEvents } from '../contract/events.ts';
import type { Acknowledgement, ClientEvents } from '../contract/events.ts';
import { describeMistakes, inPlainWords } from '../contract/mistakes.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Clock } from '../kernel/clock.ts';
import { GameError, messageOf } from '../kernel/errors.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { WorldEvent } from '../world/events.ts';
import { createBucket } from './bucket.ts';
import { deliver } from './delivery.ts';
import type { Readers } from './readers.ts';
import { Reveal } from './reveal.ts';
import { empireRoom, ownerRoom, sessionRoom, userRoom } from './rooms.ts';
import type { GameServer, GameSocket } from './rooms.ts';

const largestPayloadBytes = 16_384;
const stockIntervalMs = 30_000;

export interface GatewayDeps {
  readers: Readers;
  clock: Clock;
  log: Log;
  /** What the handshake's request goes through to know its session. */
  handshake: RequestHandler[];
  viewerOf: (request: { session?: object | undefined }) => Viewer | null;
  isOwnOrigin: (request: IncomingMessage) => boolean;
  /** Gives the server its adapter, where several instances share the sockets. */
  adapt: (io: GameServer) => void;
}

export interface Gateway {
  io: GameServer;
  /** Takes one event of the feed. */
  deliver: (event: WorldEvent) => void;
  /** Events were missed: closes what has ended meanwhile and tells the rest where they stand. */
  resync: () => Promise<void>;
  /** Tells every watched empire its stock; runs every 30 s by itself. */
  tellStocks: () => Promise<void>;
  close: () => Promise<void>;
}

/** Opens Socket.IO on the HTTP server. */
export function openGateway(server: HttpServer, deps: GatewayDeps): Gateway {
  const { readers, clock, log } = deps;
  const io: GameServer = new Server(server, {
    path: '/socket.io/',
    maxHttpBufferSize: largestPayloadBytes,
    allowRequest: (request, callback) => {
      callback(deps.isOwnOrigin(request) ? null : 'CROSS_ORIGIN', deps.isOwnOrigin(request));
    },
  });
  deps.adapt(io);
  for (const step of deps.handshake) io.engine.use(step);
  const reveal = new Reveal(io, readers, clock, log);
  const endRoom = (room: string): void => {
    io.local.to(room).emit('error', { message: messageOf('SESSION_ENDED'), code: 'SESSION_ENDED' });
    io.local.in(room).disconnectSockets(true);
  };

  io.use((socket, next) => {
    authenticate(deps, socket).then(
      (viewer) => {
        socket.data.viewer = viewer;
        next();
      },
      (error: unknown) => {
        next(toConnectError(error, log));
      },
    );
  });
  io.on('connection', (socket) => {
    void welcome(io, deps, reveal, socket);
  });

  const tellStocks = async (): Promise<void> => {
    const watched = [...io.of('/').adapter.rooms.keys()]
      .filter((room) => room.startsWith(empireRoom('')))
      .map((room) => room.slice(empireRoom('').length));
    if (watched.length === 0) return;
    for (const update of await readers.selectStocks(watched)) {
      io.local.to(empireRoom(update.empire_id)).emit('resource_update', update);
    }
  };
  const resync = async (): Promise<void> => {
    const sockets = await io.local.fetchSockets();
    const standing = await readers.selectStanding(sockets.map(({ data }) => data.viewer.sessionId));
    for (const { data } of sockets) {
      if (!standing.has(data.viewer.sessionId)) endRoom(sessionRoom(data.viewer.sessionId));
    }
    await tellStocks();
  };
  const timer = setInterval(() => {
    tellStocks().catch((error: unknown) => {
      log.warn({ err: error }, 'the stock could not be told');
    });
  }, stockIntervalMs);
  timer.unref();

  return {
    io,
    deliver: (event) => {
      deliver(io, reveal, { endRoom }, event);
    },
    resync,
    tellStocks,
    close: async () => {
      clearInterval(timer);
      reveal.stop();
      io.local.disconnectSockets(true);
      await io.close();
    },
  };
}

/** The viewer behind the handshake: `auth.token` when it is given, else the request's header or cookie. */
async function authenticate({ readers, viewerOf }: GatewayDeps, socket: GameSocket): Promise<Viewer> {
  const { token } = socket.handshake.auth as { token?: unknown };
  const viewer =
    token === undefined
      ? viewerOf(socket.request as IncomingMessage & { session?: object })
      : typeof token === 'string'
        ? await readers.findViewer(token)
        : null;
  if (viewer === null) throw new GameError('AUTH_REQUIRED');
  return viewer;
}

function toConnectError(error: unknown, log: Log): Error {
  const { error: message, code } = toRefusal(error, log).toBody();
  return Object.assign(new Error(message), { data: { code } });
}

function toRefusal(error: unknown, log: Log): GameError {
  if (error instanceof GameError) return error;
  log.error({ err: error }, 'a socket event failed');
  return new GameError('INTERNAL');
}

/** Takes a new connection in: its rooms, its one place, its end, its events. */
async function welcome(
  io: GameServer,
  { readers, clock, log }: GatewayDeps,
  reveal: Reveal,
  socket: GameSocket,
): Promise<void> {
  const { viewer } = socket.data;
  const tell = (code: ErrorCode, message = messageOf(code)): void => {
    socket.emit('error', { message, code });
  };
  const takeToken = createBucket();
  socket.use((packet, next) => {
    if (takeToken(Date.now())) {
      next();
      return;
    }
    tell('RATE_LIMITED');
    acknowledgementOf(packet)(refused(new GameError('RATE_LIMITED')));
  });

  const onEvent = <Name extends keyof ClientEvents>(
    name: Name,
    handle: (payload: ClientEvents[Name]) => Promise<unknown>,
  ): void => {
    const listener = (...sent: unknown[]): void => {
      const last = sent.at(-1);
      const acknowledge =
        typeof last === 'function' ? (last as (answer: Acknowledgement) => void) : () => undefined;
      parsePayload(clientEvents[name], sent[0])
        .then((payload) => handle(payload as ClientEvents[Name]))
        .then(
          (data) => {
            acknowledge({ ok: true, data });
          },
          (error: unknown) => {
            const refusal = toRefusal(error, log);
            tell(refusal.code, sentenceOf(refusal));
            acknowledge(refused(refusal));
          },
        );
    };
    (socket as { on(event: string, listener: (...sent: unknown[]) => void): void }).on(name, listener);
  };
  onEvent('join_empire', async ({ empire_id }) => {
    await readers.requireOwnEmpire(viewer, empire_id);
    await socket.join([empireRoom(empire_id), ownerRoom(empire_id)]);
    await reveal.showRunning(empire_id);
    return { empire_id };
  });
  onEvent('leave_empire', async ({ empire_id }) => {
    await socket.leave(empireRoom(empire_id));
    return { empire_id };
  });
  onEvent('request_update', async (what) => {
    const update = await readers.readUpdate(viewer, what);
    if (update.event === 'empire_update') socket.emit(update.event, update.payload);
    else socket.emit(update.event, update.payload);
    return update.data;
  });

  const cancelExpiry = clock.schedule(viewer.expiresAt, () => {
    tell('SESSION_ENDED');
    socket.disconnect(true);
  });
  socket.on('disconnect', cancelExpiry);
  const rooms = [userRoom(viewer.userId), sessionRoom(viewer.sessionId)];
  if (viewer.empireId !== null) rooms.push(ownerRoom(viewer.empireId));
  try {
    await socket.join(rooms);
    const place = await readers.replaceSocket(viewer, socket.id);
    if (place === null) {
      // It ended after the handshake, before this connection could hear of it.
      tell('SESSION_ENDED');
      socket.disconnect(true);
    } else if (place.previous !== null && place.previous !== socket.id) {
      io.to(place.previous).emit('error', {
        message: messageOf('SESSION_REPLACED'),
        code: 'SESSION_REPLACED',
      });
      io.in(place.previous).disconnectSockets(true);
    }
  } catch (error) {
    tell(toRefusal(error, log).code);
    socket.disconnect(true);
  }
}

function refused(refusal: GameError): Acknowledgement {
  return { ok: false, error: { message: sentenceOf(refusal), code: refusal.code } };
}

function sentenceOf({ message, details }: GameError): string {
  return details === undefined ? message : `${message}: ${details}`;
}

/** The callback that a client may send as the last argument. */
function acknowledgementOf(sent: readonly unknown[]): (answer: Acknowledgement) => void {
  const last = sent.at(-1);
  return typeof last === 'function' ? (last as (answer: Acknowledgement) => void) : () => undefined;
}

function parsePayload(schema: z.ZodType, payload: unknown): Promise<unknown> {
  const parsed = schema.safeParse(payload, { error: inPlainWords });
  return parsed.success
    ? Promise.resolve(parsed.data)
    : Promise.reject(new GameError('VALIDATION_ERROR', describeMistakes(parsed.error, 'payload')));
}
