/**
 * Sends messages to the connections of the players who see them. A notification names the message, because a text can be
 * too long for it; each instance reads the message for its own sockets, one after the other, so that the order stays.
 */
import type { MachineTime } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { isoOf } from '../kernel/time.ts';
import type { GameServer } from './game-socket.ts';
import type { SocketQueries } from './queries.ts';
import { allSockets, emitTo, isAnyIn, rooms } from './rooms.ts';

const retryMs = 500;

interface SentMessage {
  thread_id: string;
  number: number;
  user_ids: readonly string[];
  /** The members who have blocked the author. Only messages in the chat of an alliance have this field. */
  blocker_ids?: readonly string[];
}

type Queries = Pick<SocketQueries, 'selectMessage' | 'selectUnread' | 'selectLatestChat'>;

/** Users whose messages are repeated at once; each may have hundreds of them. */
const usersAtOnce = 200;

export class MessageBroadcaster {
  readonly #io: GameServer;
  readonly #queries: Queries;
  readonly #time: MachineTime;
  readonly #log: Log;
  /** Resolves when all announced messages were sent. */
  #queue: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(io: GameServer, queries: Queries, time: MachineTime, log: Log) {
    this.#io = io;
    this.#queries = queries;
    this.#time = time;
    this.#log = log;
  }

  /** Reads a message and sends it, if one of these users is connected here. Call it in the order of the feed. */
  announce(message: SentMessage): void {
    const userIds = [...message.user_ids, ...(message.blocker_ids ?? [])];
    if (!isAnyIn(this.#io, userIds.map(rooms.user))) return;
    this.#queue = this.#queue.then(() => this.#deliver(message));
  }

  /**
   * Sends the latest unread messages of all connected users again, and the latest ones of their alliances, because
   * notifications may be missing.
   * @param now milliseconds since 1970
   */
  async repeat(now: number): Promise<void> {
    const userIds = [...new Set(allSockets(this.#io).map(({ data }) => data.userId))];
    for (let start = 0; start < userIds.length; start += usersAtOnce) {
      await this.#repeatFor(userIds.slice(start, start + usersAtOnce), now);
    }
  }

  async #repeatFor(userIds: string[], now: number): Promise<void> {
    for (const { userId, event } of await this.#queries.selectUnread(userIds)) {
      emitTo(this.#io, [rooms.user(userId)], 'message', event);
    }
    for (const { userId, allianceId, events } of await this.#queries.selectLatestChat(userIds)) {
      const own = [rooms.user(userId)];
      for (const event of events) emitTo(this.#io, own, 'alliance_message', event);
      emitTo(this.#io, own, 'alliance_update', { alliance_id: allianceId, timestamp: isoOf(now) });
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Retries until the database answers. Never rejects. */
  async #deliver({ thread_id, number, user_ids, blocker_ids }: SentMessage): Promise<void> {
    while (!this.#isStopped) {
      try {
        const event = await this.#queries.selectMessage(thread_id, number);
        if (event === null) return;
        if (blocker_ids === undefined) {
          emitTo(this.#io, user_ids.map(rooms.user), 'message', event);
          return;
        }
        for (const is_blocked of [false, true]) {
          const payload = { alliance_id: thread_id, message: { ...event.message, is_blocked } };
          const readers = (is_blocked ? blocker_ids : user_ids).map(rooms.user);
          emitTo(this.#io, readers, 'alliance_message', payload);
        }
        return;
      } catch (error) {
        this.#log.warn({ err: error }, 'sockets: reading a message failed, retrying');
        await this.#time.delay(retryMs);
      }
    }
  }
}
