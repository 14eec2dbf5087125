/** One history: several instances on one Postgres, and one decision at a time about what happens next. */
import type { WorldSlice } from '../../src/game/types.ts';
import { dayMs, t0, the } from '../support/worlds.ts';
import { noteBranches } from './branches.ts';
import type { Connection } from '../wire/connection.ts';
import { Draw } from '../wire/draw.ts';
import { advanceTogether } from '../wire/oracles.ts';
import { findFaults } from '../support/sound.ts';
import { History, type Action, type Script } from './history.ts';
import { Server } from './server.ts';
import { checkAll } from './oracles.ts';
import { drawKinds, drawOrder, knownAtFirst, type Known } from './orders.ts';
import { drawPlan, makePlannedWorld, type Plan } from './plan.ts';
import type { Playground } from '../wire/playground.ts';
import type { Wire } from '../wire/wire.ts';
import { makePlayers, newRequest, send, stateOf, type Player, type Request } from './players.ts';
import { faultsOf } from './faults.ts';
import { jumpOf, timersOf } from './passing-time.ts';
import { readsOf, visitsOf } from './visits.ts';
import { savedOf } from '../wire/recording.ts';

/** Steps after the faults have stopped, in which everything must come to an end. */
const maxCalmSteps = 3_000;

/** Statements that pass over what others have locked. */
const neverWaiting = new Set(['lockEmpires', 'claimDueEmpires']);

export class Simulation {
  readonly wire: Wire;
  readonly history: History;
  readonly plan: Plan;
  readonly world: WorldSlice;
  readonly seed: number;
  readonly players: Player[];
  readonly requests: Request[] = [];
  readonly #shared: Known;
  /** All instances, also those that are gone. */
  readonly everyInstance: Server[] = [];
  readonly #kinds: string[];
  /** The first decision after the start. */
  from = 0;
  /** What is wrong; empty: nothing. */
  readonly wrong: string[] = [];
  /** The number of the last change of each empire that was acknowledged. */
  readonly known = new Map<string, number>();
  /** The number of requests before the last time that hours have passed. */
  jumpedAfter = -1;
  /** The step at which hours have passed last. */
  jumpedAt = 0;
  /** Whether everything comes to an end: what is on its way travels whole. */
  #isEnding = false;

  constructor(wire: Wire, script: Script) {
    this.wire = wire;
    this.seed = script.seed;
    this.history = new History(script);
    const draw = new Draw(script.seed * 10_000);
    wire.chance = new Draw(script.seed * 10_000 + 9_999);
    const drawn = drawPlan(draw);
    this.plan = { ...drawn, steps: script.steps ?? drawn.steps };
    // In a scene, players do not rest.
    if (script.steps !== undefined) this.jumpedAt = Infinity;
    this.#kinds = drawKinds(draw);
    this.world = makePlannedWorld(this.plan);
    this.players = makePlayers(this.world);
    this.#shared = knownAtFirst(this.players, this.plan.seats);
  }

  get instances(): Server[] {
    return this.everyInstance.filter(({ isGone }) => !isGone);
  }

  get running(): Server[] {
    return this.instances.filter(({ isPaused }) => !isPaused);
  }

  /** The instances that answer players. */
  get serving(): Server[] {
    return this.running.filter(({ isStarted }) => isStarted);
  }

