/** Plays decided battles back to sockets, each instance by the stored outcome. */
import type { ShownBattle } from '../battle/present.ts';
import type { ServerEvents } from '../contract/events.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { EventName, GameServer } from './game-socket.ts';
import type { SocketQueries } from './queries.ts';
import { emitTo, isAnyIn, rooms } from './rooms.ts';

interface Step {
  at: number;
  emit: () => void;
}

export type BattleBroadcaster = ReturnType<typeof createBattleBroadcaster>;

export function createBattleBroadcaster(io: GameServer, queries: SocketQueries, clock: Clock, log: Log) {
  /** By battle id: cancels its next step. */
  const running = new Map<string, () => void>();
  let isStopped = false;

  const runNext = (battleId: string, [step, ...rest]: readonly Step[]): void => {
    running.delete(battleId);
    if (step === undefined) return;
    const run = (): void => {
      step.emit();
      runNext(battleId, rest);
    };
    if (step.at <= clock.now()) run();
    else running.set(battleId, clock.schedule(step.at, run));
  };

  /** Steps at or after `from`, each at its time; overdue steps at once. */
  const play = (battle: ShownBattle, from: number): void => {
    if (isStopped || running.has(battle.id)) return;
    const steps = stepsOf(io, battle).filter(({ at }) => at >= from);
    runNext(battle.id, steps);
  };

  return {
    /** From its contact on, if a socket of this instance watches it. Never rejects. */
    async playDecided(battleId: string, empireIds: readonly string[]): Promise<void> {
      if (!isAnyIn(io, empireIds.map(rooms.empire))) return;
      try {
        const battle = await queries.selectBattle(battleId);
        if (battle !== null) play(battle, battle.outcome.at);
      } catch (error) {
        log.warn({ err: error }, 'sockets: battle playback failed');
      }
    },
    /** The remaining steps, for new watchers. */
    async playRunning(empireId: string): Promise<void> {
      const now = clock.now();
      for (const battle of await queries.selectBattlesOnShow(empireId)) play(battle, now + 1);
    },
    stop(): void {
      isStopped = true;
      for (const cancel of running.values()) cancel();
      running.clear();
    },
  };
}

/** Contact (round 0), every round, then the end; only the end if there was no fight. */
function stepsOf(
  io: GameServer,
  { id: battle_id, outcome, roundMs, roundEvents, casualties, partyIds }: ShownBattle,
): Step[] {
  const { result, loot, at, endsAt } = outcome;
  const step = <Name extends EventName>(time: number, name: Name, payload: ServerEvents[Name]): Step => ({
    at: time,
    emit: () => emitTo(io, partyIds.map(rooms.empire), name, payload),
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
