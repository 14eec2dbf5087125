/** One bot in a real world. It founds an empire, then takes turns: observe, decide, send orders, pause. */
import { createClient, unwrap, type Result, type Live, type RefusalCode } from '../../client/client.ts';
import { isOnLeave } from '../../game/diplomacy/leave.ts';
import { tileTowards, tilesAnEmpire } from '../../game/march/map.ts';
import { minuteMs } from '../../kernel/time.ts';
import type { Chance } from '../mind/chance.ts';
import { decide } from '../mind/decide.ts';
import { noMemory, rememberRefusal, type Memory, type Order } from '../mind/orders.ts';
import type { Sight } from '../mind/sight.ts';
import { wishFor } from '../mind/wishing.ts';
import type { Temperament } from '../mind/temperament.ts';
import { askForGuards, lookForAllies } from './allies.ts';
import { Budget, limitShare, type BotDeps } from './budget.ts';
import { sendOrder, isOrphaned, refusalOf, emptyTally, fatalReasons, retryable } from './send-order.ts';
import { Scout, readsPerTurn } from './scout.ts';
import { warn } from './warnings.ts';
import type { BotAccount } from './accounts.ts';
import { machineTime } from '../../kernel/clock.ts';

export interface BotOptions {
  url: string;
  account: BotAccount;
  temperament: Temperament;
  chance: Chance;
  /** Public limits in requests per minute; 0: none. */
  limits: { data: number; action: number };
  /** Before the first call. */
  delayMs: number;
  signal: AbortSignal;
  onReachableChange: (isReachable: boolean) => void;
}

/** At speed 1, a turn every 20 to 60 seconds. */
const meanTurnMs = 40_000;
const minTurnMs = 1_000;
/** Pauses until the next turn at the latest. */
const lateTurns = 1.5;
/** In pauses of at least this time of the world, wishes continue the construction. */
const wishesFromMs = 10 * minuteMs;
const retryMs = 2_000;

export class Bot {
  readonly username: string;
  readonly temperament: Temperament;
  readonly tally = emptyTally();
  readonly #options: BotOptions;
  readonly #stopped = new AbortController();
  /** Its signal is aborted when the bot or its operator stops it. */
  readonly #deps: BotDeps;
  /** Texts that it has written to its alliance. */
  readonly #asked = new Set<string>();
  /** Ids of accounts. */
  readonly #warned = new Set<string>();
  #memory: Memory = noMemory;
  #live: Live | null = null;
  #isUnreachable = false;
  #empireName: string | null = null;
  #wake: () => void = () => undefined;
  #stopReason: string | null = null;

