/** One history: several instances on one Postgres, and one decision at a time about what happens next. */
import type { WorldSlice } from '../../src/game/types.ts';
import { applicationNames } from '../../src/db/names.ts';
import { the } from '../support/worlds.ts';
import type { Connection } from './connection.ts';
import { History, type Action, type Script } from './history.ts';
import { Instance, type Watcher } from './instance.ts';
import { checkAll } from './oracles.ts';
import { drawPlan, makePlannedWorld, type Plan } from './plan.ts';
import type { Playground } from './playground.ts';
import {
  drawKinds,
  drawOrder,
  makePlayers,
  send,
  type Operation,
  type Player,
  type Request,
} from './players.ts';
import { faultsOf } from './faults.ts';
import { jumpsOf, timersOf } from './passing-time.ts';

export interface Result {
  seed: number;
  choices: number[];
  log: string[];
  /** What is wrong; empty: nothing. */
  wrong: string[];
}

/** Steps after the faults have stopped, in which everything must come to an end. */
const maxCalmSteps = 1_500;

export class Simulation {
  readonly playground: Playground;
  readonly history: History;
  readonly plan: Plan;
  readonly world: WorldSlice;
  readonly seed: number;
  instances: Instance[] = [];
  readonly players: Player[];
  readonly requests: Request[] = [];
  readonly watchers: Watcher[];
  readonly #kinds: string[];
  readonly wrong: string[] = [];
  /** The number of the last change of each empire that was acknowledged. */
  readonly #known = new Map<string, number>();
  #started = 0;
  /** The number of requests before the last time that hours have passed. */
  jumpedAfter = -1;

  constructor(playground: Playground, script: Script) {
    this.playground = playground;
    this.seed = script.seed;
    this.history = new History(script);
    const draw = this.history.planDraw;
    this.plan = drawPlan(draw);
    this.#kinds = drawKinds(draw);
    this.world = makePlannedWorld(this.plan);
    this.players = makePlayers(this.world);
    this.watchers = this.players.map(({ empire }) => ({
      ...{ empireId: empire.id, seen: [], instance: null, follower: null },
    }));
  }

  get running(): Instance[] {
    return this.instances.filter(({ isPaused }) => !isPaused);
  }

