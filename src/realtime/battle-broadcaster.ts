/**
 * Plays decided battles back to sockets, round by round. Rounds are not stored as events: each instance computes
 * their times from the stored outcome and emits them to its own sockets.
 */
import type { ShownBattle } from '../battle/present.ts';
import type { ServerEvents } from '../contract/events.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { EventName, GameServer } from './game-socket.ts';
import type { SocketQueries } from './queries.ts';
import { emitTo, isAnyIn, rooms } from './rooms.ts';

/** A scheduled emission of a battle. */
interface Step {
  at: number;
  emit: () => void;
}

export class BattleBroadcaster {
  readonly #io: GameServer;
  readonly #queries: SocketQueries;
  readonly #clock: Clock;
  readonly #log: Log;
  /** By id of a battle in playback: cancels its next step. */
  readonly #running = new Map<string, () => void>();
  #stopped = false;

  constructor(io: GameServer, queries: SocketQueries, clock: Clock, log: Log) {
    this.#io = io;
    this.#queries = queries;
    this.#clock = clock;
    this.#log = log;
  }

  /** Plays a newly decided battle from its contact on, if a socket of this instance watches it. Never rejects. */
  async playDecided(battleId: string, empireIds: readonly string[]): Promise<void> {
    if (!isAnyIn(this.#io, empireIds.map(rooms.empire))) return;
    try {
      const battle = await this.#queries.selectBattle(battleId);
      if (battle !== null) this.#play(battle, battle.outcome.at);
    } catch (error) {
      this.#log.warn({ err: error }, 'sockets: battle playback failed');
    }
  }

  /** Plays the remaining steps of an empire's battles to new watchers. */
  async playRunning(empireId: string): Promise<void> {
    const now = this.#clock.now();
    for (const battle of await this.#queries.selectBattlesOnShow(empireId)) this.#play(battle, now + 1);
  }

  /** Cancels all scheduled steps and schedules no more. */
  stop(): void {
    this.#stopped = true;
    for (const cancel of this.#running.values()) cancel();
    this.#running.clear();
  }

  /** Emits the steps at or after `from`, each at its time; overdue steps at once. */
  #play(battle: ShownBattle, from: number): void {
    if (this.#stopped || this.#running.has(battle.id)) return;
    this.#runNext(
      battle.id,
      this.#stepsOf(battle).filter(({ at }) => at >= from),
    );
  }

  #runNext(battleId: string, [step, ...rest]: readonly Step[]): void {
    this.#running.delete(battleId);
    if (step === undefined) return;
    const run = (): void => {
      step.emit();
      this.#runNext(battleId, rest);
    };
    if (step.at <= this.#clock.now()) run();
    else this.#running.set(battleId, this.#clock.schedule(step.at, run));
  }

  /** Contact (round 0), every round in order, then the end; only the end if there was no fight. */
  #stepsOf({ id: battle_id, outcome, roundMs, roundEvents, casualties, partyIds }: ShownBattle): Step[] {
    const { result, loot, at, endsAt } = outcome;
    const step = <Name extends EventName>(time: number, name: Name, payload: ServerEvents[Name]): Step => ({
      at: time,
      emit: () => {
        emitTo(this.#io, partyIds.map(rooms.empire), name, payload);
      },
    });
    const winner = result === 'attacker_won' ? 'attacker' : result === 'defender_won' ? 'defender' : 'draw';
    const rounds = roundEvents.length === 0 ? [] : [[], ...roundEvents];
    return [
      ...rounds.map((events, round) =>
        step(at + round * roundMs, 'battle_update', { battle_id, round, events, status: 'active' }),
      ),
      step(endsAt, 'battle_end', { battle_id, winner, casualties, loot }),
    ];
  }
}
