/**
 * One bot in a real world: it founds an empire, looks, decides, orders and waits, over and over, and is woken by an
 * attack on it. All of it goes through the public client; what is refused is remembered, and a server that is away is
 * waited for.
 */
import {
  createClient,
  unwrap,
  type Answer,
  type Client,
  type Live,
  type Refusal,
  type RefusalCode,
} from '../../client/client.ts';
import { tileTowards, tilesAnEmpire } from '../../game/map.ts';
import { minuteMs } from '../../kernel/time.ts';
import type { Chance } from '../mind/chance.ts';
import { decide } from '../mind/decide.ts';
import { noMemory, rememberRefusal, type Memory, type Order } from '../mind/orders.ts';
import type { Sight } from '../mind/sight.ts';
import type { Temperament } from '../mind/temperament.ts';
import { Budget, partOfLimit } from './budget.ts';
import { carryOut, isOrphaned } from './send-order.ts';
import { Scout, readsPerLook } from './scout.ts';
import { nameOfEmpire } from './names.ts';
import type { BotAccount } from './accounts.ts';

export interface BotOptions {
  url: string;
  account: BotAccount;
  temperament: Temperament;
  chance: Chance;
  /** The public limits a minute; 0: none. */
  limits: { data: number; action: number };
  /** Before its first call. */
  delayMs: number;
  signal: AbortSignal;
  /** Told when the game stops answering, and when it answers again. */
  onAway: (isAway: boolean) => void;
}

/** What it has done, and what it was refused. */
export interface Tally {
  looks: number;
  orders: Record<Order['kind'], number>;
  refusals: Partial<Record<RefusalCode, number>>;
}

/** At speed 1 a bot looks every 20 to 60 seconds. */
const meanLookMs = 40_000;
const minLookMs = 1_000;
/** How long a bot waits for a server that is away. */
const awayMs = 2_000;
/** What ends a bot, in words. */
const endings: Partial<Record<RefusalCode, string>> = {
  AUTH_REQUIRED: 'its account is deactivated, or its session has ended',
  SESSION_ENDED: 'its account is deactivated, or its session has ended',
  SESSION_REPLACED: 'another program plays with its account',
  WORLD_FULL: 'there is no place for its empire',
};
/** What passes by itself. */
const passing: ReadonlySet<RefusalCode> = new Set([
  ...(['UNREACHABLE', 'UNAVAILABLE', 'INTERNAL', 'BUSY', 'RATE_LIMITED'] as const),
]);

export class Bot {
  readonly username: string;
  readonly temperament: Temperament;
  readonly tally: Tally = {
    looks: 0,
    orders: { build: 0, train: 0, found: 0, move: 0, recall: 0, split: 0, merge: 0, attack: 0 },
    refusals: {},
  };
  readonly #options: BotOptions;
  readonly #client: Client;
  readonly #reads: Budget;
  readonly #actions: Budget;
  readonly #stopped = new AbortController();
  #memory: Memory = noMemory;
  #live: Live | null = null;
  #isAway = false;
  #empireName: string | null = null;
  /** Ends the present pause. */
  #wake: () => void = () => undefined;
  /** Why it cannot go on. */
  #reason: string | null = null;

  constructor(options: BotOptions) {
    const { url, account, temperament, limits } = options;
    this.#options = options;
    this.username = account.username;
    this.temperament = temperament;
    this.#client = createClient({ url, token: account.token, patienceMs: 10_000 });
    this.#reads = new Budget(limits.data);
    this.#actions = new Budget(limits.action);
  }