  /** The instances that answer players. */
  get #serving(): Instance[] {
    return this.running.filter(({ isStarted }) => isStarted);
  }

  async run(): Promise<Result> {
    const { wire, pool } = this.playground;
    for (let count = 0; count < this.plan.instances; count++) await this.join();
    try {
      await this.#calm();
      const last = this.history.steps + this.plan.steps;
      while (this.history.steps < last) await this.history.step(this.actions(), false);
      await this.#finish();
      const { world, requests, watchers } = this;
      this.wrong.push(...(await checkAll({ pool, world, committed: wire.committed, requests, watchers })));
    } catch (error) {
      this.wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    for (const instance of this.instances) this.drop(instance);
    await wire.clear();
    const { choices, log } = this.history;
    return { seed: this.seed, choices, log, wrong: this.wrong };
  }

  /** Starts an instance. */
  async join(): Promise<Instance> {
    const { url, time, wire } = this.playground;
    this.#started += 1;
    const { speed, radius, firstReignAt } = this.world;
    const options = {
      ...{ number: this.#started, url, poolSize: this.plan.poolSize, time, seed: this.seed },
      settings: { speed, radius, firstReignAt },
    };
    await wire.run(null, () => {
      this.instances.push(new Instance(options));
    });
    return the(this.instances.at(-1));
  }

  /** An instance is gone with everything in its memory. What it has sent still arrives. */
  drop(instance: Instance): void {
    instance.isGone = true;
    this.instances = this.instances.filter((other) => other !== instance);
    this.playground.time.forget(instance);
    for (const connection of this.playground.wire.connections) {
      if (connection.owner !== instance) continue;
      connection.writable = false;
      connection.replies.splice(0);
    }
    for (const request of this.requests)
      if (request.instance === instance && request.state === 'waiting')
        Object.assign(request, { state: 'unknown', answer: 'the instance is gone' });
    for (const watcher of instance.watchers) Object.assign(watcher, { instance: null, follower: null });
  }

  /** Everything that can happen next. Faults, commands and jumps of time are left out while the history ends. */
  actions(isCalm = false): Action[] {
    for (const instance of this.instances) if (instance.hasFailed) this.drop(instance);
    const { deliver, notify, release } = this.plan.weights;
    const { connections } = this.playground.wire;
    const isFeed = ({ applicationName }: Connection): boolean => applicationName === applicationNames.feed;
    const hasReply = ({ owner, replies }: Connection): boolean => replies.length > 0 && !owner.isPaused;
    const actions = [
      ...connections
        .filter((connection) => hasReply(connection) && !isFeed(connection))
        .map((connection) => this.#delivery(connection, deliver)),
      ...connections
        .filter(({ held, backend }) => held.length > 0 && backend !== null)
        .map((connection) => this.#release(connection, release)),
      ...connections
        .filter((connection) => hasReply(connection) && isFeed(connection))
        .map((connection) => this.#delivery(connection, notify)),
      ...this.watchers
        .filter(({ instance }) => instance === null)
        .flatMap((watcher) => this.#watching(watcher)),
      ...timersOf(this),
      ...(this.instances.length < this.plan.instances ? [this.#joining()] : []),
    ];
    if (isCalm) return actions;
    return [
      ...actions,
      ...jumpsOf(this),
      ...this.#commands(),
      ...this.#reads(),
      ...this.#repetitions(),
      ...faultsOf(this),
    ];
  }

  #joining(): Action {
    return {
      words: 'an instance joins',
      weight: this.plan.weights.fault,
      run: async () => {
        await this.join();
        return undefined;
      },
    };
  }

  #delivery(connection: Connection, weight: number): Action {
    const { wire } = this.playground;
    return {
      words: `${connection.words}, receives`,
      weight,
      run: async (draw) => {
        let words: string[] = [];
        await wire.run(connection.owner, () => {
          wire.delivering = connection;
          words = connection.deliver(draw.isOneIn(3) ? 1 : connection.replies.length);
        });
        return words.join(', ');
      },
    };
  }

  #release(connection: Connection, weight: number): Action {
    const { wire, time } = this.playground;
    return {
      words: `${connection.words}, sends`,
      weight,
      run: async (draw) => {
        let words: string[] = [];
        await wire.run(null, () => {
          words = connection.release(draw.isOneIn(3) ? 1 : connection.held.length, time.now);
        });
        return `${words.join(', ')}${connection.isBlocked ? ' (waits for a lock)' : ''}`;
      },
    };
  }

  #watching(watcher: Watcher): Action[] {
    const [instance] = this.#serving;
    if (instance === undefined) return [];
    return [
      {
        words: `${instance.name} is followed by a program`,
        weight: 2,
        run: async () => {
          await this.playground.wire.run(instance, () => {
            instance.connect(watcher);
          });
          return undefined;
        },
      },
    ];
  }

  /** A player repeats a request without an answer, with its key. */
  #repetitions(): Action[] {
    const [request] = this.requests.filter(({ state }) => state === 'unknown');
    if (request === undefined) return [];
    return this.#serving.map((instance) => ({
      words: `${instance.name} receives`,
      weight: this.plan.weights.command / this.#serving.length,
      run: async () => {
        await this.#repeat(request, instance);
        return `request ${request.number} once more: ${request.words}`;
      },
    }));
  }

  #commands(): Action[] {
    return this.#serving.map((instance) => ({
      words: `${instance.name} receives`,
      weight: this.plan.weights.command / this.#serving.length,
      run: async (draw) => {
        const drawn = Array.from({ length: draw.integer(1, this.plan.burst) }, () => {
          const player = draw.pick(this.players);
          return { player, ...drawOrder(draw.pick(this.#kinds), player, this.players, draw) };
        });
        let words: string[] = [];
        await this.playground.wire.run(instance, () => {
          words = drawn.map((order) => `request ${this.request(instance, order).number}: ${order.words}`);
        });
        return words.join('; ');
      },
    }));
  }

  /** A player reads an empire: every change of it that was acknowledged before is in the answer. */
  #reads(): Action[] {
    const { wire } = this.playground;
    return this.#serving.map((instance) => ({
      words: `${instance.name} reads`,
      weight: this.plan.weights.command / 3 / this.#serving.length,
      run: async (draw) => {
        const [{ token }, { empire }] = [draw.pick(this.players), draw.pick(this.players)];
        const known = this.#known.get(empire.id) ?? 0;
        await wire.run(instance, () => {
          const { sessions, services } = instance;
          const read = sessions
            .find(token)
            .then((viewer) => services.readEmpire('empire', empire.id, viewer));
          read.then(
            (state) => {
              const seq = state?.empire.eventSeq ?? 0;
              if (seq < known)
                this.wrong.push(
                  `${instance.name} read change ${seq} of ${empire.name}, but ${known} was acknowledged`,
                );
            },
            () => undefined,
          );
        });
        return `the state of ${empire.name}`;
      },
    }));
  }

  /** Sends a new request to an instance, whose code runs. */
  request(
    instance: Instance,
    { player, words, operation }: { player: Player; words: string; operation: Operation },
  ): Request {
    const number = this.requests.length + 1;
    const request: Request = {
      ...{ number, words: `${words} by ${player.empire.name}`, player, operation, instance },
      key: {
        userId: player.empire.ownerId,
        digest: `request-${number}`.padEnd(22, '-'),
        bodyDigest: '00000000',
      },
      ...{ state: 'waiting', answer: '' },
    };
    this.requests.push(request);
    this.#send(request);
    return request;
  }

  async #repeat(request: Request, instance: Instance): Promise<void> {
    request.instance = instance;
    await this.playground.wire.run(instance, () => {
      this.#send(request);
    });
  }

  #send(request: Request): void {
    const { wire, time } = this.playground;
    time.activity += 1;
    void send(request, (command) => {
      wire.delivering?.commands.push(command);
    }).then(() => {
      time.activity += 1;
      const saved = wire.committed.findLast((command) => command.request === request)?.saved;
      if (request.state === 'acknowledged' && saved !== undefined)
        this.#known.set(saved.id, Math.max(saved.eventSeq, this.#known.get(saved.id) ?? 0));
    });
  }

  /** Lets everything come to an end, without further faults and commands. */
  async #finish(): Promise<void> {
    this.history.note('calm');
    for (const instance of this.instances) instance.isPaused = false;
    await this.#calm();
    const instance = the(this.#serving[0]);
    for (const request of this.requests) {
      if (request.state !== 'unknown') continue;
      this.history.note(`request ${request.number} is repeated`);
      await this.#repeat(request, instance);
    }
    await this.#calm();
    // Everything is brought to one moment, so that the worlds can be compared.
    const { committed } = this.playground.wire;
    for (let attempt = 1; ; attempt++) {
      const before = committed.length;
      const [player] = this.players;
      if (player === undefined) throw new Error('there is no player');
      await this.playground.wire.run(instance, () => {
        for (const { id, name } of this.world.empires.values())
          this.request(instance, {
            ...{ player, words: `nothing for ${name}` },
            operation: (services) => services.executeCommand(id, () => null),
          });
      });
      await this.#calm();
      if (new Set(committed.slice(before).map(({ at }) => at)).size === 1) return;
      if (attempt === 5) throw new Error('the empires cannot be brought to one moment');
    }
  }

  /** Takes steps until nothing is under way or due any more. */
  async #calm(): Promise<void> {
    const left: string[] = [];
    for (let steps = 0; steps < maxCalmSteps; steps++) {
      const found = await this.#findLeft();
      if (found === null) return;
      left.push(found);
      await this.history.step(this.actions(true), true);
    }
    const latest = [...new Set(left.slice(-50))].join(', ');
    throw new Error(`after ${maxCalmSteps} steps without faults, there is still: ${latest}`);
  }

  /** What is under way or due; null: nothing. */
  async #findLeft(): Promise<string | null> {
    const { wire, control, time } = this.playground;
    const busy = wire.connections.find((connection) => !connection.isQuiet || connection.status !== 'I');
    if (busy !== undefined) return busy.words;
    if (this.#serving.length === 0) return 'no instance';
    const waiting = this.requests.find(({ state }) => state === 'waiting');
    if (waiting !== undefined) return `request ${waiting.number}: ${waiting.words}`;
    const { rows } = await control.query<{ what: string }>(
      `SELECT 'due work of ' || empire_id AS what FROM due_empires WHERE at <= $1
       UNION ALL SELECT 'contact of battle ' || number FROM battles WHERE outcome IS NULL AND contact_at <= $1
       UNION ALL SELECT 'end of battle ' || number FROM battles WHERE end_due_at <= $1
       UNION ALL SELECT 'entries that the program of ' || empire_id || ' has not seen'
       FROM event_logs JOIN unnest($2::uuid[], $3::bigint[]) AS watcher (empire_id, seen) USING (empire_id)
       WHERE seen < last
       LIMIT 1`,
      [
        time.now,
        this.watchers.map(({ empireId }) => empireId),
        this.watchers.map(({ seen }) => seen.at(-1)?.number ?? 0),
      ],
    );
    return rows[0]?.what ?? null;
  }
}

export async function simulate(playground: Playground, script: Script): Promise<Result> {
  const { time, wire, reset } = playground;
  const simulation = new Simulation(playground, script);
  await reset(simulation.world);
  const restore = [time.install(), wire.install()];
  try {
    return await simulation.run();
  } finally {
    for (const undo of restore) undo();
  }
}
