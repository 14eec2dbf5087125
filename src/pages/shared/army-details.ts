/** View model of an army. */
import type { ArmyStatus } from '../../contract/vocabulary.ts';
import { armyLimit, unitRules } from '../../game/balance.ts';
import { carryOf } from '../../game/fight/battle.ts';
import { countUnits } from '../../game/counts.ts';
import { isOnLeave } from '../../game/diplomacy/leave.ts';
import { sameTile } from '../../game/march/map.ts';
import { paceOf, statusOfArmy, tileOf } from '../../game/march/marching.ts';
import type { Army, Empire, Tile, Units } from '../../game/types.ts';
import type { EmpireState } from '../../world/read.ts';
import { placeText, seatName, tileText } from './formatters.ts';

/** A cross for foot, a diagonal for horse, a ring for siege. */
export type ArmySymbol = 'foot' | 'horse' | 'siege';

/** The arm with the largest share of the army's value. */
export function symbolOf({ soldiers, archers, knights, catapults }: Units): ArmySymbol {
  const { knights: knight, catapults: catapult, soldiers: soldier, archers: archer } = unitRules;
  const foot = soldiers * soldier.value + archers * archer.value;
  const horse = knights * knight.value;
  const siege = catapults * catapult.value;
  if (siege > foot && siege > horse) return 'siege';
  return horse > foot ? 'horse' : 'foot';
}

/** The page of the list that has it. */
export const armyAddress = (armyId: string): string => `/armies?army=${armyId}#army-${armyId}`;

type NameGuarded = (placeId: string) => string | undefined;

function describeActivity(empire: Empire, army: Army, status: ArmyStatus, nameGuarded: NameGuarded): string {
  const { march, guards } = army;
  if (guards !== null) {
    const tile: Tile = march?.to ?? army;
    const place =
      nameGuarded(guards.id) ?? (guards.type === 'seat' ? `the ${seatName(tile)}` : tileText(tile));
    return march === null ? `Guards ${place}` : `Marches to guard ${place}`;
  }
  if (march === null) {
    return status === 'garrisoned'
      ? `Garrison of ${placeText(empire, army)}`
      : `Stands at ${placeText(empire, army)}`;
  }
  const to = placeText(empire, march.to);
  if (status === 'fighting') return `Fights at ${tileText(march.from)}`;
  if (status === 'returning') return `On the way home to ${to}`;
  const verb = march.kind === 'attack' ? 'Marches to attack' : 'Marches to';
  return `${verb} ${to}`;
}

function untilOf({ march }: Army, status: ArmyStatus) {
  if (march === null) return null;
  const { departsAt, arrivesAt } = march;
  if (status === 'fighting') return { startsAt: departsAt, endsAt: departsAt, label: 'The fight ends' };
  const label = { move: 'Arrives', attack: 'Meets the enemy', return: 'Home' }[march.kind];
  return { startsAt: departsAt, endsAt: arrivesAt, label };
}

/** Why the army cannot march, or null. */
function reasonOf(empire: Empire, army: Army, status: ArmyStatus): string | null {
  if (status === 'fighting') return 'In battle; it returns home on its own.';
  if (status === 'returning') return 'On its way home; it takes orders again when it arrives.';
  if (army.march?.kind === 'attack') return 'On its way to an attack; you can only recall it.';
  if (isOnLeave(empire)) return 'You are on leave.';
  if (empire.leave !== null) return 'You have ordered a leave; only guards set out, for home.';
  if (army.march === null && empire.armies.length > armyLimit) {
    return `With more than ${armyLimit} armies, none can march out; merge some.`;
  }
  return null;
}

export function toArmyDetails(
  { empire, world, now }: EmpireState,
  army: Army,
  nameGuarded: NameGuarded = () => undefined,
) {
  const status = statusOfArmy(empire, army, now);
  const tile = tileOf(army, now);
  const total = countUnits(army.units);
  const reason = reasonOf(empire, army, status);
  const march = reason === null || (army.guards !== null && empire.leave !== null && !isOnLeave(empire));
  const isFree = !isOnLeave(empire) && army.march === null;
  return {
    ...army,
    status,
    activity: describeActivity(empire, army, status, nameGuarded),
    tile,
    symbol: symbolOf(army.units),
    total,
    tilesPerHour: paceOf(army.units) * world.speed,
    carry: carryOf(army.units),
    until: untilOf(army, status),
    orders: {
      march,
      recall: army.march !== null && army.march.kind !== 'return',
      split: isFree && total > 1,
      dismiss: isFree && status === 'garrisoned',
    },
    reason,
    mergeable: isFree
      ? empire.armies
          .filter((other) => other.id !== army.id && other.march === null && sameTile(other, army))
          .map((other) => ({ id: other.id, name: other.name, total: countUnits(other.units) }))
      : [],
  };
}

export type ArmyDetails = ReturnType<typeof toArmyDetails>;
