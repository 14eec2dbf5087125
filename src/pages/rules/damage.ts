/** Damage between stacks. The rule has no number of its own, so it is measured in trial fights. */
import { stackTypes, type StackType } from '../../contract/vocabulary.ts';
import { fullMorale, maxRounds, noStacks, resolveFight, type RollTable } from '../../game/battle.ts';

/** A roll of 1000 thousandths everywhere: no luck. */
function evenRolls(): RollTable {
  const rolls = noStacks();
  for (const type of stackTypes) rolls[type] = 1000;
  return Array.from({ length: maxRounds }, () => ({ a: rolls, d: rolls }));
}

/** Hit points that a hundred of one stack take from another in a round without luck. */
function damageOf(type: StackType, target: StackType): number {
  const many = 1_000_000;
  const fight = {
    attacker: { ...noStacks(), [target]: many },
    defender: { ...noStacks(), [type]: 100 },
    wall: 0,
    morale: fullMorale,
    rolls: evenRolls(),
  };
  return (resolveFight(fight).rounds[0]?.defender.damage[type] ?? 0) / 1000;
}

/** A row per striker, a column per target. */
export function damageRows() {
  return stackTypes.map((type) => ({
    type,
    against: stackTypes.map((target) => {
      const damage = damageOf(type, target);
      return { target, damage, isStrong: damage > damageOf(type, 'militia') };
    }),
  }));
}
