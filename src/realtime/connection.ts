/**
 * One live connection: it becomes the active connection of its user, handles the three client events, and ends with
 * its session. `handleEvent` catches every error that client input can cause.
 */
import type { z } from 'zod';
import { clientEvents, type Acknowledgement, type ClientEvents } from '../contract/events.ts';
import { describeIssues, inPlainWords } from '../contract/validation-issues.ts';
import { toGameError } from '../http/error-handler.ts';
import type { Clock } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { createBucket } from './token-bucket.ts';
import { Follower } from './follower.ts';
import type { SocketQueries } from './queries.ts';
import type { BattleBroadcaster } from './battle-broadcaster.ts';
import {
  disconnectRoom,
  empireRoom,
  ownerRoom,
  sessionRoom,
  userRoom,
  type GameServer,
  type GameSocket,
} from './rooms.ts';

/** Each event over the rate limit adds one, each accepted event subtracts one; above this the connection is closed. */
const maxRefusals = 100;
/** Maximum queued events of a connection; further events count as over the rate limit. */
const maxWaiting = 30;

export interface ConnectionDeps {
  io: GameServer;
  queries: SocketQueries;
  broadcaster: BattleBroadcaster;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** By user id: the latest claim of the active connection in progress. */
  pendingClaims: Map<string, Promise<void>>;
}

/** Sets up a new connection. Registers listeners before the first await, so that no early event is lost. */
export function acceptSocket(deps: ConnectionDeps, socket: GameSocket): void {
  const { io, clock, log, metrics } = deps;
  const { viewer } = socket.data;
  const takeToken = createBucket(clock.now());
  let refusals = 0;
  let waiting = 0;
  socket.onAnyOutgoing((event: string) => {
    metrics.eventsDelivered.inc({ event });
  });
  socket.use((packet, next) => {
    if (takeToken(clock.now()) && waiting < maxWaiting) {
      refusals = Math.max(0, refusals - 1);
      if (Object.hasOwn(clientEvents, packet[0])) next();
      else refuse(socket, packet, new GameError('NOT_FOUND', 'there is no such event'));
      return;
    }
    refusals += 1;
    metrics.rateLimited.inc({ class: 'socket' });
    // Close it: unread acknowledgements would accumulate in memory.
    if (refusals > maxRefusals) socket.conn.close(true);
    else refuse(socket, packet, new GameError('RATE_LIMITED'));
  });

  // Events are handled one by one in the order sent, after the connection has become active.
  let queue = claimInOrder(deps, socket);
  const { joinEmpire, leaveEmpire, requestUpdate } = createHandlers(deps, socket);
  const listen = <Payload>(
    name: keyof ClientEvents,
    schema: z.ZodType<Payload>,
    handle: (payload: Payload) => Promise<unknown>,
  ): void => {
    const listener = (...args: unknown[]): void => {
      waiting += 1;
      queue = queue
        .then(() => handleEvent(socket, args, schema, handle, log))
        .finally(() => {
          waiting -= 1;
        });
    };
    (socket as { on(event: string, listener: (...args: unknown[]) => void): void }).on(name, listener);
  };
  listen('join_empire', clientEvents.join_empire, joinEmpire);
  listen('leave_empire', clientEvents.leave_empire, leaveEmpire);
  listen('request_update', clientEvents.request_update, requestUpdate);

  const cancelExpiry = clock.schedule(viewer.expiresAt, () => {
    disconnectRoom(io, socket.id, 'SESSION_ENDED');
  });
  socket.on('disconnect', () => {
    cancelExpiry();
    socket.data.follower?.end();
  });
}

/**
 * Claims after all earlier connections of the user. Otherwise a late claim of an earlier, lost connection could
 * replace the newest one.
 */
function claimInOrder(deps: ConnectionDeps, socket: GameSocket): Promise<void> {
  const { pendingClaims } = deps;
  const { userId } = socket.data.viewer;
  const claim = (pendingClaims.get(userId) ?? Promise.resolve())
    .then(() => claimConnection(deps, socket))
    .finally(() => {
      if (pendingClaims.get(userId) === claim) pendingClaims.delete(userId);
    });
  pendingClaims.set(userId, claim);
  return claim;
}

