/**
 * The rules of this world. Every number comes from the tables and functions of the game, which the template reads by name;
 * damage between stacks has none, so it is measured in trial fights.
 */
import {
  buildingTypes,
  deedNames,
  goalNames,
  unitTypes,
  stackTypes,
  type StackType,
} from '../../contract/vocabulary.ts';
import * as alliances from '../../game/alliances.ts';
import * as attack from '../../game/attack.ts';
import * as balance from '../../game/balance.ts';
import * as battle from '../../game/battle.ts';
import * as construction from '../../game/construction.ts';
import * as economy from '../../game/economy.ts';
import * as goals from '../../game/goals.ts';
import { guardLimit } from '../../game/guards.ts';
import * as hunger from '../../game/hunger.ts';
import * as leave from '../../game/leave.ts';
import * as plunder from '../../game/plunder.ts';
import * as protection from '../../game/protection.ts';
import * as recalls from '../../game/recalls.ts';
import * as reigns from '../../game/reigns.ts';
import * as sack from '../../game/sack.ts';
import * as scoring from '../../game/scoring.ts';
import * as seats from '../../game/seats.ts';
import * as training from '../../game/training.ts';
import * as villages from '../../game/villages.ts';
import * as wishes from '../../game/wishes.ts';
import { hourMs } from '../../kernel/time.ts';
import { definePage } from '../framework/page.ts';
import { buildingEffects } from '../shared/building-effects.ts';
import { goalTitle } from '../shared/goal-texts.ts';

/** A roll of 1000 thousandths everywhere: no luck. */
function evenRolls(): battle.RollTable {
  const rolls = battle.eachStack(() => 1000);
  return Array.from({ length: battle.maxRounds }, () => ({ a: rolls, d: rolls }));
}

/** Hit points that a hundred of one stack take from another in a round without luck. */
function damageOf(type: StackType, target: StackType): number {
  const many = 1_000_000;
  const fight = {
    attacker: { ...battle.noStacks(), [target]: many },
    defender: { ...battle.noStacks(), [type]: 100 },
    wall: 0,
    morale: battle.fullMorale,
    rolls: evenRolls(),
  };
  return (battle.resolveFight(fight).rounds[0]?.defender.damage[type] ?? 0) / 1000;
}

/** A row per striker, a column per target. */
const damage = stackTypes.map((type) => ({
  type,
  against: stackTypes.map((target) => {
    const amount = damageOf(type, target);
    return { target, damage: amount, isStrong: amount > damageOf(type, 'militia') };
  }),
}));

const strengths = villages.villageStrengths();

/** What the template reads: the numbers and functions of the game, for a world of speed 1 unless they take a speed. */
function rulesOf({ speed, radius }: { speed: number; radius: number }) {
  return {
    ...alliances,
    ...attack,
    ...balance,
    ...battle,
    ...construction,
    ...economy,
    ...goals,
    ...hunger,
    ...leave,
    ...plunder,
    ...protection,
    ...recalls,
    ...reigns,
    ...sack,
    ...scoring,
    ...seats,
    ...training,
    ...villages,
    ...wishes,
    speed,
    radius,
    hourMs,
    buildingTypes,
    unitTypes,
    deedNames,
    goalNames,
    guardLimit,
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
    view: 'rules',
    title: 'Rules',
    values: {
      description: `Every rule and number of this world: ${buildingTypes.length} buildings, ${unitTypes.length} units, marching, battle, plunder and protection.`,
      rules: rulesOf(settings),
    },
  }),
});
