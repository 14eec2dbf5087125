/**
 * The rules of this world, with numbers from the game. Damage between stacks has no function, so it is measured in
 * trial fights.
 */
import {
  buildingTypes,
  goalNames,
  unitTypes,
  stackTypes,
  type StackType,
} from '../../contract/vocabulary.ts';
import * as game from '../../game/numbers.ts';
import { hourMs } from '../../kernel/time.ts';
import { definePage } from '../framework/page.ts';
import { buildingEffects } from '../shared/building-effects.ts';
import { goalTitle } from '../shared/goal-texts.ts';

/** 1000 thousandths everywhere: no luck. */
function evenRolls(): game.RollTable {
  const rolls = game.eachStack(() => 1000);
  return Array.from({ length: game.maxRounds }, () => ({ a: rolls, d: rolls }));
}

/** Hit points that a hundred of one stack take in a round without luck. */
function damageOf(type: StackType, target: StackType): number {
  const many = 1_000_000;
  const fight = {
    attacker: { ...game.noStacks(), [target]: many },
    defender: { ...game.noStacks(), [type]: 100 },
    wall: 0,
    morale: game.fullMorale,
    rolls: evenRolls(),
  };
  return (game.resolveFight(fight).rounds[0]?.defender.damage[type] ?? 0) / 1000;
}

/** A row per striker, a column per target. */
const damage = stackTypes.map((type) => ({
  type,
  against: stackTypes.map((target) => {
    const amount = damageOf(type, target);
    return { target, damage: amount, isStrong: amount > damageOf(type, 'militia') };
  }),
}));

const strengths = game.villageStrengths();

/** For a world of speed 1, except functions that take a speed. */
function rulesOf({ speed, radius }: { speed: number; radius: number }) {
  return {
    ...game,
    speed,
    radius,
    hourMs,
    buildingTypes,
    unitTypes,
    goalNames,
    goalTitle,
    buildingEffects,
    strengths,
    damage,
  };
}

export const rulesPage = definePage('/rules', {
  section: 'rules',
  readers: 'guest',
  read: ({ services: { settings } }) => ({
    title: 'Rules',
    values: {
      description: `Every rule and number of this world: ${buildingTypes.length} buildings, ${unitTypes.length} units, marching, battle, plunder and protection.`,
      rules: rulesOf(settings),
    },
  }),
});
