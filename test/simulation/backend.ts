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
  'max_parallel_workers_per_gather=0',
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

export class Backend {
  readonly pid: number;
  readonly applicationName: string;
  readonly #isLocal: boolean;
  readonly #socket: Socket;
  /** Receives the messages of Postgres. */
  onMessage: (message: Message) => void = () => undefined;

  private constructor(applicationName: string, isLocal: boolean, pid: number, socket: Socket) {
    this.applicationName = applicationName;
    this.#isLocal = isLocal;
    this.pid = pid;
    this.#socket = socket;
    const framer = new Framer();
    socket.on('data', (bytes) => {
      for (const message of framer.push(bytes)) this.onMessage(message);
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

  send(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** Stops its process while it waits for a lock, or lets it run again. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (this.#isLocal) process.kill(this.pid, signal);
  }

  /** Ends its transaction and drops what the session has left, so that another connection can use it. */
  async reset(): Promise<void> {
    for (const text of ['ROLLBACK', 'DISCARD ALL']) {
      const done = new Promise<void>((resolve) => {
        this.onMessage = ({ type }) => {
          if (type === 'Z') resolve();
        };
      });
      this.send(messageOf('Q', Buffer.from(`${text}\0`)));
      await done;
    }
  }

  async close(): Promise<void> {
    const closed = once(this.#socket, 'close');
    this.#socket.end(messageOf('X', Buffer.alloc(0)));
    await Promise.race([closed, delay(1_000, null, { ref: false })]);
  }
}

/** A message of the protocol. */
export function messageOf(type: string, body: Buffer): Buffer {
  const head = Buffer.from([type.charCodeAt(0), 0, 0, 0, 0]);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}
