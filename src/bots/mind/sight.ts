/** Exactly what a player can see. */
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

/** From the capital, to each side: the maximum radius of the map route. */
export const sightTiles = 50;
/** The maximum of the route: the attacks of a day are counted in them. */
export const latestBattles = 100;

export interface Sight {
  now: number;
  speed: number;
  radius: number;
  nextTurnMs: number;
  /** Advanced to `now`. Values that its owner cannot see (loot on the way) may be empty. */
  own: Empire;
  neighbours: readonly Neighbour[];
  /** Of all visible cities of other empires, and of seats. */
  cities: readonly Tile[];
  threats: readonly Threat[];
  /** Attacks on cities and seats of allies. */
  alliedThreats: readonly AlliedThreat[];
  /** The latest, on either side. */
  battles: readonly BattleRecord[];
  /** Of other empires. */
  seats: readonly SeatView[];
}

export interface Threat {
  attackerId: string;
  tile: Tile;
  contactAt: number;
  /** Null if the attacking army is not visible. */
  units: Units | null;
  /** By an army of another empire. */
  isGuarded: boolean;
}

export type AlliedThreat = Threat & PlaceToGuard;

export interface BattleRecord {
  attackerId: string;
  defenderId: string;
  tile: Tile;
  at: number;
  /** Null until the contact. */
  result: BattleResult | null;
}

/** As every player sees it. Its armies may be incomplete; `score` and `units` include all of them. */
export interface VisibleEmpire {
  empire: Empire;
  /** Not a bot, a village or a keeper. */
  isPerson: boolean;
  score: number;
  units: Units;
}

export function isInSight({ cities: [capital] }: Empire, tile: Tile): boolean {
  return capital !== undefined && axisDistance(tile, capital) <= sightTiles;
}

/** With its cities and idle armies in sight of the own empire. */
export function toNeighbour(own: Empire, { empire, isPerson, score, units }: VisibleEmpire) {
  return {
    id: empire.id,
    kind: empire.kind,
    isPerson,
    allianceId: empire.membership?.allianceId ?? null,
    score,
    createdAt: empire.createdAt,
    leave: empire.leave,
    /** Whole units. */
    stock: wholeStock(empire),
    /** Includes cities out of sight. */
    cityCount: empire.cities.length,
    /** Wherever they are. */
    units,
    cities: empire.cities
      .filter((city) => isInSight(own, city))
      .map((city) => ({
        id: city.id,
        tile: { x: city.x, y: city.y },
        wall: levelOf(city, 'wall'),
        warehouse: levelOf(city, 'warehouse'),
        militia: militiaOf(populationOf(city), empire.kind),
        /** Per hour at speed 1, as if it were not sacked. */
        output: fullOutput(city),
        isSacked: city.sackedUntil !== null,
        /** Those of the owner on the tile. */
        units: sumUnits(empire.armies.filter((army) => standsAt(army, city))),
      })),
    /** Idle, outside of its cities. */
    armies: empire.armies
      .filter((army) => army.march === null && cityAt(empire, army) === null && isInSight(own, army))
      .map((army) => ({ tile: { x: army.x, y: army.y }, units: army.units })),
  };
}

export type Neighbour = ReturnType<typeof toNeighbour>;
export type NeighbourCity = Neighbour['cities'][number];

/**
 * As far as it can be seen: an army of another member of the holder's alliance.
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

/** @param attacks before their contact, with the values of their armies at the order */
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
    /** Null for its keeper. */
    heldSince,
    holder: { id: empire.id, score, allianceId: empire.membership?.allianceId ?? null },
    /** The keeper's militia, or the holder's units on the tile; out of sight, all of its units. */
    defender: stacksOf(garrison, empire.kind === 'keeper' ? keeperMilitia : 0),
    attacks,
  };
}

export type SeatView = ReturnType<typeof toSeatView>;
