/**
 * The live connections of this instance, found by what notifications name. It replaces the rooms of Socket.IO, which
 * keep a set per room and socket.
 */
import type { Clock } from '../kernel/clock.ts';
import type { Follower } from './follower.ts';
import { Groups } from './groups.ts';
import type { DeliveredCounts, LiveConnection } from './live-connection.ts';

/** A follower with the connection that it sends to. */
export type Watcher = Follower<LiveConnection>;

export class Connections {
  readonly delivered: DeliveredCounts = {};
  readonly #clock: Clock;
  /** By socket id. */
  readonly #all = new Map<string, LiveConnection>();
  readonly #byUser = new Groups<LiveConnection>();
  readonly #bySession = new Groups<LiveConnection>();
  /** Active connections by the empire of their user. */
  readonly #byOwnEmpire = new Groups<LiveConnection>();
  /** Followers by the empire that their connection has joined. */
  readonly #watchers = new Groups<Watcher>();
  /** The timer for the session that expires first. */
  #expiry: { at: number; cancel: () => void } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(connection: LiveConnection): void {
    this.#all.set(connection.socket.id, connection);
    this.#byUser.add(connection.userId, connection);
    this.#bySession.add(connection.sessionId, connection);
    this.#expectExpiry(connection.expiresAt);
  }

  remove(connection: LiveConnection): void {
    this.#all.delete(connection.socket.id);
    this.#byUser.delete(connection.userId, connection);
    this.#bySession.delete(connection.sessionId, connection);
    this.setEmpire(connection, null);
    this.follow(connection, null);
    if (this.#all.size > 0) return;
    this.#expiry?.cancel();
    this.#expiry = null;
  }

  /** Stores the user's empire, so that its owner is warned of attacks even without join_empire. */
  setEmpire(connection: LiveConnection, empireId: string | null): void {
    if (connection.empireId !== null) this.#byOwnEmpire.delete(connection.empireId, connection);
    connection.empireId = empireId;
    if (empireId !== null) this.#byOwnEmpire.add(empireId, connection);
  }

  /** From now on, the follower's connection receives the events of its empire. */
  watch(watcher: Watcher): void {
    this.#watchers.add(watcher.empireId, watcher);
  }

  unwatch(watcher: Watcher): void {
    watcher.end();
    this.#watchers.delete(watcher.empireId, watcher);
  }

  /** Replaces the connection's follower; null leaves the joined empire. */
  follow(connection: LiveConnection, watcher: Watcher | null): void {
    if (connection.follower !== null) this.unwatch(connection.follower);
    connection.follower = watcher;
  }

  all(): Iterable<LiveConnection> {
    return this.#all.values();
  }

  ofSocket(socketId: string): LiveConnection | undefined {
    return this.#all.get(socketId);
  }

  ofUser(userId: string): readonly LiveConnection[] {
    return this.#byUser.of(userId);
  }

  ofUsers(userIds: readonly string[]): readonly LiveConnection[] {
    return userIds.flatMap((id) => this.#byUser.of(id));
  }

  ofSession(sessionId: string): readonly LiveConnection[] {
    return this.#bySession.of(sessionId);
  }

  /** The empires that connections have joined. */
  get watchedEmpires(): string[] {
    return [...this.#watchers.keys()];
  }

  isWatched(empireId: string): boolean {
    return this.#watchers.has(empireId);
  }

  watchersOf(empireId: string): readonly Watcher[] {
    return this.#watchers.of(empireId);
  }

  /** The connections that have joined one of these empires, each once. */
  joinedTo(empireIds: readonly string[]): Iterable<LiveConnection> {
    const joined = empireIds.flatMap((id) => this.#watchers.of(id).map(({ recipient }) => recipient));
    // A connection that joins again has two followers for a moment.
    return joined.length > 1 ? new Set(joined) : joined;
  }

  /** The connections that have joined one of these empires or belong to its owner, each once. */
  concernedBy(empireIds: readonly string[]): Iterable<LiveConnection> {
    return new Set([...this.joinedTo(empireIds), ...empireIds.flatMap((id) => this.#byOwnEmpire.of(id))]);
  }

  #expectExpiry(at: number): void {
    if (this.#expiry !== null && this.#expiry.at <= at) return;
    this.#expiry?.cancel();
    const cancel = this.#clock.schedule(at, () => {
      this.#expiry = null;
      this.#disconnectExpired();
    });
    this.#expiry = { at, cancel };
  }

  #disconnectExpired(): void {
    const now = this.#clock.now();
    let next = Infinity;
    for (const connection of [...this.#all.values()]) {
      if (connection.expiresAt <= now) connection.disconnect('SESSION_ENDED');
      else next = Math.min(next, connection.expiresAt);
    }
    if (next < Infinity) this.#expectExpiry(next);
  }
}
