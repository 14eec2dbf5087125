/**
 * Shows battles round by round. Nobody writes rounds: each instance works out from the stored outcome when a
 * round is to be seen, and tells the sockets it holds itself.
 */
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Readers, ShownBattle } from './readers.ts';
import { empireRoom } from './rooms.ts';
import type { GameServer } from './rooms.ts';

export class Reveal {
  readonly #io: GameServer;
  readonly #readers: Readers;
  readonly #clock: Clock;
  readonly #log: Log;
  /** By battle: cancels what is still to be shown. */
  readonly #running = new Map<string, () => void>();

  constructor(io: GameServer, readers: Readers, clock: Clock, log: Log) {
    this.#io = io;
    this.#readers = readers;
    this.#clock = clock;
    this.#log = log;
  }

  /** A battle has just been decided: shows it from the contact on, when somebody here watches. */
  async showDecided(battleId: string, empireIds: readonly string[]): Promise<void> {
    if (this.#running.has(battleId) || !empireIds.some((id) => this.#isWatched(id))) return;
    try {
      const battle = await this.#readers.selectBattle(battleId);
      if (battle !== null) this.#show(battle, battle.outcome.at);
    } catch (error) {
      this.#log.warn({ err: error }, 'a battle could not be shown');
    }
  }

  /** Somebody has begun to watch an empire: shows what its battles have still to come. */
  async showRunning(empireId: string): Promise<void> {
    const now = this.#clock.now();
    for (const battle of await this.#readers.selectBattlesOnShow(empireId)) this.#show(battle, now + 1);
  }

  /** Forgets everything that is still to be shown. */
  stop(): void {
    for (const cancel of this.#running.values()) cancel();
    this.#running.clear();
  }

  #isWatched(empireId: string): boolean {
    return this.#io.of('/').adapter.rooms.has(empireRoom(empireId));
  }

  /** Schedules what is to be seen at or after `from`; what should have been seen since then is shown at once. */
  #show(battle: ShownBattle, from: number): void {
    if (this.#running.has(battle.id)) return;
    const { outcome, roundMs } = battle;
    const steps = outcome.rounds.length === 0 ? [] : [0, ...outcome.rounds.map((_, index) => index + 1)];
    const due = steps
      .map((round) => ({
        at: outcome.at + round * roundMs,
        show: () => {
          this.#tellRound(battle, round);
        },
      }))
      .concat({
        at: outcome.endsAt,
        show: () => {
          this.#running.delete(battle.id);
          this.#tellEnd(battle);
        },
      })
      .filter(({ at }) => at >= from);
    const next = (index: number): void => {
      const step = due[index];
      if (step === undefined) return;
      const run = (): void => {
        step.show();
        next(index + 1);
      };
      if (step.at <= this.#clock.now()) run();
      else this.#running.set(battle.id, this.#clock.schedule(step.at, run));
    };
    this.#running.set(battle.id, () => undefined);
    next(0);
  }

  #audience({ attackerId, defenderId }: ShownBattle) {
    return this.#io.local.to([empireRoom(attackerId), empireRoom(defenderId)]);
  }

  #tellRound(battle: ShownBattle, round: number): void {
    this.#audience(battle).emit('battle_update', {
      battle_id: battle.id,
      round,
      events: battle.roundEvents[round - 1] ?? [],
      status: 'active',
    });
  }

  #tellEnd(battle: ShownBattle): void {
    const { result, loot } = battle.outcome;
    this.#audience(battle).emit('battle_end', {
      battle_id: battle.id,
      winner: result === 'attacker_won' ? 'attacker' : result === 'defender_won' ? 'defender' : 'draw',
      casualties: battle.casualties,
      loot,
    });
  }
}
