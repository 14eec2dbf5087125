/**
 * One instance of the simulation: the product's services, world clock, sessions, feed and followers, put together as in
 * src/server/instance.ts and src/realtime, without HTTP and sockets.
 */
import type { EmpireEvent } from '../../src/contract/event-log.ts';
import { createPool, planOnce } from '../../src/db/pool.ts';
import { createWithIdempotency, type WithIdempotency } from '../../src/idempotency/store.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createMetrics } from '../../src/kernel/metrics.ts';
import { SessionStore } from '../../src/http/sessions/session-store.ts';
import { Follower } from '../../src/realtime/follower.ts';
import { createSocketQueries, type SocketQueries } from '../../src/realtime/queries.ts';
import { createServices } from '../../src/server/services.ts';
import type { WorldClock } from '../../src/world/clock.ts';
import { toEmpireEvent } from '../../src/world/log/event-log.ts';
import { createFeed } from '../../src/world/log/feed.ts';
import type { Services } from '../../src/world/services.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { Draw } from './history.ts';
import { settingsOf } from './plan.ts';
import type { Simulation } from './simulation.ts';
import type { Owner } from './time.ts';

const retryMs = 500;

/** A player's program that follows the event log of its empire. */
export interface Watcher {
  empireId: string;
  seen: EmpireEvent[];
  /** Its instance; null: it is to connect again. */
  instance: Instance | null;
  follower: Follower | null;
}

export class Instance implements Owner {
  readonly name: string;
  offsetMs = 0;
  isPaused = false;
  isGone = false;
  /** Whether it serves players: it listens for notifications. */
  isStarted = false;
  /** Whether its start has failed, which ends its process. */
  hasFailed = false;
  /** Whether the feed has missed notifications. */
  gaps = 0;
  readonly random: () => number;
  readonly metrics = createMetrics();
  readonly services: Services;
  readonly worldClock: WorldClock;
  readonly withIdempotency: WithIdempotency;
  readonly sessions: SessionStore;
  readonly watchers = new Set<Watcher>();
  readonly #queries: SocketQueries;
  readonly #log = createLog('silent');

  /** Starts it. Call it while its code runs. */
  constructor({ playground, plan, world, seed }: Simulation, number: number) {
    const { url, time } = playground;
    this.name = `instance ${number}`;
    time.owner = this;
    const [log, clock] = [this.#log, time.createClock()];
    const chance = new Draw(seed * 100 + number);
    this.random = () => chance.fraction;
    const random = createSeededRandom(seed * 100 + 50 + number);
    const pool = createPool(url, plan.poolSize, log, planOnce);
    const { services, worldClock } = createServices(
      { pool, clock, random, settings: settingsOf(world), metrics: this.metrics },
      log,
      plan,
    );
    [this.services, this.worldClock] = [services, worldClock];
    this.withIdempotency = createWithIdempotency(pool, clock);
    this.sessions = new SessionStore({ pool, clock, log });
    this.#queries = createSocketQueries(services);
    const feed = createFeed(
      url,
      {
        onEvent: ({ event, to, data }) => {
          if (event !== 'entry_appended') return;
          for (const { empireId, follower } of this.watchers)
            if (to.includes(empireId)) follower?.receive(toEmpireEvent(data));
        },
        onGap: () => {
          this.gaps += 1;
          void this.#catchUp();
        },
      },
      clock.machine,
      log,
    );
    feed.start().then(
      () => {
        this.isStarted = true;
        worldClock.start();
      },
      () => {
        this.hasFailed = true;
      },
    );
  }

  /** Connects a watcher, which continues after the last entry that it has seen. */
  connect(watcher: Watcher): void {
    const { empireId, seen } = watcher;
    const socket = {
      connected: true,
      conn: { writeBuffer: [], transport: { writable: true }, once: () => undefined },
      emit: (_name: string, { event }: { event: EmpireEvent }) => seen.push(event),
    } as unknown as ConstructorParameters<typeof Follower>[1];
    const { machine } = this.services.clock;
    const follower = new Follower(
      { queries: this.#queries, time: machine, log: this.#log },
      socket,
      empireId,
    );
    watcher.instance = this;
    watcher.follower = follower;
    this.watchers.add(watcher);
    const after = seen.at(-1)?.number ?? 0;
    this.#queries.readEventLog(empireId, after).then(
      (page) => follower.start(after, page),
      () => {
        this.watchers.delete(watcher);
        watcher.instance = null;
      },
    );
  }

  /** What the gateway does after a gap. */
  async #catchUp(): Promise<void> {
    const followers = [...this.watchers].map(({ follower }) => follower).filter((one) => one !== null);
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
