/**
 * The stream of a pg connection. It holds each batch that pg sends, up to its Sync, and each response and notification
 * of Postgres, until the scheduler releases it.
 */
import { EventEmitter } from 'node:events';
import { Framer, messageOf, nameAt, type Backend, type Message } from './backend.ts';
import type { Owner } from './time.ts';
import type { RecordedChange } from './recording.ts';

/** What pg sends up to a Sync, or a simple query. */
interface Batch {
  name: string;
  messages: Message[];
}

interface Reply {
  words: string;
  /** Null: the connection is closed. */
  bytes: Buffer | null;
}

/** What a connection reports to the wire. */
export interface WireEvents {
  opened: (connection: Connection) => void;
  active: () => void;
  committed: (connection: Connection) => void;
  /** A batch was answered outside of a transaction: other connections may have notifications. */
  idle: () => void;
  /** Its batch waits for a lock, and there is no deadlock. */
  blocked: (connection: Connection) => void;
}

/** Postgres says so after `deadlock_timeout`, once for each wait. */
const waitingWords = 'still waiting for';
const sync: Message = { type: 'S', frame: messageOf('S', Buffer.alloc(0)) };
const cancelledCode = '57014';

export class Connection extends EventEmitter {
  readonly number: number;
  readonly owner: Owner;
  readonly applicationName: string;
  readonly #events: WireEvents;
  /** Whether pg may write. */
  writable = true;
  /** Batches that Postgres has not received yet. */
  readonly held: Batch[] = [];
  /** What the instance has not received yet. */
  readonly replies: Reply[] = [];
  backend: Backend | null = null;
  /** The names of the batches that Postgres works on; null: a Sync of the wire itself. */
  readonly running: (string | null)[] = [];
  /** Whether its batch waits for a lock. Its backend is stopped until `proceed`. */
  isBlocked = false;
  /** The SQLSTATE with which a cancelled batch answers instead of its own: it waited too long, or in a deadlock. */
  cancelledWith = cancelledCode;
  /** The state of its transaction: `I` idle, `T` inside, `E` failed. */
  status = 'I';
  /** The simulated time of the last answer, or of the release of the batch that waits. */
  since = 0;
  /** What the open transaction has changed. */
  changes: RecordedChange[] = [];
  readonly #framer = new Framer();
  #isStarted = false;
  #batch: Message[] = [];
  #name = '';
  #reply: Buffer[] = [];
  #outcome = '';

  constructor(number: number, owner: Owner, applicationName: string, events: WireEvents) {
    super();
    this.number = number;
    this.owner = owner;
    this.applicationName = applicationName;
    this.#events = events;
  }

  get words(): string {
    return `${this.owner.name}, connection ${this.number}`;
  }

  /** Whether nothing is on its way in either direction, and no transaction is open. */
  get isQuiet(): boolean {
    const { held, running, replies, status } = this;
    return held.length + running.length + replies.length === 0 && status === 'I';
  }

  // What pg calls.

  setNoDelay = (): this => this;
  setKeepAlive = (): this => this;
  ref = (): this => this;
  unref = (): this => this;

  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  write(bytes: Buffer, done?: () => void): boolean {
    this.#events.active();
    if (done !== undefined) process.nextTick(done);
    if (!this.writable) return false;
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.#events.opened(this);
      return true;
    }
    for (const message of this.#framer.push(bytes)) this.#take(message);
    return true;
  }

  /** pg closes a connection only when it needs no more answers; what it has sent still arrives. */
  end(): this {
    return this.destroy();
  }

  destroy(error?: Error): this {
    if (!this.writable) return this;
    this.writable = false;
    this.#events.active();
    process.nextTick(() => {
      if (error !== undefined) this.emit('error', error);
      this.emit('close');
    });
    return this;
  }