  async run(): Promise<void> {
    for (const { allianceId, player, isInvited } of this.#shared.candidates)
      await this.wire.pool.query(
        'INSERT INTO alliance_candidates (alliance_id, empire_id, kind, at, expires_at) VALUES ($1, $2, $3, $4, $5)',
        [allianceId, player.empire.id, isInvited ? 'invitation' : 'application', t0, t0 + dayMs],
      );
    for (let count = 0; count < this.plan.instances; count++) await this.join();
    try {
      await this.#calm();
      this.from = this.history.steps;
      const last = this.from + this.plan.steps;
      while (this.history.steps < last) await this.history.step(this.actions(), false);
      await this.#finish();
      this.wrong.push(...(await checkAll(this)));
      await noteBranches(this);
    } catch (error) {
      this.wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    for (const instance of this.instances) this.drop(instance);
    await this.wire.clear();
  }

  /** Starts an instance. */
  join(): Promise<unknown> {
    return this.wire.run(null, () =>
      this.everyInstance.push(new Server(this, this.everyInstance.length + 1)),
    );
  }

  /** An instance is gone with everything in its memory. What it has sent still arrives. */
  drop(instance: Server): void {
    instance.isGone = true;
    this.wire.time.forget(instance);
    for (const connection of this.wire.connections) {
      if (connection.owner !== instance) continue;
      connection.writable = false;
      connection.replies.splice(0);
    }
    for (const attempt of this.requests.flatMap(({ attempts }) => attempts))
      if (attempt.instance === instance && attempt.state === 'waiting')
        Object.assign(attempt, { state: 'unknown', answer: 'the instance is gone' });
  }

  /** Everything that can happen next. Faults, commands and jumps of time are left out while the history ends. */
  actions(isCalm = false): Action[] {
    const { deliver, notify, release } = this.plan.weights;
    const answered = this.wire.connections.filter(
      ({ owner, replies }) => replies.length > 0 && !owner.isPaused,
    );
    const paceOf = ({ number, status }: Connection): number =>
      (number % this.plan.slow === 0 ? 0.1 : 1) * (status === 'I' ? 1 : this.plan.stall);
    const actions = [
      ...answered
        .filter(({ isFeed }) => !isFeed)
        .map((connection) => this.#delivery(connection, deliver * paceOf(connection))),
      ...this.wire.connections
        .filter(({ held, backend }) => held.length > 0 && backend !== null)
        .map((connection) => this.#release(connection, release * paceOf(connection))),
      ...answered.filter(({ isFeed }) => isFeed).map((connection) => this.#delivery(connection, notify)),
      ...this.players
        .filter((player) => !this.instances.some(({ followers }) => followers.has(player)))
        .flatMap((player) =>
          this.serving.slice(0, 1).map((instance) => ({
            words: `${instance.name} is followed by a program`,
            weight: 2,
            run: () => this.wire.run(instance, () => instance.connect(player)),
          })),
        ),
      ...timersOf(this),
      ...(this.instances.length < this.plan.instances
        ? [{ words: 'an instance joins', weight: this.plan.weights.fault, run: () => this.join() }]
        : []),
    ];
    if (isCalm) return actions;
    return [
      ...actions,
      jumpOf(this),
      ...this.#repetitions(),
      ...faultsOf(this),
      ...(this.isResting ? [] : [...this.#commands(), ...readsOf(this), ...visitsOf(this)]),
    ];
  }

  /** Whether players send nothing new until hours have passed. */
  get isResting(): boolean {
    return this.history.steps >= this.jumpedAt + this.plan.day && this.jumpedAfter < this.requests.length;
  }

  #delivery(connection: Connection, weight: number): Action {
    return {
      words: `${connection.words}, receives`,
      weight,
      run: async (draw) => {
        const words = await this.wire.run(connection.owner, () => {
          this.wire.delivering = connection;
          return connection.deliver(!this.#isEnding && draw.isOneIn(3) ? 1 : connection.replies.length);
        });
        return words.join(', ');
      },
    };
  }

  #release(connection: Connection, weight: number): Action {
    return {
      words: `${connection.words}, sends`,
      weight,
      run: async (draw) => {
        const { length } = connection.held;
        // A transaction that has all its locks, and has not committed, is in the way of the others.
        const isWhole = this.#isEnding || !draw.isOneIn(this.plan.pieces);
        const count = isWhole ? length : draw.pick([1, Math.max(1, length - 1)]);
        const words = await this.wire.run(null, () => connection.release(count));
        const [waiting] = connection.isBlocked ? connection.running : [];
        if (neverWaiting.has(waiting ?? '')) this.wrong.push(`${waiting} waits for a lock`);
        return `${words.join(', ')}${connection.isBlocked ? ' (waits for a lock)' : ''}`;
      },
    };
  }

  /** A player repeats a request without an answer, with its key; an impatient one does not wait for the answer. */
  #repetitions(): Action[] {
    const unknown = this.requests.filter((request) => stateOf(request) === 'unknown');
    const waiting = this.requests.filter(
      (request) =>
        stateOf(request) === 'waiting' && request.attempts.length === 1 && request.isKeyless !== true,
    );
    const open = unknown.length > 0 ? unknown.slice(0, 1) : waiting;
    if (open.length === 0) return [];
    const weight = this.plan.weights.command * (unknown.length > 0 ? 1 : this.plan.impatience);
    return this.onEach(' receives again', weight, async (instance, draw) => {
      const request = draw.pick(open);
      await this.#sendAll([request], instance);
      return `request ${request.number}: ${request.words}`;
    });
  }

  /** The same action on each instance that answers players. Together, they have this weight. */
  onEach(words: string, weight: number, run: (instance: Server, draw: Draw) => Promise<unknown>): Action[] {
    return this.serving.map((instance, _, { length }) => ({
      words: `${instance.name}${words}`,
      weight: weight / length,
      run: (draw) => run(instance, draw),
    }));
  }

  #commands(): Action[] {
    // Players come back while due work is applied.
    const haste = this.history.steps < this.jumpedAt + 6 ? 3 : 1;
    // The more requests are under way, the fewer begin: those would only wait.
    const open = this.requests.filter((request) => stateOf(request) === 'waiting').length;
    const weight = (haste * this.plan.weights.command) / (1 + open / 4);
    return this.onEach(' receives', weight, async (instance, draw) => {
      // Half of the players do the same at the same time.
      const kind = draw.isOneIn(2) ? draw.pick(this.#kinds) : null;
      const drawn = Array.from({ length: draw.integer(1, this.plan.burst) }, () =>
        drawOrder(kind ?? draw.pick(this.#kinds), this.players, this.#shared, draw),
      ).map((order, index) => newRequest(this.requests.length + index + 1, order));
      this.requests.push(...drawn);
      await this.#sendAll(drawn, instance);
      return drawn.map(({ number, words }) => `request ${number}: ${words}`).join('; ');
    });
  }

  #sendAll(requests: readonly Request[], instance: Server): Promise<void> {
    return this.wire.run(instance, () => {
      for (const request of requests) void send(request, instance).then(() => this.#note(request));
    });
  }

  /** Notes what an acknowledged request has changed. */
  #note(request: Request): void {
    if (stateOf(request) !== 'acknowledged') return;
    const change = this.wire.committed.find(({ keys }) => keys.includes(request.key.digest));
    for (const { id, eventSeq } of change === undefined ? [] : savedOf(change))
      this.known.set(id, Math.max(eventSeq, this.known.get(id) ?? 0));
  }

  /** Lets everything come to an end, without further faults and commands. */
  async #finish(): Promise<void> {
    this.history.note('calm');
    this.#isEnding = true;
    for (const instance of this.instances) instance.isPaused = false;
    await this.#calm();
    const instance = the(this.serving[0]);
    for (const request of this.requests) {
      if (stateOf(request) !== 'unknown') continue;
      this.history.note(`request ${request.number} is repeated`);
      await this.#sendAll([request], instance);
    }
    await this.#calm();
    this.wrong.push(...(await findFaults(this.wire.pool)));
    const { committed } = this.wire;
    const before = committed.length;
    await this.wire.run(instance, () => void advanceTogether(instance, this.world));
    await this.#calm();
    if (committed.length === before) throw new Error('the empires cannot be brought to one moment');
  }

  /** Takes steps until nothing is under way or due any more. */
  async #calm(): Promise<void> {
    let left: string | null = null;
    for (let steps = 0; steps < maxCalmSteps; steps++) {
      left = await this.#findLeft();
      if (left === null) return;
      await this.history.step(this.actions(true), true);
    }
    throw new Error(`after ${maxCalmSteps} steps without faults, there is still: ${left}`);
  }

  /** What is under way or due; null: nothing. */
  async #findLeft(): Promise<string | null> {
    const { connections, pool, time } = this.wire;
    const busy = connections.find(({ isQuiet }) => !isQuiet);
    if (busy !== undefined) return busy.words;
    if (this.serving.length === 0) return 'no instance';
    const waiting = this.requests.find((request) => stateOf(request) === 'waiting');
    if (waiting !== undefined) return `request ${waiting.number}: ${waiting.words}`;
    const { rows } = await pool.query<{ what: string }>(
      `SELECT 'due work of ' || empire_id AS what FROM due_empires WHERE at <= $1
       UNION ALL SELECT 'contact of battle ' || number FROM battles WHERE outcome IS NULL AND contact_at <= $1
       UNION ALL SELECT 'end of battle ' || battle_id FROM battle_ends WHERE at <= $1
       UNION ALL SELECT 'entries that the program of ' || empire_id || ' has not seen'
       FROM event_logs JOIN unnest($2::uuid[], $3::bigint[]) AS player (empire_id, seen) USING (empire_id)
       WHERE seen < last
       LIMIT 1`,
      [
        time.now,
        this.players.map(({ empire }) => empire.id),
        this.players.map(({ seen }) => seen.at(-1)?.number ?? 0),
      ],
    );
    return rows[0]?.what ?? null;
  }
}

/** Plays a history, and checks what comes of it. */
export async function simulate(playground: Playground, script: Script): Promise<Simulation> {
  const simulation = new Simulation(playground.wire, script);
  await playground.reset(simulation.world);
  await simulation.run();
  return simulation;
}
