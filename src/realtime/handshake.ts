/** The handshake of live connections: it admits only connections with a session. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Sessions } from '../http/sessions/sessions.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import type { Clock } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { toRefusal } from './connection.ts';
import { SocketData, type GameServer, type GameSocket } from './game-socket.ts';

export interface HandshakeDeps {
  clock: Clock;
  log: Log;
  sessions: Pick<Sessions, 'middleware' | 'admit'>;
  isForeign: (headers: IncomingHttpHeaders) => boolean;
}

type Rest = [response: Parameters<RequestHandler>[1], next: () => void];

/** An engine connection may send one CONNECT only. */
export function identifyConnections(io: GameServer, deps: HandshakeDeps): void {
  const { clock, log } = deps;
  // Requests after the first carry `sid`, so the session is looked up once per connection.
  io.engine.use((request: Parameters<RequestHandler>[0] & { _query: { sid?: string } }, ...rest: Rest) => {
    // Pages of other origins authenticate with a token only.
    if (deps.isForeign(request.headers)) delete request.headers.cookie;
    if (request._query.sid) rest[1]();
    else void deps.sessions.middleware(request, ...rest);
  });
  io.use((socket, next) => {
    findViewer(deps, socket).then(
      (viewer) => {
        socket.data = new SocketData(viewer, clock.now());
        next();
      },
      (error: unknown) => {
        const { message, code } = toRefusal(error, log);
        next(Object.assign(new Error(message), { data: { code } }));
        // Close after the refusal was sent.
        setImmediate(() => closeForGood(socket.conn));
      },
    );
  });
}

/**
 * The client must not reconnect. Over polling, `close` sends the close packet of Engine.IO; over WebSocket it only
 * closes, and python-socketio 5 takes that for a lost connection and reconnects.
 */
function closeForGood(conn: GameSocket['conn']): void {
  if (conn.transport.name === 'websocket' && conn.readyState === 'open') {
    // Not `transport.send`: this packet must follow those that wait in the buffer. The type hides the method.
    (conn as unknown as { sendPacket: (type: 'close') => void }).sendPacket('close');
  }
  conn.close();
}

/** A token in `auth` comes before the header and the cookie. */
async function findViewer({ sessions }: HandshakeDeps, socket: GameSocket): Promise<Viewer> {
  const request = socket.request as Request | undefined;
  const { token } = socket.handshake.auth as { token?: unknown };
  // Without a request, this is a second CONNECT.
  if (request === undefined) throw new GameError('RATE_LIMITED');
  // They take 3 kB, and nothing needs them any longer.
  Object.assign(socket.conn, { request: undefined });
  Object.assign(socket, { handshake: undefined });
  const viewer = await sessions.admit(request, token);
  if (viewer === null) throw new GameError('AUTH_REQUIRED');
  return viewer;
}
