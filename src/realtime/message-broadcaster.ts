/**
 * Sends messages to the connections of the players who see them. A notification names the message, because a text can be
 * too long for it; each instance reads the message for its own sockets, one after the other, so that the order stays.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../kernel/log.ts';
import type { Connections } from './connections.ts';
import { send } from './live-connection.ts';
import { OutgoingEvent } from './outgoing-event.ts';
import type { SocketQueries } from './queries.ts';

const retryMs = 500;

interface SentMessage {
  thread_id: string;
  number: number;
  user_ids: readonly string[];
}

export class MessageBroadcaster {
  readonly #connections: Connections;
  readonly #queries: Pick<SocketQueries, 'selectMessage' | 'selectUnread'>;
  readonly #log: Log;
  /** Resolves when all announced messages were sent. */
  #queue: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(
    connections: Connections,
    queries: Pick<SocketQueries, 'selectMessage' | 'selectUnread'>,
    log: Log,
  ) {
    this.#connections = connections;
    this.#queries = queries;
    this.#log = log;
  }

  /** Reads a message and sends it, if one of these users is connected here. Call it in the order of the feed. */
  announce(message: SentMessage): void {
    if (this.#connectionsOf(message.user_ids).length === 0) return;
    this.#queue = this.#queue.then(() => this.#deliver(message));
  }

  /** Sends the latest unread messages of all connected users again, because notifications may be missing. */
  async repeatUnread(): Promise<void> {
    const userIds = new Set([...this.#connections.all()].map(({ userId }) => userId));
    if (userIds.size === 0) return;
    for (const { userId, event } of await this.#queries.selectUnread([...userIds])) {
      send(this.#connections.ofUser(userId), new OutgoingEvent('message', event));
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  #connectionsOf(userIds: readonly string[]) {
    return userIds.flatMap((id) => this.#connections.ofUser(id));
  }

  /** Retries until the database answers. Never rejects. */
  async #deliver({ thread_id, number, user_ids }: SentMessage): Promise<void> {
    while (!this.#isStopped) {
      try {
        const event = await this.#queries.selectMessage(thread_id, number);
        if (event !== null) send(this.#connectionsOf(user_ids), new OutgoingEvent('message', event));
        return;
      } catch (error) {
        this.#log.warn({ err: error }, 'sockets: reading a message failed, retrying');
        await delay(retryMs, undefined, { ref: false });
      }
    }
  }
}
