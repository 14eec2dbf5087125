/** The Socket.IO server of an instance: authentication, delivery of notifications, resync after gaps, shutdown. */
import type { IncomingHttpHeaders, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Server } from 'socket.io';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { AnnouncementBoard } from '../world/announcement.ts';
import type { Notification } from '../world/notifications.ts';
import { BattleBroadcaster } from './battle-broadcaster.ts';
import { createAcceptor } from './connection.ts';
import { Connections } from './connections.ts';
import { deliver } from './delivery.ts';
import { identifyConnections, joinFirstWrites, type HandshakeDeps } from './handshake.ts';
import { MessageBroadcaster } from './message-broadcaster.ts';
import { send, type DeliveredCounts, type GameServer } from './live-connection.ts';
import { OutgoingEvent } from './outgoing-event.ts';
import type { SocketQueries } from './queries.ts';

const largestPayloadBytes = 16_384;
const stockIntervalMs = 30_000;
const retryMs = 500;
/** Time for clients to close their side at shutdown; then their connections are destroyed. */
const closeTimeoutMs = 1_000;

export interface GatewayDeps {
  queries: SocketQueries;
  announcements: AnnouncementBoard;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  sessions: HandshakeDeps['sessions'];
  isOwnOrigin: (headers: IncomingHttpHeaders) => boolean;
  /** Whether a page of another, allowed origin connects. */
  isForeign: (headers: IncomingHttpHeaders) => boolean;
  corsOrigins: readonly string[];
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
  /** Number of events sent, once per socket, by name. */
  countDelivered: () => DeliveredCounts;
  /** Closes every connection, so that clients reconnect elsewhere, and the HTTP server. */
  close: () => Promise<void>;
}

/** Opens Socket.IO on the HTTP server. */
export function openGateway(server: HttpServer, deps: GatewayDeps): Gateway {
  const { queries, announcements, clock, log, metrics } = deps;
  const io: GameServer = new Server(server, {
    path: '/socket.io/',
    maxHttpBufferSize: largestPayloadBytes,
    // Well-behaved clients authenticate immediately; others are disconnected.
    connectTimeout: 5_000,
    ...(deps.corsOrigins.length === 0 ? {} : { cors: { origin: [...deps.corsOrigins] } }),
    allowRequest: (request, callback) => {
      const isAllowed = deps.isOwnOrigin(request.headers) || deps.isForeign(request.headers);
      if (isAllowed) joinFirstWrites(request);
      callback(isAllowed ? null : 'CROSS_ORIGIN', isAllowed);
    },
  });
  // `Connections` finds sockets; Socket.IO would keep two sets more for each.
  Object.assign(io.of('/').adapter, { addAll: () => undefined });
  const connections = new Connections(clock);
  const broadcaster = new BattleBroadcaster(connections, queries, clock, log);
  const messages = new MessageBroadcaster(connections, queries, log);
  const upgraded = trackUpgrades(server);
  let isClosed = false;

  identifyConnections(io, { ...deps, connections });
  io.on(
    'connection',
    createAcceptor({ connections, queries, announcements, broadcaster, clock, log, metrics }),
  );

  const emitStocks = async (): Promise<void> => {
    const watched = connections.watchedEmpires;
    if (watched.length === 0) return;
    for (const update of await queries.selectStocks(watched)) {
      send(connections.joinedTo([update.empire_id]), new OutgoingEvent('resource_update', update));
    }
  };
  const catchUp = async (): Promise<void> => {
    await disconnectEnded(connections, queries);
    const watched = connections.watchedEmpires;
    const latest = new Map(await queries.selectLatestNumbers(watched));
    for (const empireId of watched) {
      for (const watcher of connections.watchersOf(empireId)) watcher.expect(latest.get(empireId) ?? 0);
    }
    for (const empireId of watched) await broadcaster.playRunning(empireId);
    await messages.repeat(clock.now());
    await queries.loadAnnouncement();
    const announcement = announcements.at(clock.now());
    send(connections.all(), new OutgoingEvent('announcement', { announcement }));
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
      deliver(connections, { battles: broadcaster, messages, announcements }, event);
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
      for (const { socket } of connections.all()) {
        const { conn } = socket;
        counts[conn.transport.name] = (counts[conn.transport.name] ?? 0) + 1;
      }
      return counts;
    },
    countDelivered: () => connections.delivered,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      broadcaster.stop();
      messages.stop();
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

/** Closes the connections that missed notifications would have closed; tells the others of missed foundings. */
async function disconnectEnded(connections: Connections, queries: SocketQueries): Promise<void> {
  // Connections that are not active yet learn about their end from their own claim.
  const active = [...connections.all()].filter(({ isActive }) => isActive);
  const sessions = await queries.selectActiveSessions(active.map(({ sessionId }) => sessionId));
  const sessionsById = new Map(sessions.map((session) => [session.sessionId, session]));
  for (const connection of active) {
    const session = sessionsById.get(connection.sessionId);
    if (session === undefined) connection.disconnect('SESSION_ENDED');
    else if (session.socketId !== connection.socket.id) connection.disconnect('SESSION_REPLACED');
    else if (session.empireId !== null) connections.setEmpire(connection, session.empireId);
  }
}

/** The open connections that were upgraded to WebSocket. */
function trackUpgrades(server: HttpServer): Set<Duplex> {
  const upgraded = new Set<Duplex>();
  function forget(this: Duplex): void {
    upgraded.delete(this);
  }
  server.on('upgrade', (_request, connection) => {
    upgraded.add(connection);
    connection.on('close', forget);
  });
  return upgraded;
}
