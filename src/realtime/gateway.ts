/** The door of live clients: who may connect, what every connection of this instance is told, and the end. */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { Server } from 'socket.io';
import type { Sessions } from '../http/session.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Clock } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { Notification } from '../world/notifications.ts';
import { toRefusal, acceptSocket } from './connection.ts';
import { deliver } from './delivery.ts';
import type { SocketQueries } from './queries.ts';
import { BattleBroadcaster } from './battle-broadcaster.ts';
import {
  disconnectRoom,
  empireRoom,
  followersOf,
  ownerRoom,
  watchedEmpires,
  type GameServer,
  type GameSocket,
} from './rooms.ts';

const largestPayloadBytes = 16_384;
const stockIntervalMs = 30_000;
const retryMs = 500;
/** How long a client has to close its side when the server closes. */
const closeDelayMs = 1_000;

export interface GatewayDeps {
  queries: SocketQueries;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  sessions: Pick<Sessions, 'identify' | 'viewerOf'>;
  isOwnOrigin: (request: IncomingMessage) => boolean;
}

export interface Gateway {
  /** Takes one event of the feed. */
  deliver: (event: Notification) => void;
  /** Events were missed: closes what has ended meanwhile and tells the rest where they stand. Never rejects. */
  resync: () => Promise<void>;
  /** Tells every watched empire its stock; runs every 30 s by itself. */
  emitStocks: () => Promise<void>;
  /** The connections of this instance, by transport. */
  countSockets: () => Record<string, number>;
  /** Closes every connection, so that clients come again; with it the HTTP server. */
  close: () => Promise<void>;
}

/** Opens Socket.IO on the HTTP server. */
export function openGateway(server: HttpServer, deps: GatewayDeps): Gateway {
  const { queries, clock, log, metrics } = deps;
  const io: GameServer = new Server(server, {
    path: '/socket.io/',
    maxHttpBufferSize: largestPayloadBytes,
    // A client says who it is at once; who does not is not kept.
    connectTimeout: 5_000,
    allowRequest: (request, callback) => {
      const isOwn = deps.isOwnOrigin(request);
      callback(isOwn ? null : 'CROSS_ORIGIN', isOwn);
    },
  });
  const broadcaster = new BattleBroadcaster(io, queries, clock, log);
  const upgraded = noteUpgrades(server);
  let isClosed = false;

  identify(io, deps);
  const arrivals = new Map<string, Promise<void>>();
  io.on('connection', (socket) => {
    acceptSocket({ io, queries, broadcaster, clock, log, metrics, arrivals }, socket);
  });

  const emitStocks = async (): Promise<void> => {
    const watched = watchedEmpires(io);
    if (watched.length === 0) return;
    for (const update of await queries.selectStocks(watched)) {
      io.local.to(empireRoom(update.empire_id)).emit('resource_update', update);
    }
  };
  const catchUp = async (): Promise<void> => {
    // A connection that has no place yet hears of its own end when it takes it.
    const placed = [...io.of('/').sockets.values()].filter(({ data }) => data.isActive);
    await disconnectEnded(io, queries, placed);
    const watched = watchedEmpires(io);
    const latest = new Map(await queries.selectLatestNumbers(watched));
    for (const follower of followersOf(io, watched)) follower.expect(latest.get(follower.empireId) ?? 0);
    for (const empireId of watched) await broadcaster.playRunning(empireId);
    await emitStocks();
  };
  const timer = setInterval(() => {
    emitStocks().catch((error: unknown) => {
      log.warn({ err: error }, 'the stock could not be told');
    });
  }, stockIntervalMs);
  timer.unref();

  return {
    deliver: (event) => {
      deliver(io, broadcaster, event);
    },
    resync: async () => {
      while (!isClosed) {
        try {
          await catchUp();
          return;
        } catch (error) {
          log.warn({ err: error }, 'live clients could not be brought up to date; it is tried again');
          await delay(retryMs, undefined, { ref: false });
        }
      }
    },
    emitStocks,
    countSockets: () => {
      const counts: Record<string, number> = { polling: 0, websocket: 0 };
      for (const { conn } of io.of('/').sockets.values()) {
        counts[conn.transport.name] = (counts[conn.transport.name] ?? 0) + 1;
      }
      return counts;
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      broadcaster.stop();
      const limit = setTimeout(() => {
        for (const connection of upgraded) connection.destroy();
      }, closeDelayMs);
      await io.close();
      await Promise.all(
        [...upgraded].map((connection) => new Promise((done) => connection.once('close', done))),
      );
      clearTimeout(limit);
    },
  };
}

/** Lets only connections with a session in; each engine connection may ask once. */
function identify(io: GameServer, deps: GatewayDeps): void {
  // What follows the first request of a connection carries its id; the session is looked up once.
  io.engine.use((request: Parameters<RequestHandler>[0] & { _query: { sid?: string } }, ...rest: Rest) => {
    if (request._query.sid) rest[1]();
    else void deps.sessions.identify(request, ...rest);
  });
  const asked = new WeakSet();
  io.use((socket, next) => {
    const found = asked.has(socket.conn)
      ? Promise.reject(new GameError('RATE_LIMITED'))
      : findViewer(deps, socket);
    asked.add(socket.conn);
    found.then(
      (viewer) => {
        socket.data.viewer = viewer;
        socket.data.isActive = false;
        socket.data.follower = null;
        next();
      },
      (error: unknown) => {
        const { message, code } = toRefusal(error, deps.log);
        next(Object.assign(new Error(message), { data: { code } }));
        // After the refusal is on its way.
        setImmediate(() => {
          socket.conn.close();
        });
      },
    );
  });
}

type Rest = [response: Parameters<RequestHandler>[1], next: () => void];

/** The viewer behind the handshake: `auth.token` when it is given, else the request's header or cookie. */
async function findViewer({ queries, sessions }: GatewayDeps, socket: GameSocket): Promise<Viewer> {
  const { token } = socket.handshake.auth as { token?: unknown };
  let viewer: Viewer | null = null;
  if (token === undefined) viewer = sessions.viewerOf(socket.request);
  else if (typeof token === 'string') viewer = await queries.findViewer(token);
  if (viewer === null) throw new GameError('AUTH_REQUIRED');
  return viewer;
}

/** Closes those of these sockets that would have been closed by events that were missed; the rest hear on. */
async function disconnectEnded(io: GameServer, queries: SocketQueries, sockets: GameSocket[]): Promise<void> {
  const sessionIds = sockets.map(({ data }) => data.viewer.sessionId);
  const activeSessions = new Map(
    (await queries.selectActiveSessions(sessionIds)).map((one) => [one.sessionId, one]),
  );
  for (const socket of sockets) {
    const active = activeSessions.get(socket.data.viewer.sessionId);
    if (active === undefined) disconnectRoom(io, socket.id, 'SESSION_ENDED');
    else if (active.socketId !== socket.id) disconnectRoom(io, socket.id, 'SESSION_REPLACED');
    else if (active.empireId !== null) await socket.join(ownerRoom(active.empireId));
  }
}

/** The connections that have left HTTP behind, as long as they are open. */
function noteUpgrades(server: HttpServer): Set<Duplex> {
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (_request, connection) => {
    upgraded.add(connection);
    connection.once('close', () => upgraded.delete(connection));
  });
  return upgraded;
}
