/**
 * A live connection becomes the active one of its user, handles the three client events, and ends with its session.
 * `handleEvent` catches every error that input can cause.
 */
import type { z } from 'zod';
import { clientEvents, type Acknowledgement, type ClientEvents } from '../contract/events.ts';
import { describeIssues, inPlainWords } from '../contract/validation-issues.ts';
import { toGameError } from '../http/error-handler.ts';
import type { Clock } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { AnnouncementBoard } from '../world/announcement.ts';
import type { BattleBroadcaster } from './battle-broadcaster.ts';
import { Follower, waitUntilFlushed } from './follower.ts';
import {
  endConnection,
  type GameSocket,
  createOutgoingListener,
  type DeliveredCounts,
} from './game-socket.ts';
import type { SocketQueries } from './queries.ts';
import { follow, join, rooms, setEmpire } from './rooms.ts';

/** Each event over the rate limit adds one, each accepted event subtracts one; above this the connection is closed. */
const maxRefusals = 100;
/** Further queued events count as over the rate limit. */
const maxWaiting = 30;

export interface ConnectionDeps {
  queries: SocketQueries;
  announcements: AnnouncementBoard;
  broadcaster: BattleBroadcaster;
  delivered: DeliveredCounts;
  clock: Clock;
  log: Log;
  metrics: Metrics;
}

type EventName = keyof ClientEvents;
type Handler<Payload> = (socket: GameSocket, payload: Payload) => Promise<unknown>;
type Handlers = { [Name in EventName]: Handler<ClientEvents[Name]> };

/** Registers listeners at once, so that no early event is lost. */
export function createAcceptor(deps: ConnectionDeps): (socket: GameSocket) => void {
  const { clock, log, metrics } = deps;
  const handlers = createHandlers(deps);
  const claimInOrder = createClaims(deps);
  const noteOutgoing = createOutgoingListener(deps.delivered);

  const handle = (name: EventName, socket: GameSocket, args: unknown[]): void => {
    const handler = handlers[name] as Handler<unknown>;
    socket.data.waiting += 1;
    enqueue(socket, async () => {
      await handleEvent(socket, args, clientEvents[name].payload, handler, log);
      // A client that does not read its responses gets no further one.
      await waitUntilFlushed(socket, clock.machine);
      socket.data.waiting -= 1;
    });
  };

  function receive(this: GameSocket, name: string, ...args: unknown[]): void {
    const { data } = this;
    if (data.take(name, clock.now()) && data.waiting < maxWaiting) {
      data.refusals = Math.max(0, data.refusals - 1);
      if (Object.hasOwn(clientEvents, name)) handle(name as EventName, this, args);
      else refuse(this, args, new GameError('NOT_FOUND', 'there is no such event'));
      return;
    }
    data.refusals += 1;
    metrics.rateLimited.inc({ class: 'socket' });
    // Unread acknowledgements would accumulate in memory.
    if (data.refusals > maxRefusals) this.conn.close(true);
    else refuse(this, args, new GameError('RATE_LIMITED'));
  }

  return (socket) => {
    socket.onAny(receive);
    socket.onAnyOutgoing(noteOutgoing);
    // Joined before the claim: notifications cover every end of the session after this, the claim covers those before.
    join(socket, rooms.user(socket.data.userId));
    // Events are handled after the connection has become active.
    enqueue(socket, () => claimInOrder(socket));
  };
}

/** Runs `work`, which never rejects, after all earlier work of the connection. */
function enqueue({ data }: GameSocket, work: () => Promise<void>): void {
  data.queue = data.queue.then(work);
}

/**
 * A claim runs after all claims of the user's earlier connections: a late claim of a lost one could replace the newest.
 */
function createClaims(deps: ConnectionDeps): (socket: GameSocket) => Promise<void> {
  /** By user id. */
  const pending = new Map<string, Promise<void>>();
  return (socket) => {
    const { userId } = socket.data;
    const claim = (pending.get(userId) ?? Promise.resolve())
      .then(() => claimConnection(deps, socket))
      .then(() => {
        if (pending.get(userId) === claim) pending.delete(userId);
      });
    pending.set(userId, claim);
    return claim;
  };
}

