/** The Socket.IO server of an instance: authentication, delivery of notifications, resync after gaps, shutdown. */
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
/** Time for clients to close their side at shutdown; then their connections are destroyed. */
const closeTimeoutMs = 1_000;

export interface GatewayDeps {
  queries: SocketQueries;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  sessions: Pick<Sessions, 'identify' | 'viewerOf'>;
  isOwnOrigin: (request: IncomingMessage) => boolean;
}

export interface Gateway {
  /** Delivers one notification of the feed. */
  deliver: (event: Notification) => void;
  /** After missed notifications: closes ended connections and brings the others up to date. Never rejects. */
  resync: () => Promise<void>;
  /** Sends the stock of every watched empire; a timer also calls it every 30 s. */
  emitStocks: () => Promise<void>;
  /** Number of connections of this instance, by transport. */
  countSockets: () => Record<string, number>;
  /** Closes every connection, so that clients reconnect elsewhere, and the HTTP server. */
  close: () => Promise<void>;
}

/** Opens Socket.IO on the HTTP server. */
export function openGateway(server: HttpServer, deps: GatewayDeps): Gateway {
  const { queries, clock, log, metrics } = deps;
  const io: GameServer = new Server(server, {
    path: '/socket.io/',
    maxHttpBufferSize: largestPayloadBytes,
    // Well-behaved clients authenticate immediately; others are disconnected.
    connectTimeout: 5_000,
    allowRequest: (request, callback) => {
      const isOwn = deps.isOwnOrigin(request);
      callback(isOwn ? null : 'CROSS_ORIGIN', isOwn);
    },
  });
  const broadcaster = new BattleBroadcaster(io, queries, clock, log);
  const upgraded = trackUpgrades(server);
  let isClosed = false;

  identify(io, deps);
  const pendingClaims = new Map<string, Promise<void>>();
  io.on('connection', (socket) => {
    acceptSocket({ io, queries, broadcaster, clock, log, metrics, pendingClaims }, socket);
  });

  const emitStocks = async (): Promise<void> => {
    const watched = watchedEmpires(io);
    if (watched.length === 0) return;
    for (const update of await queries.selectStocks(watched)) {
      io.local.to(empireRoom(update.empire_id)).emit('resource_update', update);
    }
  };
  const catchUp = async (): Promise<void> => {
    // Connections that are not active yet learn about their end from their own claim.
    const active = [...io.of('/').sockets.values()].filter(({ data }) => data.isActive);
    await disconnectEnded(io, queries, active);
    const watched = watchedEmpires(io);
    const latest = new Map(await queries.selectLatestNumbers(watched));
    for (const follower of followersOf(io, watched)) follower.expect(latest.get(follower.empireId) ?? 0);
    for (const empireId of watched) await broadcaster.playRunning(empireId);
    await emitStocks();
  };
  const timer = setInterval(() => {
    emitStocks().catch((error: unknown) => {
      log.warn({ err: error }, 'sockets: sending stocks failed');
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
          log.warn({ err: error }, 'sockets: resync failed, retrying');
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
      }, closeTimeoutMs);
      await io.close();
      await Promise.all(
        [...upgraded].map((connection) => new Promise((done) => connection.once('close', done))),
      );
      clearTimeout(limit);
    },
  };
}

/** Admits only connections with a session. An engine connection may send one CONNECT only. */
function identify(io: GameServer, deps: GatewayDeps): void {
  // Requests after the first carry `sid`, so the session is looked up once per connection.
  io.engine.use((request: Parameters<RequestHandler>[0] & { _query: { sid?: string } }, ...rest: Rest) => {
    if (request._query.sid) rest[1]();
    else void deps.sessions.identify(request, ...rest);
  });
  const seenConnections = new WeakSet();
  io.use((socket, next) => {
    const lookup = seenConnections.has(socket.conn)
      ? Promise.reject(new GameError('RATE_LIMITED'))
      : findViewer(deps, socket);
    seenConnections.add(socket.conn);
    lookup.then(
      (viewer) => {
        socket.data.viewer = viewer;
        socket.data.isActive = false;
        socket.data.follower = null;
        next();
      },
      (error: unknown) => {
        const { message, code } = toRefusal(error, deps.log);
        next(Object.assign(new Error(message), { data: { code } }));
        // Close after the refusal was sent.
        setImmediate(() => {
          socket.conn.close();
        });
      },
    );
  });
}

type Rest = [response: Parameters<RequestHandler>[1], next: () => void];

/** The viewer of a handshake: from `auth.token` if present, otherwise from the request's header or cookie. */
async function findViewer({ queries, sessions }: GatewayDeps, socket: GameSocket): Promise<Viewer> {
  const { token } = socket.handshake.auth as { token?: unknown };
  let viewer: Viewer | null = null;
  if (token === undefined) viewer = sessions.viewerOf(socket.request);
  else if (typeof token === 'string') viewer = await queries.findViewer(token);
  if (viewer === null) throw new GameError('AUTH_REQUIRED');
  return viewer;
}

/** Closes the sockets that missed notifications would have closed; lets the others join missed owner rooms. */
async function disconnectEnded(io: GameServer, queries: SocketQueries, sockets: GameSocket[]): Promise<void> {
  const sessionIds = sockets.map(({ data }) => data.viewer.sessionId);
  const activeSessions = new Map(
    (await queries.selectActiveSessions(sessionIds)).map((session) => [session.sessionId, session]),
  );
  for (const socket of sockets) {
    const session = activeSessions.get(socket.data.viewer.sessionId);
    if (session === undefined) disconnectRoom(io, socket.id, 'SESSION_ENDED');
    else if (session.socketId !== socket.id) disconnectRoom(io, socket.id, 'SESSION_REPLACED');
    else if (session.empireId !== null) await socket.join(ownerRoom(session.empireId));
  }
}

/** The open connections that were upgraded to WebSocket. */
function trackUpgrades(server: HttpServer): Set<Duplex> {
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (_request, connection) => {
    upgraded.add(connection);
    connection.once('close', () => upgraded.delete(connection));
  });
  return upgraded;
}
