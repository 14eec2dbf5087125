/**
 * Contact: applies the outcome of a battle to attacker, holder and the owner of a guard, all advanced to that moment.
 */
import { alliedUntil } from '../diplomacy/alliances.ts';
import { amounts } from '../balance.ts';
import { noStacks, stacksOf, type BattleRandom } from '../fight/battle.ts';
import { reachGoal } from '../economy/goals.ts';
import type { Emit } from '../events.ts';
import { fightGuard } from './guard-fight.ts';
import { guardAt } from '../diplomacy/guards.ts';
import { defenceOf, fightHolder } from './holder-fight.ts';
import { sendHome } from '../march/marching.ts';
import { protectionOf } from '../diplomacy/protection.ts';
import { scoresOf } from '../diplomacy/scoring.ts';
import { seatRefusal } from './seats.ts';
import { currentResolver, type Battle, type Outcome } from '../battle-types.ts';
import type { Empire, WorldSlice } from '../types.ts';

export function callOff(battle: Battle, at: number, reason: Outcome['reason'], emit: Emit): void {
  battle.outcome = {
    resolver: currentResolver,
    volley: null,
    result: 'called_off',
    at,
    endsAt: at,
    reason,
    morale: 1000,
    wall: null,
    attackerStart: noStacks(),
    defenderStart: noStacks(),
    rounds: [],
    loot: amounts(0, 0, 0),
  };
  emitDecided(battle, at, emit);
}

function emitDecided(battle: Battle, at: number, emit: Emit): void {
  const { id: battleId, attackerId, defenderId, allyId } = battle;
  emit({ kind: 'battle_decided', at, battleId, attackerId, defenderId, allyId });
}

/**
 * A guard meets the attacker first; if it falls, the holder follows at the same moment. The battle is called off if the
 * army or its target is gone, if the target is protected (as an ally, too), or if the seat cannot change hands.
 * @param owner the owner of the guard; null without one
 */
export function resolveContact(
  world: WorldSlice,
  { attacker, holder, owner }: { attacker: Empire; holder: Empire; owner: Empire | null },
  battle: Battle,
  { at, random, emit }: { at: number; random: BattleRandom; emit: Emit },
): void {
  const { speed } = world;
  const army = attacker.armies.find(({ march }) => march?.battleId === battle.id);
  if (army === undefined) {
    callOff(battle, at, 'army_gone', emit);
    return;
  }
  const reason = refusalOf(attacker, holder, battle, { at, speed });
  if (reason !== null) {
    callOff(battle, at, reason, emit);
    sendHome(attacker, army, { x: battle.x, y: battle.y }, at, speed);
    return;
  }
  const attackerStart = stacksOf(army.units);
  const standing = owner === null ? null : guardAt(owner, battle.target.id);
  const isMet = owner !== null && standing !== null && alliedUntil(attacker, owner, at, speed) === null;
  const guard = isMet
    ? fightGuard(world, { attacker, army, holder, owner, guard: standing }, battle, { at, random, emit })
    : null;
  // The holder follows before any other contact of this moment.
  if (battle.outcome === null) {
    battle.defenderId = holder.id;
    battle.allyId = guard?.empireId ?? null;
    fightHolder({ attacker, army, holder }, battle, { at, random, speed, attackerStart, guard });
  }
  emitDecided(battle, at, emit);
  const isGuardsVictory =
    guard !== null && battle.outcome?.result === 'defender_won' && battle.defenderId === owner?.id;
  if (owner !== null && isGuardsVictory) reachGoal(owner, 'guard', at, emit);
}

function refusalOf(
  attacker: Empire,
  holder: Empire,
  battle: Battle,
  { at, speed }: { at: number; speed: number },
): Outcome['reason'] {
  const isSeat = battle.target.type === 'seat';
  const seatReason = isSeat ? seatRefusal(attacker, holder, battle, { at, speed }) : null;
  if (seatReason !== null) return seatReason;
  if (defenceOf(holder, battle) === null) return 'target_gone';
  const protection = protectionOf(
    {
      ...attacker,
      score: scoresOf(attacker).total,
      attackedByTargetAt: attacker.attackedBy[holder.id] ?? null,
    },
    { ...holder, score: scoresOf(holder).total },
    { now: at, speed, isSeat, orderedAt: battle.orderedAt },
  );
  if (protection === null) return null;
  return protection === 'allied' ? 'allied' : 'protected';
}