  /** Plays until it is stopped (answers null) or cannot go on (answers the reason, one sentence). */
  async play(): Promise<string | null> {
    const { signal } = this.#options;
    const stop = (): void => {
      this.#stopped.abort();
    };
    signal.addEventListener('abort', stop);
    try {
      await this.#playOn();
    } catch (error) {
      // What ends it has been noted; else it is a fault of its own, which is not to end the others.
      if (!this.#stopped.signal.aborted) this.#reason = String(error);
    } finally {
      signal.removeEventListener('abort', stop);
      this.#live?.close();
    }
    return this.#reason === null ? null : `${this.username} stops: ${this.#reason}.`;
  }

  async #playOn(): Promise<void> {
    const { signal } = this.#stopped;
    await this.#pause(this.#options.delayMs);
    const rules = await this.#insist(() => this.#client.readRules({ signal }));
    const world = { speed: rules.speed, radius: rules.world_radius };
    const empireId = await this.#ensureEmpire(world.radius);
    this.#listen(empireId);
    const scout = new Scout({ client: this.#client, empireId, world, budget: this.#reads, signal });
    while (!signal.aborted) {
      const pauseMs = this.#pauseMs(world.speed);
      if (scout.canLook()) await this.#takeTurn(scout, empireId, 1.5 * pauseMs);
      await this.#pause(this.#isAway ? awayMs : pauseMs);
    }
  }

  /** One look and what is ordered after it. A failure that passes is left to the next look. */
  async #takeTurn(scout: Scout, empireId: string, nextLookMs: number): Promise<void> {
    let sight: Sight;
    try {
      sight = await scout.observe(nextLookMs);
    } catch (error) {
      this.#note(refusalOf(error).code);
      return;
    }
    this.tally.looks += 1;
    this.#empireName = sight.own.name;
    this.#setAway(false);
    const splits = new Map<string, string>();
    const refusedSplits = new Set<string>();
    for (const order of decide(this.temperament, sight, this.#memory, this.#options.chance)) {
      if (this.#actions.leftAt(performance.now()) <= 0) return;
      if (isOrphaned(order, refusedSplits)) continue;
      this.#actions.spend(performance.now());
      const answer = await carryOut(this.#client, empireId, order, splits, this.#stopped.signal);
      if (answer.ok) {
        this.tally.orders[order.kind] += 1;
        continue;
      }
      if (order.kind === 'split') refusedSplits.add(order.as);
      this.#memory = rememberRefusal(this.#memory, order, sight.now, nextLookMs);
      this.#note(answer.error.code);
      if (this.#isAway) return;
    }
  }

  /** The id of its empire, which is founded where there is none. */
  async #ensureEmpire(radius: number): Promise<string> {
    const { signal } = this.#stopped;
    const { chance } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      const profile = await this.#insist(() => this.#client.readProfile({ signal }));
      if (profile.empire_id !== null) return profile.empire_id;
      const { pagination } = await this.#insist(() => this.#client.listEmpires({ limit: 1 }, { signal }));
      const away = Math.min(tilesAnEmpire * Math.sqrt(pagination.total * chance()), radius);
      const wish = tileTowards({ x: 0, y: 0 }, chance(), away);
      const name = nameOfEmpire(this.username, attempt);
      const founded = await this.#client.foundEmpire({ name, starting_location: wish }, { signal });
      if (founded.ok) return founded.data.empire.id;
      this.#note(founded.error.code);
      if (founded.error.code !== 'NAME_TAKEN') await this.#pause(awayMs);
    }
  }

  /** Asks until there is an answer that does not pass by itself. */
  async #insist<Data>(ask: () => Promise<Answer<Data>>): Promise<Data> {
    for (;;) {
      const answer = await ask();
      if (!answer.ok) this.#note(answer.error.code);
      if (answer.ok || !passing.has(answer.error.code)) {
        this.#setAway(false);
        return unwrap(answer);
      }
      await this.#pause(awayMs);
    }
  }

  /** Hears what happens to it: an attack wakes it, the end of its session ends it. */
  #listen(empireId: string): void {
    this.#live = this.#client.live(empireId);
    this.#live.on('battle_start', ({ defender }) => {
      if (defender === this.#empireName) this.#wake();
    });
    this.#live.on('closed', ({ code }) => {
      if (code !== null) this.#note(code);
    });
  }

  /** Counts a refusal and draws what follows from it: to end, or to wait for a server that is away. */
  #note(code: RefusalCode): void {
    if (code === 'ABORTED') return;
    this.tally.refusals[code] = (this.tally.refusals[code] ?? 0) + 1;
    if (passing.has(code)) this.#setAway(code === 'UNREACHABLE' || code === 'UNAVAILABLE');
    const reason = endings[code];
    if (reason === undefined) return;
    this.#reason ??= reason;
    this.#stopped.abort();
  }

  #setAway(isAway: boolean): void {
    if (this.#isAway !== isAway) this.#options.onAway(isAway);
    this.#isAway = isAway;
  }

  #pauseMs(speed: number): number {
    const { data } = this.#options.limits;
    const allowedMs = data === 0 ? 0 : (minuteMs * readsPerLook) / (partOfLimit * data);
    return Math.max(meanLookMs / speed, allowedMs, minLookMs) * (0.5 + this.#options.chance());
  }

  /** Waits so long, or until something wakes or stops it. */
  #pause(ms: number): Promise<void> {
    const { signal } = this.#stopped;
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end);
      this.#wake = end;
      if (signal.aborted) end();
    });
  }
}

/** The refusal an error of `unwrap` was made of; other errors are thrown on. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Error && error.cause !== undefined) return error.cause as Refusal;
  throw error;
}
