/** The armies of the dashboard: where each is, what it does, until when, and what it can be told to do. */
import { unitTypes } from '../contract/vocabulary.ts';
import type { ArmyStatus, UnitType } from '../contract/vocabulary.ts';
import { armyLimit } from '../game/balance.ts';
import { carryOf } from '../game/battle.ts';
import { countUnits } from '../game/economy.ts';
import { sameTile } from '../game/map.ts';
import { cityAt, paceOf, statusOfArmy, tileOf } from '../game/marching.ts';
import type { Amounts, Army, Empire, Tile } from '../game/types.ts';
import type { Realm } from '../world/read.ts';
import { targetsOf } from './surroundings.ts';
import type { Neighbour, Target } from './surroundings.ts';
import { stackNames, tileText } from './words.ts';

export interface ArmyPart {
  id: string;
  name: string;
  status: ArmyStatus;
  /** What it does and where, in words. */
  doing: string;
  tile: Tile;
  units: { type: UnitType; name: string; count: number }[];
  total: number;
  tilesPerHour: number;
  carry: number;
  loot: Amounts;
  /** The march or the fight it is in. */
  until: { startsAt: number; endsAt: number; what: string } | null;
  battleId: string | null;
  orders: { march: boolean; recall: boolean; split: boolean };
  /** Why it takes no order to march, or null. */
  reason: string | null;
  mergeable: { id: string; name: string; total: number }[];
  targets: Target[];
}

function placeText(empire: Empire, tile: Tile): string {
  return cityAt(empire, tile)?.name ?? tileText(tile);
}

function describe(empire: Empire, army: Army, status: ArmyStatus, now: number): string {
  const { march } = army;
  if (march === null) {
    return status === 'garrisoned' ? `Garrison of ${placeText(empire, army)}` : `Stands at ${tileText(army)}`;
  }
  const to = placeText(empire, march.to);
  if (status === 'fighting') return `Fights at ${tileText(march.from)}`;
  if (status === 'returning') return `On the way home to ${to}, now at ${tileText(tileOf(army, now))}`;
  const verb = march.kind === 'attack' ? 'Marches to attack' : 'Marches to';
  return `${verb} ${to}, now at ${tileText(tileOf(army, now))}`;
}

function untilOf({ march }: Army, status: ArmyStatus): ArmyPart['until'] {
  if (march === null) return null;
  const { departsAt, arrivesAt } = march;
  if (status === 'fighting') return { startsAt: departsAt, endsAt: departsAt, what: 'The fight ends' };
  const what = { move: 'Arrives', attack: 'Meets the enemy', return: 'Home' }[march.kind];
  return { startsAt: departsAt, endsAt: arrivesAt, what };
}

function reasonOf(empire: Empire, army: Army, status: ArmyStatus): string | null {
  if (status === 'fighting') return 'It fights; afterwards it comes home by itself.';
  if (status === 'returning') return 'It is on its way home and takes no order until it is there.';
  if (army.march?.kind === 'attack') return 'It is on its way to an attack; it can only be recalled.';
  if (army.march === null && empire.armies.length > armyLimit) {
    return `With more than ${armyLimit} armies none marches out; merge some.`;
  }
  return null;
}

export function toArmyPart(
  { empire, world, now }: Realm,
  army: Army,
  neighbours: readonly Neighbour[],
  look: Tile | null,
): ArmyPart {
  const status = statusOfArmy(empire, army, now);
  const tile = tileOf(army, now);
  const total = countUnits(army.units);
  const reason = reasonOf(empire, army, status);
  const march = reason === null;
  return {
    id: army.id,
    name: army.name,
    status,
    doing: describe(empire, army, status, now),
    tile,
    units: unitTypes
      .filter((type) => army.units[type] > 0)
      .map((type) => ({ type, name: stackNames[type], count: army.units[type] })),
    total,
    tilesPerHour: paceOf(army.units) * world.speed,
    carry: carryOf(army.units),
    loot: army.loot,
    until: untilOf(army, status),
    battleId: army.march?.battleId ?? null,
    orders: {
      march,
      recall: army.march !== null && army.march.kind !== 'return',
      split: army.march === null && total > 1,
    },
    reason,
    mergeable:
      army.march === null
        ? empire.armies
            .filter((other) => other.id !== army.id && other.march === null && sameTile(other, army))
            .map((other) => ({ id: other.id, name: other.name, total: countUnits(other.units) }))
        : [],
    targets: march ? targetsOf(army, tile, neighbours, look, world.speed) : [],
  };
}
