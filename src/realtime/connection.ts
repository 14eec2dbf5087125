/**
 * One live connection: it takes its user's one place, answers the three client events, and ends with its
 * session. Nothing a client sends can throw past `answer`.
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

/** How many more events may be refused for their number than are let through before the connection is closed. */
const maxRefusals = 100;
/** How many events of a connection may wait for the ones before them. */
const maxWaiting = 30;

export interface ConnectionDeps {
  io: GameServer;
  queries: SocketQueries;
  broadcaster: BattleBroadcaster;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** By user: the latest connection that is taking its place. */
  arrivals: Map<string, Promise<void>>;
}

/** Takes a new connection in. Listens before it waits for anything, so that no early event is lost. */
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
    // Answers that nobody reads would pile up.
    if (refusals > maxRefusals) socket.conn.close(true);
    else refuse(socket, packet, new GameError('RATE_LIMITED'));
  });

  // One after the other, in the order sent, and none before the connection has its place.
  let turn = claimInTurn(deps, socket);
  const { joinEmpire, leaveEmpire, requestUpdate } = createHandlers(deps, socket);
  const listen = <Payload>(
    name: keyof ClientEvents,
    schema: z.ZodType<Payload>,
    handle: (payload: Payload) => Promise<unknown>,
  ): void => {
    const listener = (...sent: unknown[]): void => {
      waiting += 1;
      turn = turn
        .then(() => answer(socket, sent, schema, handle, log))
        .finally(() => {
          waiting -= 1;
        });
    };
    (socket as { on(event: string, listener: (...sent: unknown[]) => void): void }).on(name, listener);
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
 * Takes the place after every earlier connection of the user has: the statement of one that was lost meanwhile
 * must not be overtaken, or the lost one would replace the newest.
 */
function claimInTurn(deps: ConnectionDeps, socket: GameSocket): Promise<void> {
  const { arrivals } = deps;
  const { userId } = socket.data.viewer;
  const arrival = (arrivals.get(userId) ?? Promise.resolve())
    .then(() => claimConnection(deps, socket))
    .finally(() => {
      if (arrivals.get(userId) === arrival) arrivals.delete(userId);
    });
  arrivals.set(userId, arrival);
  return arrival;
}

/** Makes the connection its user's only one, and closes it where that is not possible. Never rejects. */
async function claimConnection({ io, queries, log }: ConnectionDeps, socket: GameSocket): Promise<void> {
  const { viewer } = socket.data;
  try {
    // From here on the connection hears when its session ends; whatever ended before, the answer tells.
    await socket.join([userRoom(viewer.userId), sessionRoom(viewer.sessionId)]);
    const claim = await queries.claimConnection(viewer, socket.id);
    if (claim?.isNewest !== true) {
      disconnectRoom(io, socket.id, claim === null ? 'SESSION_ENDED' : 'SESSION_REPLACED');
      return;
    }
    socket.data.isActive = true;
    if (claim.empireId !== null) await socket.join(ownerRoom(claim.empireId));
  } catch (error) {
    log.error({ err: error }, 'a connection could not be taken in');
    // Not a farewell: the client is to come again.
    socket.conn.close();
  }
}

function createHandlers({ queries, broadcaster, log }: ConnectionDeps, socket: GameSocket) {
  const { viewer } = socket.data;
  return {
    joinEmpire: async ({ empire_id, after }: ClientEvents['join_empire']): Promise<unknown> => {
      await queries.requireOwnEmpire(viewer, empire_id);
      // Whoever joins again and names no number goes on where he is.
      let { follower } = socket.data;
      if (follower?.empireId !== empire_id || after !== undefined) {
        const fresh = await Follower.begin({ socket, queries, log }, empire_id, after ?? null);
        follower?.end();
        follower = socket.data.follower = fresh;
      }
      await socket.join([empireRoom(empire_id), ownerRoom(empire_id)]);
      // From here on the feed brings what is new; what lies before it is sent first.
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
    requestUpdate: async (what: ClientEvents['request_update']): Promise<unknown> => {
      const update = await queries.readUpdate(viewer, what);
      if (update.event === 'empire_update') socket.emit(update.event, update.payload);
      else socket.emit(update.event, update.payload);
      return update.data;
    },
  };
}

/** Answers one event, by its callback and, where it is refused, by the `error` event too. Never rejects. */
async function answer<Payload>(
  socket: GameSocket,
  sent: readonly unknown[],
  schema: z.ZodType<Payload>,
  handle: (payload: Payload) => Promise<unknown>,
  log: Log,
): Promise<void> {
  if (!socket.connected) return;
  try {
    const parsed = schema.safeParse(sent[0], { error: inPlainWords });
    if (!parsed.success) throw new GameError('VALIDATION_ERROR', describeIssues(parsed.error, 'payload'));
    const data = await handle(parsed.data);
    acknowledge(sent, { ok: true, data });
  } catch (error) {
    refuse(socket, sent, toRefusal(error, log));
  }
}

/** What a client is told of anything that was thrown; what nobody foresaw is logged. */
export function toRefusal(error: unknown, log: Log): GameError {
  const refusal = toGameError(error);
  if (refusal !== error) log.error({ err: error }, 'a socket event failed');
  return refusal;
}

function refuse(socket: GameSocket, sent: readonly unknown[], { message, details, code }: GameError): void {
  const error = { message: details === undefined ? message : `${message}: ${details}`, code };
  socket.emit('error', error);
  acknowledge(sent, { ok: false, error });
}

/** Calls the callback that a client may have sent as the last argument. */
function acknowledge(sent: readonly unknown[], acknowledgement: Acknowledgement): void {
  const last = sent.at(-1);
  if (typeof last === 'function') (last as (answer: Acknowledgement) => void)(acknowledgement);
}
