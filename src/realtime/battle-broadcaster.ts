/**
 * Shows battles round by round. Nobody writes rounds: each instance works out from the stored outcome when a
 * round is to be seen, and tells the sockets it holds itself.
 */
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { SocketQueries, ShownBattle } from './queries.ts';
import { empireRoom, type GameServer } from './rooms.ts';

/** Something to be seen of a battle. */
interface Step {
  at: number;
  show: () => void;
}

export class BattleBroadcaster {
  readonly #io: GameServer;
  readonly #queries: SocketQueries;
  readonly #clock: Clock;
  readonly #log: Log;
  /** By battle on show: cancels its next step. */
  readonly #running = new Map<string, () => void>();
  #stopped = false;

  constructor(io: GameServer, queries: SocketQueries, clock: Clock, log: Log) {
    this.#io = io;
    this.#queries = queries;
    this.#clock = clock;
    this.#log = log;
  }

  /** A battle has just been decided: shows it from the contact on, when somebody here watches. Never rejects. */
  async playDecided(battleId: string, empireIds: readonly string[]): Promise<void> {
    if (!empireIds.some((id) => this.#isWatched(id))) return;
    try {
      const battle = await this.#queries.selectBattle(battleId);
      if (battle !== null) this.#show(battle, battle.outcome.at);
    } catch (error) {
      this.#log.warn({ err: error }, 'a battle could not be shown');
    }
  }

  /** Somebody has begun to watch an empire: shows what its battles have still to come. */
  async playRunning(empireId: string): Promise<void> {
    const now = this.#clock.now();
    for (const battle of await this.#queries.selectBattlesOnShow(empireId)) this.#show(battle, now + 1);
  }

  /** Forgets everything that is still to be shown, and shows nothing more. */
  stop(): void {
    this.#stopped = true;
    for (const cancel of this.#running.values()) cancel();
    this.#running.clear();
  }

  #isWatched(empireId: string): boolean {
    return this.#io.of('/').adapter.rooms.has(empireRoom(empireId));
  }

  /** Shows what is to be seen at or after `from`, each at its moment; what should have been seen, at once. */
  #show(battle: ShownBattle, from: number): void {
    if (this.#stopped || this.#running.has(battle.id)) return;
    this.#showNext(
      battle.id,
      this.#stepsOf(battle).filter(({ at }) => at >= from),
    );
  }

  #showNext(battleId: string, [step, ...rest]: readonly Step[]): void {
    this.#running.delete(battleId);
    if (step === undefined) return;
    const run = (): void => {
      step.show();
      this.#showNext(battleId, rest);
    };
    if (step.at <= this.#clock.now()) run();
    else this.#running.set(battleId, this.#clock.schedule(step.at, run));
  }

  /** Contact (round 0) and every round, in order, then the end; only the end where nobody fought. */
  #stepsOf(battle: ShownBattle): Step[] {
    const { outcome, roundMs } = battle;
    const rounds = outcome.rounds.length === 0 ? [] : [0, ...outcome.rounds.map((_, index) => index + 1)];
    return [
      ...rounds.map((round) => ({
        at: outcome.at + round * roundMs,
        show: () => {
          this.#emitRound(battle, round);
        },
      })),
      {
        at: outcome.endsAt,
        show: () => {
          this.#emitEnd(battle);
        },
      },
    ];
  }

  #viewersOf({ attackerId, defenderId }: ShownBattle) {
    return this.#io.local.to([empireRoom(attackerId), empireRoom(defenderId)]);
  }

  #emitRound(battle: ShownBattle, round: number): void {
    this.#viewersOf(battle).emit('battle_update', {
      battle_id: battle.id,
      round,
      events: battle.roundEvents[round - 1] ?? [],
      status: 'active',
    });
  }

  #emitEnd(battle: ShownBattle): void {
    const { result, loot } = battle.outcome;
    this.#viewersOf(battle).emit('battle_end', {
      battle_id: battle.id,
      winner: result === 'attacker_won' ? 'attacker' : result === 'defender_won' ? 'defender' : 'draw',
      casualties: battle.casualties,
      loot,
    });
  }
}
