/**
 * Exactly what a player can see: their own empire, the surroundings on the map and on the pages of other empires,
 * attacks under way, and their latest battles.
 */
import type { BattleResult } from '../../contract/vocabulary.ts';
import { militiaOf } from '../../game/balance.ts';
import { stacksOf } from '../../game/fight/battle.ts';
import { fullOutput, levelOf, populationOf, wholeStock } from '../../game/economy/stock.ts';
import type { PlaceToGuard } from '../../game/orders/guard-order.ts';
import { axisDistance, sameTile } from '../../game/march/map.ts';
import { cityAt, standsAt } from '../../game/march/marching.ts';
import type { GuardInWay } from '../../game/fight/odds.ts';
import { keeperMilitia } from '../../game/contact/seats.ts';
import type { Empire, HeldSeat, Tile, Units } from '../../game/types.ts';
import { sumUnits } from '../../game/counts.ts';

/** Visible distance from the capital, to each side: the maximum radius of the map route. */
export const sightTiles = 50;
/** Number of the latest battles that a player sees. */
export const latestBattles = 20;

export interface Sight {
  now: number;
  speed: number;
  radius: number;
  /** Milliseconds until the next turn of the player. */
  nextTurnMs: number;
  /** The own empire, advanced to `now`. Values that its owner cannot see (loot on the way) may be empty. */
  own: Empire;
  neighbours: readonly Neighbour[];
  /** Tiles of all visible cities of other empires, and of seats. */
  cities: readonly Tile[];
  /** Attacks on the player before their contact. */
  threats: readonly Threat[];
  /** Those on cities and seats of the other members of its alliance. */
  alliedThreats: readonly AlliedThreat[];
  /** The latest battles of the player, on either side. */
  battles: readonly BattleRecord[];
  /** Seats of other empires. */
  seats: readonly SeatView[];
}

export interface Threat {
  attackerId: string;
  tile: Tile;
  contactAt: number;
  /** Null if the attacking army is not visible. */
  units: Units | null;
  /** Whether an army of another empire guards the target. */
  isGuarded: boolean;
}

export type AlliedThreat = Threat & PlaceToGuard;

export interface BattleRecord {
  attackerId: string;
  defenderId: string;
  tile: Tile;
  /** Time of the contact. */
  at: number;
  /** Null until the contact. */
  result: BattleResult | null;
}

/** Another empire as every player sees it. Its armies may be incomplete; `score` and `units` include all of them. */
export interface VisibleEmpire {
  empire: Empire;
  score: number;
  units: Units;
}

export function isInSight({ cities: [capital] }: Empire, tile: Tile): boolean {
  return capital !== undefined && axisDistance(tile, capital) <= sightTiles;
}

/** Another empire, with its cities and idle armies in sight of this one. */
export function toNeighbour(own: Empire, { empire, score, units }: VisibleEmpire) {
  return {
    id: empire.id,
    kind: empire.kind,
    /** Null outside of an alliance. */
    allianceId: empire.membership?.allianceId ?? null,
    score,
    createdAt: empire.createdAt,
    leave: empire.leave,
    /** Whole units. */
    stock: wholeStock(empire),
    /** Includes cities out of sight. */
    cityCount: empire.cities.length,
    /** All units of the empire, wherever they are. */
    units,
    cities: empire.cities
      .filter((city) => isInSight(own, city))
      .map((city) => ({
        id: city.id,
        tile: { x: city.x, y: city.y },
        wall: levelOf(city, 'wall'),
        warehouse: levelOf(city, 'warehouse'),
        militia: militiaOf(populationOf(city), empire.kind),
        /** Net output per hour at speed 1, as if it were not sacked. */
        output: fullOutput(city),
        isSacked: city.sackedUntil !== null,
        /** All units of the owner on the tile. */
        units: sumUnits(empire.armies.filter((army) => standsAt(army, city))),
      })),
    /** Idle armies outside of its cities. */
    armies: empire.armies
      .filter((army) => army.march === null && cityAt(empire, army) === null && isInSight(own, army))
      .map((army) => ({ tile: { x: army.x, y: army.y }, units: army.units })),
  };
}

export type Neighbour = ReturnType<typeof toNeighbour>;
export type NeighbourCity = Neighbour['cities'][number];

/**
 * The army that guards a place of this holder, as far as it can be seen: one of another member of its alliance on the tile.
 * @param moraleOf morale of the attacker against an empire of this score
 */
export function guardOn(
  { neighbours }: Pick<Sight, 'neighbours'>,
  tile: Tile,
  holder: { id: string; allianceId: string | null },
  moraleOf: (score: number) => number,
): GuardInWay | null {
  if (holder.allianceId === null) return null;
  for (const { id, allianceId, score, armies } of neighbours) {
    const army = armies.find((each) => sameTile(each.tile, tile));
    if (army !== undefined && id !== holder.id && allianceId === holder.allianceId)
      return { stacks: stacksOf(army.units), morale: moraleOf(score) };
  }
  return null;
}

/**
 * A seat of another empire.
 * @param attacks those of others on it before their contact, with the values of their armies at the order
 */
export function toSeatView(
  own: Empire,
  { id, x, y, heldSince }: HeldSeat,
  { empire, score, units }: VisibleEmpire,
  attacks: readonly { contactAt: number; value: number }[],
) {
  const tile = { x, y };
  const garrison = isInSight(own, tile)
    ? sumUnits(empire.armies.filter((army) => standsAt(army, tile)))
    : units;
  return {
    id,
    tile,
    /** Since when a player has held it; null for its keeper. */
    heldSince,
    holder: { id: empire.id, score, allianceId: empire.membership?.allianceId ?? null },
    /** The militia of the keeper, or the units of the holder on the tile; if that is out of sight, all of its units. */
    defender: stacksOf(garrison, empire.kind === 'keeper' ? keeperMilitia : 0),
    attacks,
  };
}

export type SeatView = ReturnType<typeof toSeatView>;
