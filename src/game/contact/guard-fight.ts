/** The fight in the open with the guard of a target. */
import { amounts } from '../balance.ts';
import { guardSeed, noStacks, resolveFight, roundMs, stacksOf, type BattleRandom } from '../fight/battle.ts';
import { currentResolver, type Battle, type GuardFight } from '../battle-types.ts';
import type { Emit } from '../events.ts';
import { applyFight, leaveField, moraleAt } from './fight.ts';
import { endGuard } from '../diplomacy/guards.ts';
import { dropEmptyArmies } from '../march/marching.ts';
import { seatAt } from './seats.ts';
import type { Army, Empire, WorldSlice } from '../types.ts';
import { countUnits } from '../counts.ts';

/**
 * No wall, militia, volley or plunder. If the attacker wins, the guard has fallen, and the battle names the holder and
 * stays undecided.
 */
export function fightGuard(
  world: WorldSlice,
  sides: { attacker: Empire; army: Army; holder: Empire; owner: Empire; guard: Army },
  battle: Battle,
  { at, random, emit }: { at: number; random: BattleRandom; emit: Emit },
): GuardFight {
  const { attacker, army, holder, owner, guard } = sides;
  const { speed } = world;
  const heldSince = seatAt(holder, battle)?.heldSince ?? null;
  const morale = moraleAt(attacker, owner, { heldSince, at, speed });
  const [attackerStart, start] = [stacksOf(army.units), stacksOf(guard.units)];
  const rolls = random(guardSeed(battle.seed));
  const fight = resolveFight({ attacker: attackerStart, defender: start, wall: 0, morale, rolls });
  applyFight(
    { empire: attacker, armies: [army], start: attackerStart },
    { empire: owner, armies: [guard], start },
    fight,
    { battleId: battle.id, at },
  );
  const { rounds, winner } = fight;
  const guardFight = { empireId: owner.id, armyId: guard.id, morale, start, rounds };
  if (winner !== 'attacker') {
    const endsAt = at + rounds.length * roundMs(speed);
    leaveField(attacker, army, { x: battle.x, y: battle.y }, endsAt, speed);
    battle.outcome = {
      resolver: currentResolver,
      volley: noStacks(),
      result: winner === 'draw' ? 'draw' : 'defender_won',
      at,
      endsAt,
      reason: null,
      morale,
      wall: null,
      guard: guardFight,
      attackerStart,
      defenderStart: noStacks(),
      rounds: [],
      loot: amounts(0, 0, 0),
    };
  }
  if (countUnits(guard.units) === 0) {
    endGuard(world, owner, guard, { kind: 'guard_fell', at, emit });
    dropEmptyArmies(owner);
  }
  return guardFight;
}