  #take(message: Message): void {
    const { type, frame } = message;
    if (type === 'X') return;
    if (type === 'B') this.#name = nameAt(frame, frame.indexOf(0, 5) + 1) || this.#name;
    if (type === 'P' && this.#name === '') this.#name = nameAt(frame, 5);
    if (type === 'Q') this.#name = nameAt(frame, 5).split(/[\s(]/, 1)[0] ?? '';
    this.#batch.push(message);
    if (type !== 'S' && type !== 'Q') return;
    this.held.push({ name: this.#name === '' ? 'a query' : this.#name, messages: this.#batch });
    [this.#batch, this.#name] = [[], ''];
  }

  // What the scheduler calls.

  /** Connects it with Postgres; pg hears of it with the first delivery. */
  attach(backend: Backend): void {
    this.backend = backend;
    backend.onMessage = (message) => this.#receive(message);
    const key = Buffer.alloc(8);
    key.writeInt32BE(backend.pid);
    const bytes = Buffer.concat([
      messageOf('R', Buffer.alloc(4)),
      messageOf('K', key),
      messageOf('Z', Buffer.from('I')),
    ]);
    this.replies.push({ words: 'connected', bytes });
  }

  /** Sends held batches to Postgres. Returns their names. */
  release(count: number, now: number): string[] {
    const batches = this.held.splice(0, count);
    this.since = now;
    for (const { name, messages } of batches) {
      this.running.push(name);
      this.backend?.send(messages);
    }
    return batches.map(({ name }) => name);
  }

  /** Lets its backend run again, which has the lock or is to stop waiting for it. */
  proceed(): void {
    this.isBlocked = false;
    this.backend?.signal('SIGCONT');
  }

  /** Makes Postgres send what it has for this connection. */
  probe(): void {
    this.running.push(null);
    this.backend?.send([sync]);
  }

  /** Gives the instance what Postgres has sent. Returns it in words. */
  deliver(count: number): string[] {
    const replies = this.replies.splice(0, count);
    for (const { bytes } of replies) {
      if (bytes === null) this.#lose();
      else if (this.writable) this.emit('data', bytes);
    }
    return replies.map(({ words }) => words);
  }

  /** The instance loses the connection, with all answers that it has not received. */
  cut(): void {
    this.replies.splice(0);
    this.replies.push({ words: 'connection lost', bytes: null });
  }

  /** Postgres ends the session, with its transaction. */
  terminate(code: string): void {
    this.held.splice(0);
    const fields = `SFATAL\0VFATAL\0C${code}\0Mterminated by the simulation\0\0`;
    this.replies.push({ words: `terminated with ${code}`, bytes: messageOf('E', Buffer.from(fields)) });
    this.replies.push({ words: 'connection lost', bytes: null });
  }

  #lose(): void {
    if (!this.writable) return;
    this.writable = false;
    this.emit('end');
    this.emit('close');
  }

  #receive({ type, frame }: Message): void {
    this.#events.active();
    if (type === 'A') {
      this.replies.push({ words: 'notification', bytes: frame });
      return;
    }
    if (type === 'N' && frame.includes(waitingWords)) {
      this.isBlocked = true;
      this.backend?.signal('SIGSTOP');
      this.#events.blocked(this);
    }
    // The server's log, which pg does not expect.
    if (type === 'N' && frame.includes('SLOG')) return;
    if (type === 'C') this.#outcome = nameAt(frame, 5);
    if (type === 'E') this.#outcome = this.#errorOf(frame);
    this.#reply.push(frame);
    if (type !== 'Z') return;
    this.status = String.fromCharCode(frame[5] ?? 0);
    const name = this.running.shift();
    if (name !== null && name !== undefined) {
      if (this.#outcome === 'COMMIT') this.#events.committed(this);
      if (this.status === 'I') {
        this.changes = [];
        this.#events.idle();
      }
      if (this.writable)
        this.replies.push({ words: `${name}: ${this.#outcome}`, bytes: Buffer.concat(this.#reply) });
    }
    [this.#reply, this.#outcome] = [[], ''];
  }

  /** The code of an error; a cancelled batch gets that of its reason. */
  #errorOf(frame: Buffer): string {
    const at = frame.indexOf('\0C') + 2;
    if (frame.toString('latin1', at, at + 5) === cancelledCode) frame.write(this.cancelledWith, at, 'latin1');
    return frame.toString('latin1', at, at + 5);
  }
}
