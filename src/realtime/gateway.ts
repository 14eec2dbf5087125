import type { IncomingHttpHeaders, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server } from 'socket.io';
import type { Notification } from '../world/log/notifications.ts';
import { createBattleBroadcaster } from './battle-broadcaster.ts';
import { createAcceptor, type ConnectionDeps } from './connection.ts';
import { deliver } from './delivery.ts';
import { endConnection, type GameServer, type DeliveredCounts } from './game-socket.ts';
import { identifyConnections, type HandshakeDeps } from './handshake.ts';
import { createMessageBroadcaster } from './message-broadcaster.ts';
import type { SocketQueries } from './queries.ts';
import { allSockets, emitTo, joinedEmpires, rooms, setEmpire } from './rooms.ts';

const largestPayloadBytes = 16_384;
const stockIntervalMs = 30_000;
/** Sessions end within a second. */
const expiryIntervalMs = 500;
const retryMs = 500;
/** Time for clients to close their side at shutdown; then their connections are destroyed. */
const closeTimeoutMs = 1_000;

export interface GatewayDeps
  extends HandshakeDeps, Pick<ConnectionDeps, 'queries' | 'announcements' | 'metrics'> {
  isOwnOrigin: (headers: IncomingHttpHeaders) => boolean;
  corsOrigins: readonly string[];
}

export type Gateway = ReturnType<typeof openGateway>;

export function openGateway(server: HttpServer, deps: GatewayDeps) {
  const { queries, announcements, clock, log, metrics } = deps;
  const io: GameServer = new Server(server, {
    path: '/socket.io/',
    serveClient: false,
    maxHttpBufferSize: largestPayloadBytes,
    // Well-behaved clients authenticate immediately.
    connectTimeout: 5_000,
    ...(deps.corsOrigins.length === 0 ? {} : { cors: { origin: [...deps.corsOrigins] } }),
    allowRequest: (request, callback) => {
      const isAllowed = deps.isOwnOrigin(request.headers) || deps.isForeign(request.headers);
      callback(isAllowed ? null : 'CROSS_ORIGIN', isAllowed);
    },
  });
  const broadcaster = createBattleBroadcaster(io, queries, clock, log);
  const messages = createMessageBroadcaster(io, queries, clock.machine, log);
  const delivered: DeliveredCounts = {};
  const upgraded = trackUpgrades(server);
  let isClosed = false;

  identifyConnections(io, deps);
  io.on(
    'connection',
    createAcceptor({ queries, announcements, broadcaster, delivered, clock, log, metrics }),
  );

  /** A timer also calls it every 30 s. */
  const emitStocks = async (): Promise<void> => {
    const joined = joinedEmpires(io);
    if (joined.length === 0) return;
    for (const update of await queries.selectStocks(joined)) {
      emitTo(io, [rooms.empire(update.empire_id)], 'resource_update', update);
    }
  };
  const catchUp = async (): Promise<void> => {
    await disconnectEnded(io, queries);
    const joined = joinedEmpires(io);
    const latest = new Map(await queries.selectLatestNumbers(joined));
    for (const { data } of allSockets(io)) data.follower?.expect(latest.get(data.follower.empireId) ?? 0);
    for (const empireId of joined) await broadcaster.playRunning(empireId);
    await messages.repeat(clock.now());
    await queries.loadAnnouncement();
    io.emit('announcement', { announcement: announcements.at(clock.now()) });
    await emitStocks();
  };
  const stopStocks = clock.machine.every(stockIntervalMs, () => {
    emitStocks().catch((error: unknown) => log.warn({ err: error }, 'sockets: sending stocks failed'));
  });
  const stopExpiry = clock.machine.every(expiryIntervalMs, () => {
    const now = clock.now();
    for (const socket of allSockets(io)) {
      if (socket.data.expiresAt <= now) endConnection(socket, 'SESSION_ENDED');
    }
  });

  return {
    deliver: (event: Notification): void =>
      deliver(io, { battles: broadcaster, messages, announcements }, event),
    /** After missed notifications. Never rejects. */
    resync: async (): Promise<void> => {
      while (!isClosed) {
        try {
          await catchUp();
          return;
        } catch (error) {
          log.warn({ err: error }, 'sockets: resync failed, retrying');
          await clock.machine.delay(retryMs);
        }
      }
    },
    emitStocks,
    /** By transport. */
    countSockets: (): Record<string, number> => {
      const counts: Record<string, number> = { polling: 0, websocket: 0 };
      for (const { conn } of allSockets(io)) {
        counts[conn.transport.name] = (counts[conn.transport.name] ?? 0) + 1;
      }
      return counts;
    },
    /** Each event counts once per socket. */
    countDelivered: () => delivered,
    /** Clients reconnect elsewhere. */
    close: async (): Promise<void> => {
      isClosed = true;
      stopStocks();
      stopExpiry();
      broadcaster.stop();
      messages.stop();
      const cancelLimit = clock.machine.after(closeTimeoutMs, () => {
        for (const connection of upgraded) connection.destroy();
      });
      await io.close();
      await Promise.all(
        [...upgraded].map((connection) => new Promise((done) => connection.once('close', done))),
      );
      cancelLimit();
    },
  };
}

/** Closes the connections that missed notifications would have closed; tells the others of missed foundings. */
async function disconnectEnded(io: GameServer, queries: SocketQueries): Promise<void> {
  // Connections that are not active yet learn about their end from their own claim.
  const active = allSockets(io).filter(({ data }) => data.isActive);
  const sessions = await queries.selectActiveSessions(active.map(({ data }) => data.sessionId));
  const sessionsById = new Map(sessions.map((session) => [session.sessionId, session]));
  for (const socket of active) {
    const session = sessionsById.get(socket.data.sessionId);
    if (session === undefined) endConnection(socket, 'SESSION_ENDED');
    else if (session.socketId !== socket.id) endConnection(socket, 'SESSION_REPLACED');
    else if (session.empireId !== null) setEmpire(socket, session.empireId);
  }
}

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
