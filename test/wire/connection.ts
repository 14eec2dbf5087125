/**
 * Takes the place of the connection to Postgres in a client of pg. It holds each batch that pg sends, up to its Sync, and
 * each response and notification of Postgres, until the scheduler releases it.
 */
import { Duplex } from 'node:stream';
import pg from 'pg';
import { applicationNames } from '../../src/db/names.ts';
import type { Backend, Message } from './backend.ts';
import type { Instance } from './instance.ts';
import type { RecordedChange } from './recording.ts';
import type { Wire } from './wire.ts';

/** What pg sends up to a Sync, or a simple query. */
interface Batch {
  name: string;
  messages: Buffer[];
}

interface Reply {
  words: string;
  /** Null: the connection is closed. */
  messages: Message[] | null;
}

const lost: Reply = { words: 'connection lost', messages: null };

/** Postgres says so after `deadlock_timeout`, once for each wait. */
const waitingWords = 'still waiting for';
/** Of the lock that a COMMIT with notifications takes, also one of another database, and holds for an instant. */
const notifyLock = 'object 0 of class 1262 of database 0';
const cancelledCode = '57014';
/** The first byte of some messages to Postgres. */
const kinds = { parse: 'P', bind: 'B', query: 'Q', sync: 'S' };
const kindOf = (message: Buffer): string => message.toString('latin1', 0, 1);
/** The name of a batch whose statement has none. */
const unnamed = 'a query';

export class Connection extends pg.Connection {
  readonly number: number;
  readonly owner: Instance;
  readonly isFeed: boolean;
  readonly #wire: Wire;
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
  /** The simulated time of the last release, or since which its batch waits for a lock. */
  since = 0;
  /** What the open transaction has changed. */
  changes: RecordedChange[] = [];
  #messages: Buffer[] = [];
  #name = '';
  #reply: Message[] = [];
  #outcome = '';

  constructor(number: number, owner: Instance, applicationName: string | undefined, wire: Wire) {
    super({ stream: () => new Duplex() });
    Object.assign(this, { stream: this, _connecting: true });
    [this.number, this.owner, this.#wire] = [number, owner, wire];
    this.isFeed = applicationName === applicationNames.feed;
  }

  get words(): string {
    return `${this.owner.name}, connection ${this.number}`;
  }

  /** Whether nothing is on its way in either direction, and no transaction is open. */
  get isQuiet(): boolean {
    const { held, running, replies, status } = this;
    return held.length + running.length + replies.length === 0 && status === 'I';
  }

  // What pg uses.

  ref = (): void => undefined;
  unref = (): void => undefined;

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  startup(): void {
    this.#wire.attach(this);
  }

  /** Takes a serialized message. */
  _send(message: Buffer): void {
    if (!this.writable) return;
    this.#wire.wake();
    this.#messages.push(message);
    const kind = kindOf(message);
    const [first = '', second = ''] = message.toString('latin1', 5).split('\0', 2);
    if (kind === kinds.bind) this.#name = second === '' ? unnamed : second;
    if (kind === kinds.parse && second.includes('pg_notify')) this.#wire.notifying.add(first);
    if (kind === kinds.query) this.#name = first.split(/[\s(]/, 1)[0] ?? '';
    if (kind !== kinds.sync && kind !== kinds.query) return;
    this.held.push({ name: this.#name, messages: this.#messages });
    this.#messages = [];
  }

  /** pg closes a connection only when it needs no more answers; what it has sent still arrives. */
  override end(): void {
    this.destroy();
  }

  destroy(error?: Error): void {
    if (!this.writable) return;
    this.writable = false;
    this.#wire.wake();
    process.nextTick(() => {
      if (error !== undefined) this.emit('error', error);
      this.emit('end');
    });
  }

  // What the scheduler calls.

  /** Connects it with Postgres; pg hears of it with the first delivery. */
  attach(backend: Backend): void {
    this.backend = backend;
    backend.onMessage = (message) => this.#receive(message);
    this.replies.push({ words: 'connected', messages: [{ name: 'readyForQuery', status: 'I' }] });
  }

  /** Sends held batches to Postgres. Returns their names. */
  release(count: number): string[] {
    const batches = this.held.splice(0, count);
    this.since = this.#wire.time.now;
    for (const { name, messages } of batches) {
      this.running.push(name);
      const isPrepared = this.backend?.prepared.has(name) === true;
      this.backend?.send(messages.filter((message) => !isPrepared || kindOf(message) !== kinds.parse));
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
    this.backend?.probe();
  }

  /** Gives the instance what Postgres has sent. Returns it in words. */
  deliver(count: number): string[] {
    const replies = this.replies.splice(0, count);
    for (const { messages } of replies) {
      if (!this.writable) continue;
      if (messages === null) {
        this.writable = false;
        this.emit('end');
      }
      for (const message of messages ?? [])
        this.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
    }
    return replies.map(({ words }) => words);
  }

  /** The instance loses the connection, with all answers that it has not received. */
  cut(): void {
    this.replies.splice(0, Infinity, lost);
  }

  /** Postgres ends the session, with its transaction. */
  terminate(code: string): void {
    this.held.splice(0);
    const error = Object.assign(new pg.DatabaseError('terminated by the simulation', 0, 'error'), { code });
    this.replies.push({ words: `terminated with ${code}`, messages: [error] }, lost);
  }

  #receive(message: Message): void {
    this.#wire.wake();
    const { name } = message;
    if (name === 'notification') {
      this.replies.push({ words: name, messages: [message] });
      return;
    }
    // The server's log, which pg does not expect.
    if (name === 'notice') {
      const { message: text = '' } = message;
      if (!text.includes(waitingWords) || text.includes(notifyLock)) return;
      this.isBlocked = true;
      this.backend?.signal('SIGSTOP');
      this.since = this.#wire.time.now;
      return;
    }
    const [batch] = this.running;
    if (name === 'parseComplete' && typeof batch === 'string' && batch !== unnamed)
      this.backend?.prepared.add(batch);
    if (name === 'commandComplete') this.#outcome = message.text ?? '';
    if (name === 'error') {
      if (message.code === cancelledCode) message.code = this.cancelledWith;
      this.#outcome = message.code ?? '';
    }
    this.#reply.push(message);
    if (name !== 'readyForQuery') return;
    this.status = message.status ?? '';
    this.running.shift();
    if (typeof batch === 'string') {
      if (this.#outcome === 'COMMIT') this.#wire.commit(this.changes);
      if (this.status === 'I') {
        this.changes = [];
        if (this.#wire.notifying.has(batch)) this.#wire.strayed.push(batch);
        // A statement that only reads sends no notification.
        this.#wire.mustProbe ||= !this.#outcome.startsWith('SELECT');
      }
      if (this.writable) this.replies.push({ words: `${batch}: ${this.#outcome}`, messages: this.#reply });
    }
    [this.#reply, this.#outcome] = [[], ''];
  }
}