/** Never rejects. */
async function claimConnection(
  { queries, announcements, clock, log }: ConnectionDeps,
  socket: GameSocket,
): Promise<void> {
  // Closed while it waited for the claims of earlier connections.
  if (!socket.connected) return;
  try {
    const claim = await queries.claimConnection(socket.data, socket.id);
    if (claim?.isNewest !== true) {
      endConnection(socket, claim === null ? 'SESSION_ENDED' : 'SESSION_REPLACED');
      return;
    }
    socket.data.isActive = true;
    if (claim.empireId !== null) setEmpire(socket, claim.empireId);
    const announcement = announcements.at(clock.now());
    if (announcement !== null) socket.emit('announcement', { announcement });
  } catch (error) {
    log.error({ err: error }, 'sockets: claiming the active connection failed, disconnecting');
    // Without an error event, so that the client reconnects.
    socket.conn.close();
  }
}

function createHandlers(deps: ConnectionDeps): Handlers {
  const { queries, broadcaster } = deps;
  return {
    join_empire: async (socket, { empire_id, after }) => {
      const { userId, follower } = socket.data;
      if (follower?.empireId === empire_id && after === undefined) {
        // Joining the same empire again without `after` keeps the position.
        await queries.requireOwnEmpire(userId, empire_id);
        await follower.catchUp();
        await broadcaster.playRunning(empire_id);
        return { empire_id, last: follower.sent };
      }
      return { empire_id, last: await startFollowing(deps, socket, empire_id, after ?? null) };
    },
    leave_empire: (socket, { empire_id }) => {
      if (socket.data.follower?.empireId === empire_id) follow(socket, null);
      return Promise.resolve({ empire_id });
    },
    request_update: async (socket, request) => {
      const update = await queries.readUpdate(socket.data.userId, request);
      socket.emit(update.event, ...([update.payload] as never));
      return update.data;
    },
  };
}

/** Returns the number of the last entry. */
async function startFollowing(
  { queries, broadcaster, clock, log }: ConnectionDeps,
  socket: GameSocket,
  empireId: string,
  after: number | null,
): Promise<number> {
  const { data } = socket;
  // The stored empire may be out of date: founded since. Without ownership, nothing must be received even briefly.
  if (data.empireId !== empireId) await queries.requireOwnEmpire(data.userId, empireId);
  const previous = data.follower;
  const follower = new Follower({ queries, time: clock.machine, log }, socket, empireId);
  // Join before reading: every entry after the read is reported, every one before is read.
  follow(socket, follower);
  const page = await queries.readJoin(data.userId, empireId, after).catch((error: unknown) => {
    // A refused join changes nothing.
    if (data.follower === follower) follow(socket, previous);
    void previous?.catchUp();
    throw error;
  });
  previous?.end();
  await follower.start(after, page);
  if (page.hasBattles) await broadcaster.playRunning(empireId);
  return follower.sent;
}

/** A refusal is also sent as an `error` event. Never rejects. */
async function handleEvent(
  socket: GameSocket,
  args: readonly unknown[],
  schema: z.ZodType,
  handle: Handler<unknown>,
  log: Log,
): Promise<void> {
  if (!socket.connected) return;
  try {
    const parsed = schema.safeParse(args[0], { error: inPlainWords });
    if (!parsed.success) throw new GameError('VALIDATION_ERROR', describeIssues(parsed.error, 'payload'));
    const data = await handle(socket, parsed.data);
    acknowledge(args, { ok: true, data });
  } catch (error) {
    refuse(socket, args, toRefusal(error, log));
  }
}

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

function acknowledge(args: readonly unknown[], acknowledgement: Acknowledgement): void {
  const callback = args.at(-1);
  if (typeof callback === 'function')
    (callback as (acknowledgement: Acknowledgement) => void)(acknowledgement);
}