/** Makes the connection the active one of its user, or closes it. Never rejects. */
async function claimConnection({ io, queries, log }: ConnectionDeps, socket: GameSocket): Promise<void> {
  const { viewer } = socket.data;
  try {
    // Join first: notifications cover every end of the session after this, the claim covers those before.
    await socket.join([userRoom(viewer.userId), sessionRoom(viewer.sessionId)]);
    const claim = await queries.claimConnection(viewer, socket.id);
    if (claim?.isNewest !== true) {
      disconnectRoom(io, socket.id, claim === null ? 'SESSION_ENDED' : 'SESSION_REPLACED');
      return;
    }
    socket.data.isActive = true;
    if (claim.empireId !== null) await socket.join(ownerRoom(claim.empireId));
  } catch (error) {
    log.error({ err: error }, 'sockets: claiming the active connection failed, disconnecting');
    // Close without an error event, so that the client reconnects.
    socket.conn.close();
  }
}

function createHandlers({ queries, broadcaster, log }: ConnectionDeps, socket: GameSocket) {
  const { viewer } = socket.data;
  return {
    joinEmpire: async ({ empire_id, after }: ClientEvents['join_empire']): Promise<unknown> => {
      await queries.requireOwnEmpire(viewer, empire_id);
      // Joining the same empire again without `after` keeps the position.
      let { follower } = socket.data;
      if (follower?.empireId !== empire_id || after !== undefined) {
        const newFollower = await Follower.create({ socket, queries, log }, empire_id, after ?? null);
        follower?.end();
        follower = socket.data.follower = newFollower;
      }
      await socket.join([empireRoom(empire_id), ownerRoom(empire_id)]);
      // The feed delivers new entries from now on; send the earlier ones first.
      await follower.catchUp();
      await broadcaster.playRunning(empire_id);
      return { empire_id, last: follower.sent };
    },
    leaveEmpire: async ({ empire_id }: ClientEvents['leave_empire']): Promise<unknown> => {
      await socket.leave(empireRoom(empire_id));
      if (socket.data.follower?.empireId === empire_id) {
        socket.data.follower.end();
        socket.data.follower = null;
      }
      return { empire_id };
    },
    requestUpdate: async (request: ClientEvents['request_update']): Promise<unknown> => {
      const update = await queries.readUpdate(viewer, request);
      if (update.event === 'empire_update') socket.emit(update.event, update.payload);
      else socket.emit(update.event, update.payload);
      return update.data;
    },
  };
}

/** Handles one event and acknowledges it. A refusal is also sent as an `error` event. Never rejects. */
async function handleEvent<Payload>(
  socket: GameSocket,
  args: readonly unknown[],
  schema: z.ZodType<Payload>,
  handle: (payload: Payload) => Promise<unknown>,
  log: Log,
): Promise<void> {
  if (!socket.connected) return;
  try {
    const parsed = schema.safeParse(args[0], { error: inPlainWords });
    if (!parsed.success) throw new GameError('VALIDATION_ERROR', describeIssues(parsed.error, 'payload'));
    const data = await handle(parsed.data);
    acknowledge(args, { ok: true, data });
  } catch (error) {
    refuse(socket, args, toRefusal(error, log));
  }
}

/** The error to send to the client. Logs every error that is not a GameError. */
export function toRefusal(error: unknown, log: Log): GameError {
  const refusal = toGameError(error);
  if (refusal !== error) log.error({ err: error }, 'sockets: event failed');
  return refusal;
}

function refuse(socket: GameSocket, args: readonly unknown[], { message, details, code }: GameError): void {
  const error = { message: details === undefined ? message : `${message}: ${details}`, code };
  socket.emit('error', error);
  acknowledge(args, { ok: false, error });
}

/** Calls the acknowledgement callback, if the client sent one as the last argument. */
function acknowledge(args: readonly unknown[], acknowledgement: Acknowledgement): void {
  const callback = args.at(-1);
  if (typeof callback === 'function') (callback as (answer: Acknowledgement) => void)(acknowledgement);
}
