/**
 * Connections to Postgres that outlive a simulated connection: opening one costs more than a whole history. Each serves
 * one simulated connection at a time, and is reset for the next one.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** The class before the simulation replaces it. */
const { Client } = pg;

/**
 * What every backend is set to: simulated time instead of the server's, and a message when it has waited for a lock and
 * found no deadlock.
 */
const settings = [
  'search_path=simulation,pg_catalog,public',
  ...['deadlock_timeout=1ms', 'log_lock_waits=on', 'client_min_messages=log', 'lc_messages=C'],
  // The order of rows follows from plans, which must not depend on the rows that earlier histories have left.
  ...['max_parallel_workers_per_gather=0', 'enable_seqscan=off'],
  'statement_timeout=0',
];

/** A message of the protocol: a type, and the whole frame. */
export interface Message {
  type: string;
  frame: Buffer;
}

/** Splits a stream of bytes into messages. */
export class Framer {
  #rest: Buffer = Buffer.alloc(0);

  push(bytes: Buffer): Message[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const messages: Message[] = [];
    while (this.#rest.length >= 5) {
      const end = 1 + this.#rest.readInt32BE(1);
      if (this.#rest.length < end) break;
      messages.push({ type: String.fromCharCode(this.#rest[0] ?? 0), frame: this.#rest.subarray(0, end) });
      this.#rest = this.#rest.subarray(end);
    }
    return messages;
  }
}

/** Prepares nothing, and is answered like any other Parse. */
const emptyParse = messageOf('P', Buffer.alloc(4));

export class Backend {
  readonly pid: number;
  readonly applicationName: string;
  readonly #isLocal: boolean;
  readonly #socket: Socket;
  /** The statements that earlier connections have prepared, which remain. */
  readonly #prepared = new Set<string>();
  /** The names of what is prepared up to each Sync that was not answered. */
  readonly #preparing: string[][] = [];
  /** Receives the messages of Postgres. */
  onMessage: (message: Message) => void = () => undefined;

  private constructor(applicationName: string, isLocal: boolean, pid: number, socket: Socket) {
    this.applicationName = applicationName;
    this.#isLocal = isLocal;
    this.pid = pid;
    this.#socket = socket;
    const framer = new Framer();
    socket.on('data', (bytes) => {
      for (const message of framer.push(bytes)) {
        const { type } = message;
        if (type === '1') this.#prepared.add(this.#preparing[0]?.shift() ?? '');
        if (type === 'Z') this.#preparing.shift();
        this.onMessage(message);
      }
    });
  }

  /** @param isLocal whether its process may be stopped */
  static async open(url: string, applicationName: string, isLocal: boolean): Promise<Backend> {
    const options = settings.map((setting) => `-c ${setting}`).join(' ');
    const client = new Client({ connectionString: url, application_name: applicationName, options });
    await client.connect();
    const { processID, connection } = client as unknown as {
      processID: number;
      connection: { stream: Socket };
    };
    for (const event of ['data', 'end', 'close']) connection.stream.removeAllListeners(event);
    return new Backend(applicationName, isLocal, processID, connection.stream);
  }

  /** @param batch messages up to a Sync, or a simple query */
  send(batch: readonly Message[]): void {
    const preparing: string[] = [];
    const frames = batch.map(({ type, frame }) => {
      if (type !== 'P') return frame;
      const name = nameAt(frame, 5);
      preparing.push(name);
      return this.#prepared.has(name) && name !== '' ? emptyParse : frame;
    });
    this.#preparing.push(preparing);
    this.#socket.write(Buffer.concat(frames));
  }

  /** Stops its process while it waits for a lock, or lets it run again. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (this.#isLocal) process.kill(this.pid, signal);
  }

  /** Ends its transaction and drops what the session has left, so that another connection can use it. */
  async reset(): Promise<void> {
    const done = new Promise<void>((resolve) => {
      this.onMessage = ({ type }) => {
        if (type === 'Z') resolve();
      };
    });
    const text = 'ROLLBACK; UNLISTEN *; RESET ALL; SELECT pg_advisory_unlock_all()';
    this.send([{ type: 'Q', frame: messageOf('Q', Buffer.from(`${text}\0`)) }]);
    await done;
  }

  async close(): Promise<void> {
    const closed = once(this.#socket, 'close');
    this.#socket.end(messageOf('X', Buffer.alloc(0)));
    await Promise.race([closed, delay(1_000, null, { ref: false })]);
  }
}

/** The text of a message that ends at a zero. */
export const nameAt = (frame: Buffer, start: number): string =>
  frame.toString('utf8', start, frame.indexOf(0, start));

/** A message of the protocol. */
export function messageOf(type: string, body: Buffer): Buffer {
  const head = Buffer.from([type.charCodeAt(0), 0, 0, 0, 0]);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}
