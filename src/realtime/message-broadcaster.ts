/**
 * Sends messages to connections. A notification only names the message, whose text can be too long for it; each
 * instance reads it for its own sockets, one after the other: the order stays.
 */
import type { MachineTime } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { isoOf } from '../kernel/time.ts';
import type { Notification } from '../world/log/notifications.ts';
import type { GameServer } from './game-socket.ts';
import type { SocketQueries } from './queries.ts';
import { allSockets, emitTo, isAnyIn, rooms } from './rooms.ts';

const retryMs = 500;

type SentMessage = Extract<Notification, { event: 'message_sent' }>['data'];

type Queries = Pick<SocketQueries, 'selectMessage' | 'selectUnread' | 'selectLatestChat'>;

/** Each of them may have hundreds of messages. */
const usersAtOnce = 200;

export type MessageBroadcaster = ReturnType<typeof createMessageBroadcaster>;

export function createMessageBroadcaster(io: GameServer, queries: Queries, time: MachineTime, log: Log) {
  /** Resolves when all messages of the feed were sent. */
  let queue: Promise<void> = Promise.resolve();
  let isStopped = false;

  const repeatFor = async (userIds: string[], now: number): Promise<void> => {
    for (const { userId, event } of await queries.selectUnread(userIds)) {
      emitTo(io, [rooms.user(userId)], 'message', event);
    }
    for (const { userId, allianceId, events } of await queries.selectLatestChat(userIds)) {
      const own = [rooms.user(userId)];
      for (const event of events) emitTo(io, own, 'alliance_message', event);
      emitTo(io, own, 'alliance_update', { alliance_id: allianceId, timestamp: isoOf(now) });
    }
  };

  const send = async ({ thread_id, number, user_ids, blocker_ids }: SentMessage): Promise<void> => {
    const event = await queries.selectMessage(thread_id, number);
    if (event === null) return;
    if (blocker_ids === undefined) {
      emitTo(io, user_ids.map(rooms.user), 'message', event);
      return;
    }
    for (const is_blocked of [false, true]) {
      const payload = { alliance_id: thread_id, message: { ...event.message, is_blocked } };
      const readers = (is_blocked ? blocker_ids : user_ids).map(rooms.user);
      emitTo(io, readers, 'alliance_message', payload);
    }
  };

  /** Retries until the database answers. Never rejects. */
  const deliver = async (message: SentMessage): Promise<void> => {
    while (!isStopped) {
      try {
        await send(message);
        return;
      } catch (error) {
        log.warn({ err: error }, 'sockets: reading a message failed, retrying');
        await time.delay(retryMs);
      }
    }
  };

  return {
    /** Call it in the order of the feed. */
    broadcast(message: SentMessage): void {
      const userIds = [...message.user_ids, ...(message.blocker_ids ?? [])];
      if (!isAnyIn(io, userIds.map(rooms.user))) return;
      queue = queue.then(() => deliver(message));
    },
    /** After missed notifications. @param now milliseconds since 1970 */
    async repeat(now: number): Promise<void> {
      const userIds = [...new Set(allSockets(io).map(({ data }) => data.userId))];
      for (let start = 0; start < userIds.length; start += usersAtOnce) {
        await repeatFor(userIds.slice(start, start + usersAtOnce), now);
      }
    },
    stop(): void {
      isStopped = true;
    },
  };
}
