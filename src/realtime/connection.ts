/**
 * What a live connection does: it becomes the active connection of its user, handles the three client events, and ends
 * with its session. Listeners are shared by all connections; `handleEvent` catches every error that input can cause.
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
import { waitUntilFlushed } from './back-pressure.ts';
import type { BattleBroadcaster } from './battle-broadcaster.ts';
import type { Connections } from './connections.ts';
import { Follower } from './follower.ts';
import type { GameSocket, LiveConnection } from './live-connection.ts';
import type { SocketQueries } from './queries.ts';

/** Each event over the rate limit adds one, each accepted event subtracts one; above this the connection is closed. */
const maxRefusals = 100;
/** Maximum queued events of a connection; further events count as over the rate limit. */
const maxWaiting = 30;

export interface ConnectionDeps {
  connections: Connections;
  queries: SocketQueries;
  announcements: AnnouncementBoard;
  broadcaster: BattleBroadcaster;
  clock: Clock;
  log: Log;
  metrics: Metrics;
}

type EventName = keyof ClientEvents;
type Handler<Payload> = (connection: LiveConnection, payload: Payload) => Promise<unknown>;
type Handlers = { [Name in EventName]: Handler<ClientEvents[Name]> };

/** Returns the function that sets up a new connection. It registers listeners at once, so that no early event is lost. */
export function createAcceptor(deps: ConnectionDeps): (socket: GameSocket) => void {
  const { connections, clock, log, metrics } = deps;
  const handlers = createHandlers(deps);
  const claimInOrder = createClaims(deps);

  const handle = (name: EventName, connection: LiveConnection, args: unknown[]): void => {
    // The schema of an event matches its handler.
    const handler = handlers[name] as Handler<unknown>;
    connection.waiting += 1;
    enqueue(connection, async () => {
      await handleEvent(connection, args, clientEvents[name], handler, log);
      // A client that does not read its responses gets no further one.
      await waitUntilFlushed(connection);
      connection.waiting -= 1;
    });
  };

  function receive(this: GameSocket, name: string, ...args: unknown[]): void {
    const { connection } = this.data;
    if (connection.take(name, clock.now()) && connection.waiting < maxWaiting) {
      connection.refusals = Math.max(0, connection.refusals - 1);
      if (Object.hasOwn(clientEvents, name)) handle(name as EventName, connection, args);
      else refuse(connection, args, new GameError('NOT_FOUND', 'there is no such event'));
      return;
    }
    connection.refusals += 1;
    metrics.rateLimited.inc({ class: 'socket' });
    // Close it: unread acknowledgements would accumulate in memory.
    if (connection.refusals > maxRefusals) this.conn.close(true);
    else refuse(connection, args, new GameError('RATE_LIMITED'));
  }

  function leave(this: GameSocket): void {
    connections.remove(this.data.connection);
  }

  return (socket) => {
    const { connection } = socket.data;
    socket.onAny(receive);
    socket.on('disconnect', leave);
    // Added before the claim: notifications cover every end of the session after this, the claim covers those before.
    connections.add(connection);
    // Events are handled after the connection has become active.
    enqueue(connection, () => claimInOrder(connection));
  };
}

/** Runs `work`, which never rejects, after all earlier work of the connection. */
function enqueue(connection: LiveConnection, work: () => Promise<void>): void {
  const previous = connection.queue;
  const done = (previous === null ? work() : previous.then(work)).then(() => {
    if (connection.queue === done) connection.queue = null;
  });
  connection.queue = done;
}

/**
 * Returns the function that makes a connection the active one of its user, or closes it. A claim runs after all claims
 * of the user's earlier connections. Otherwise a late claim of an earlier, lost connection could replace the newest one.
 */
function createClaims(deps: ConnectionDeps): (connection: LiveConnection) => Promise<void> {
  /** By user id: the latest claim in progress. */
  const pending = new Map<string, Promise<void>>();
  return (connection) => {
    const { userId } = connection;
    const claim = (pending.get(userId) ?? Promise.resolve())
      .then(() => claimConnection(deps, connection))
      .then(() => {
        if (pending.get(userId) === claim) pending.delete(userId);
      });
    pending.set(userId, claim);
    return claim;
  };
}