  constructor(options: BotOptions) {
    const { url, account, temperament, limits, chance } = options;
    this.#options = options;
    this.username = account.username;
    this.temperament = temperament;
    this.#deps = {
      client: createClient({ url, token: account.token, patienceMs: 10_000 }),
      reads: new Budget(limits.data),
      actions: new Budget(limits.action),
      chance,
      signal: AbortSignal.any([options.signal, this.#stopped.signal]),
    };
  }

  /** Returns null if `signal` stops it, or why it cannot continue, in one sentence. */
  async play(): Promise<string | null> {
    try {
      await this.#run();
    } catch (error) {
      // A stopped bot has its reason. Any other error is a bug in this bot and must not end the others.
      if (!this.#deps.signal.aborted) this.#stopReason = String(error);
    } finally {
      this.#live?.close();
    }
    return this.#stopReason === null ? null : `${this.username} stops: ${this.#stopReason}.`;
  }

  async #run(): Promise<void> {
    const { client, signal } = this.#deps;
    await this.#pause(this.#options.delayMs);
    const rules = await this.#retry(() => client.readRules({ signal }));
    const world = { speed: rules.speed, radius: rules.world_radius };
    const empireId = await this.#ensureEmpire(world.radius);
    this.#listen(empireId);
    const scout = new Scout(this.#deps, empireId, world);
    while (!signal.aborted) {
      const pauseMs = this.#pauseMs(world.speed);
      if (scout.canObserve()) await this.#takeTurn(scout, empireId, lateTurns * pauseMs);
      await this.#pause(this.#isUnreachable ? retryMs : pauseMs);
    }
  }

  /** After a temporary failure, the next turn tries again. */
  async #takeTurn(scout: Scout, empireId: string, nextTurnMs: number): Promise<void> {
    let sight: Sight;
    try {
      sight = await scout.observe(nextTurnMs);
    } catch (error) {
      this.#recordRefusal(refusalOf(error).code);
      return;
    }
    this.tally.turns += 1;
    this.#empireName = sight.own.name;
    this.#setUnreachable(false);
    // An empire on leave takes no orders, also none of its alliance.
    if (isOnLeave(sight.own)) return;
    const { client, actions, chance, signal } = this.#deps;
    await lookForAllies(this.#deps, this.temperament, sight, nextTurnMs / lateTurns);
    await askForGuards(this.#deps, sight, this.#asked);
    const splits = new Map<string, string>();
    const refusedSplits = new Set<string>();
    const orders = decide(this.temperament, sight, this.#memory, chance);
    const wishes = nextTurnMs * sight.speed >= wishesFromMs;
    for (const order of orders) {
      if (wishes && order.kind === 'build') continue;
      // The list of wishes is one more action.
      if (actions.left <= Number(wishes)) break;
      if (isOrphaned(order, refusedSplits)) continue;
      actions.spend();
      const result = await sendOrder(client, empireId, order, splits, signal);
      if (result.ok) {
        this.tally.orders[order.kind] += 1;
        if (order.kind === 'attack')
          await warn(this.#deps, scout.personAt(order.target.id, sight), this.#warned);
        continue;
      }
      if (order.kind === 'split') refusedSplits.add(order.as);
      this.#memory = rememberRefusal(this.#memory, order, sight.now, nextTurnMs);
      this.#recordRefusal(result.error.code);
      if (this.#isUnreachable) return;
    }
    if (wishes) await this.#wish(empireId, sight, orders);
  }

  /** The levels of this turn, and those that follow while the bot pauses. */
  async #wish(empireId: string, sight: Sight, orders: readonly Order[]): Promise<void> {
    const { client, actions, signal } = this.#deps;
    if (actions.left <= 0) return;
    actions.spend();
    const wishes = wishFor(this.temperament, sight, orders);
    const result = await client.setWishes(empireId, { wishes }, { signal });
    if (result.ok) this.tally.orders.build += orders.filter(({ kind }) => kind === 'build').length;
    else this.#recordRefusal(result.error.code);
  }

  /** Returns the id of the empire; founds one if there is none. */
  async #ensureEmpire(radius: number): Promise<string> {
    const { client, chance, signal } = this.#deps;
    for (let attempt = 0; ; attempt += 1) {
      const profile = await this.#retry(() => client.readProfile({ signal }));
      if (profile.empire_id !== null) return profile.empire_id;
      const { pagination } = await this.#retry(() => client.listEmpires({ limit: 1 }, { signal }));
      const distance = Math.min(tilesAnEmpire * Math.sqrt(pagination.total * chance()), radius);
      const preferred = tileTowards({ x: 0, y: 0 }, chance(), distance);
      const name = nameOfEmpire(this.username, attempt);
      const founded = await client.foundEmpire({ name, starting_location: preferred }, { signal });
      if (founded.ok) return founded.data.empire.id;
      this.#recordRefusal(founded.error.code);
      if (founded.error.code !== 'NAME_TAKEN') await this.#pause(retryMs);
    }
  }

  /** Repeats temporary refusals; throws others as `unwrap` does. */
  async #retry<Data>(send: () => Promise<Result<Data>>): Promise<Data> {
    for (;;) {
      const result = await send();
      if (!result.ok) this.#recordRefusal(result.error.code);
      if (result.ok || !retryable.has(result.error.code)) {
        this.#setUnreachable(false);
        return unwrap(result);
      }
      await this.#pause(retryMs);
    }
  }

  /** An attack ends the pause, a closed connection stops the bot. */
  #listen(empireId: string): void {
    this.#live = this.#deps.client.live(empireId);
    this.#live.on('battle_start', ({ defender }) => {
      if (defender === this.#empireName) this.#wake();
    });
    this.#live.on('closed', ({ code }) => {
      if (code !== null) this.#recordRefusal(code);
    });
  }

  /** A fatal refusal stops the bot; UNREACHABLE and UNAVAILABLE mark the server as unreachable. */
  #recordRefusal(code: RefusalCode): void {
    if (code === 'ABORTED') return;
    this.tally.refusals[code] = (this.tally.refusals[code] ?? 0) + 1;
    if (retryable.has(code)) this.#setUnreachable(code === 'UNREACHABLE' || code === 'UNAVAILABLE');
    const reason = fatalReasons[code];
    if (reason === undefined) return;
    this.#stopReason ??= reason;
    this.#stopped.abort();
  }

  #setUnreachable(isUnreachable: boolean): void {
    if (this.#isUnreachable !== isUnreachable) this.#options.onReachableChange(!isUnreachable);
    this.#isUnreachable = isUnreachable;
  }

  #pauseMs(speed: number): number {
    const { data } = this.#options.limits;
    const allowedMs = data === 0 ? 0 : (minuteMs * readsPerTurn) / (limitShare * data);
    return Math.max(meanTurnMs / speed, allowedMs, minTurnMs) * (0.5 + this.#deps.chance());
  }

  /** Resolves earlier when the bot is woken or stopped. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#deps;
    const woken = new AbortController();
    const wake = (): void => woken.abort();
    this.#wake = wake;
    signal.addEventListener('abort', wake);
    if (!signal.aborted) await machineTime.delay(ms, woken.signal);
    signal.removeEventListener('abort', wake);
  }
}

/** @param attempt from 0; increase it while names are taken */
function nameOfEmpire(bot: string, attempt: number): string {
  return attempt === 0 ? `House of ${bot}` : `House of ${bot}, ${attempt + 1}`;
}
