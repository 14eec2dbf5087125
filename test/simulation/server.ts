/**
 * An instance that serves players: its sessions, world clock, feed and followers, put together as in src/server/instance.ts
 * and src/realtime, without HTTP and sockets.
 */
import type { EmpireEvent } from '../../src/contract/event-log.ts';
import { SessionStore } from '../../src/http/sessions/session-store.ts';
import { createWithIdempotency, type WithIdempotency } from '../../src/world/idempotency/store.ts';
import { Follower } from '../../src/realtime/follower.ts';
import { createSocketQueries, type SocketQueries } from '../../src/realtime/queries.ts';
import { toEmpireEvent } from '../../src/world/log/event-log.ts';
import { createFeed } from '../../src/world/log/feed.ts';
import { Instance } from '../wire/instance.ts';
import type { Player } from './players.ts';
import type { Simulation } from './simulation.ts';

const retryMs = 500;

export class Server extends Instance {
  isGone = false;
  /** Whether it serves players: it listens for notifications. */
  isStarted = false;
  readonly withIdempotency: WithIdempotency;
  readonly sessions: SessionStore;
  /** Those of the players whose programs are connected with it. */
  readonly followers = new Map<Player, Follower>();
  readonly #queries: SocketQueries;

  /** Starts it. Call it while its code runs. */
  constructor(simulation: Simulation, number: number) {
    const { plan, world, seed, wire } = simulation;
    super(wire, number, { seed, world, ...plan });
    const { log, services, worldClock } = this;
    const { pool, clock } = services;
    this.withIdempotency = createWithIdempotency(pool, clock);
    this.sessions = new SessionStore({ pool, clock, log });
    this.#queries = createSocketQueries(services);
    const feed = createFeed(
      wire.url,
      {
        onEvent: ({ event, to, data }) => {
          if (event !== 'entry_appended') return;
          for (const follower of this.followers.values())
            if (to.includes(follower.empireId)) follower.receive(toEmpireEvent(data));
        },
        onGap: () => void this.#catchUp(),
      },
      clock.machine,
      log,
    );
    feed.start().then(
      () => {
        this.isStarted = true;
        worldClock.start();
      },
      // That ends its process.
      () => simulation.drop(this),
    );
  }

  /** Connects the program of a player, which continues after the last entry that it has seen. */
  connect(player: Player): void {
    const { empire, seen } = player;
    const socket = {
      connected: true,
      conn: { writeBuffer: [], transport: { writable: true }, once: () => undefined },
      emit: (_name: string, { event }: { event: EmpireEvent }) => seen.push(event),
    } as unknown as ConstructorParameters<typeof Follower>[1];
    const { machine } = this.services.clock;
    const follower = new Follower(
      { queries: this.#queries, time: machine, log: this.log },
      socket,
      empire.id,
    );
    this.followers.set(player, follower);
    const after = seen.at(-1)?.number ?? 0;
    this.#queries.readEventLog(empire.id, after).then(
      (page) => follower.start(after, page),
      () => this.followers.delete(player),
    );
  }

  /** What the gateway does after a gap. */
  async #catchUp(): Promise<void> {
    const followers = [...this.followers.values()];
    try {
      const ids = followers.map(({ empireId }) => empireId);
      const latest = new Map(await this.#queries.selectLatestNumbers(ids));
      for (const follower of followers) follower.expect(latest.get(follower.empireId) ?? 0);
    } catch {
      await this.services.clock.machine.delay(retryMs);
      await this.#catchUp();
    }
  }
}