/** Never rejects. */
async function claimConnection(
  { connections, queries, announcements, clock, log }: ConnectionDeps,
  connection: LiveConnection,
): Promise<void> {
  const { socket } = connection;
  // Closed while it waited for the claims of earlier connections.
  if (!connection.isOpen) return;
  try {
    const claim = await queries.claimConnection(connection, socket.id);
    if (claim?.isNewest !== true) {
      connection.disconnect(claim === null ? 'SESSION_ENDED' : 'SESSION_REPLACED');
      return;
    }
    connection.isActive = true;
    if (claim.empireId !== null) connections.setEmpire(connection, claim.empireId);
    const announcement = announcements.at(clock.now());
    if (announcement !== null) connection.emit('announcement', { announcement });
  } catch (error) {
    log.error({ err: error }, 'sockets: claiming the active connection failed, disconnecting');
    // Close without an error event, so that the client reconnects.
    socket.conn.close();
  }
}

function createHandlers(deps: ConnectionDeps): Handlers {
  const { connections, queries, broadcaster } = deps;
  return {
    join_empire: async (connection, { empire_id, after }) => {
      const { follower } = connection;
      if (follower?.empireId === empire_id && after === undefined) {
        // Joining the same empire again without `after` keeps the position.
        await queries.requireOwnEmpire(connection.userId, empire_id);
        await follower.catchUp();
        await broadcaster.playRunning(empire_id);
        return { empire_id, last: follower.sent };
      }
      return { empire_id, last: await startFollowing(deps, connection, empire_id, after ?? null) };
    },
    leave_empire: (connection, { empire_id }) => {
      if (connection.follower?.empireId === empire_id) connections.follow(connection, null);
      return Promise.resolve({ empire_id });
    },
    request_update: async (connection, request) => {
      const update = await queries.readUpdate(connection.userId, request);
      connection.emit(update.event, update.payload);
      return update.data;
    },
  };
}

/** Joins an empire and sends the missed entries of its event log. Returns the number of the last one. */
async function startFollowing(
  { connections, queries, broadcaster, log }: ConnectionDeps,
  connection: LiveConnection,
  empireId: string,
  after: number | null,
): Promise<number> {
  // The stored empire may be out of date: founded since. Without ownership, nothing must be received even briefly.
  if (connection.empireId !== empireId) await queries.requireOwnEmpire(connection.userId, empireId);
  const follower = new Follower({ queries, log }, connection, empireId);
  // Watch before reading: every entry after the read is reported, every one before is read.
  connections.watch(follower);
  try {
    const page = await queries.readJoin(connection.userId, empireId, after);
    if (!connection.isOpen) return page.last;
    connections.follow(connection, follower);
    await follower.start(after, page);
    if (page.hasBattles) await broadcaster.playRunning(empireId);
    return follower.sent;
  } finally {
    if (connection.follower !== follower) connections.unwatch(follower);
  }
}

/** Handles one event and acknowledges it. A refusal is also sent as an `error` event. Never rejects. */
async function handleEvent(
  connection: LiveConnection,
  args: readonly unknown[],
  schema: z.ZodType,
  handle: Handler<unknown>,
  log: Log,
): Promise<void> {
  if (!connection.isOpen) return;
  try {
    const parsed = schema.safeParse(args[0], { error: inPlainWords });
    if (!parsed.success) throw new GameError('VALIDATION_ERROR', describeIssues(parsed.error, 'payload'));
    const data = await handle(connection, parsed.data);
    acknowledge(args, { ok: true, data });
  } catch (error) {
    refuse(connection, args, toRefusal(error, log));
  }
}

/** The error to send to the client. Logs every error that is not a GameError. */
export function toRefusal(error: unknown, log: Log): GameError {
  const refusal = toGameError(error);
  if (refusal !== error) log.error({ err: error }, 'sockets: event failed');
  return refusal;
}

function refuse(
  connection: LiveConnection,
  args: readonly unknown[],
  { message, details, code }: GameError,
): void {
  const error = { message: details === undefined ? message : `${message}: ${details}`, code };
  connection.emit('error', error);
  acknowledge(args, { ok: false, error });
}

/** Calls the acknowledgement callback, if the client sent one as the last argument. */
function acknowledge(args: readonly unknown[], acknowledgement: Acknowledgement): void {
  const callback = args.at(-1);
  if (typeof callback === 'function') (callback as (answer: Acknowledgement) => void)(acknowledgement);
}
