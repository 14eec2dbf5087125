/**
 * Exactly what a player can see: their own empire, the surroundings on the map and on the pages of other empires,
 * attacks under way, and their latest battles.
 */
import type { BattleResult, EmpireKind } from '../../contract/vocabulary.ts';
import type { Amounts, Empire, Stacks, Tile, Units } from '../../game/types.ts';

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
  /** The latest battles of the player, on either side. */
  battles: readonly BattleRecord[];
  /** Seats of the world, except for those of the player. */
  seats: readonly SeatView[];
}

export interface Neighbour {
  id: string;
  kind: EmpireKind;
  /** Its alliance; null outside of one. */
  allianceId: string | null;
  score: number;
  createdAt: number;
  /** Whole units. */
  stock: Amounts;
  /** Includes cities out of sight. */
  cityCount: number;
  /** All units of the empire, wherever they are. */
  units: Units;
  cities: readonly NeighbourCity[];
  /** Idle armies outside of its cities. */
  armies: readonly { id: string; tile: Tile; units: Units }[];
}

export interface NeighbourCity {
  id: string;
  tile: Tile;
  wall: number;
  warehouse: number;
  militia: number;
  /** Net output per hour at speed 1, as if it were not sacked. */
  output: Amounts;
  isSacked: boolean;
  /** All units of the owner on the tile. */
  units: Units;
}

/** A seat that another empire holds. */
export interface SeatView {
  id: string;
  tile: Tile;
  /** Since when a player has held it; null for its keeper. */
  heldSince: number | null;
  holder: { id: string; score: number; allianceId: string | null };
  /** Its defenders: the units of the holder on the tile, or the militia of the keeper. */
  defender: Stacks;
}

export interface Threat {
  battleId: string;
  attackerId: string;
  tile: Tile;
  contactAt: number;
  /** Null if the attacking army is not visible. */
  units: Units | null;
}

export interface BattleRecord {
  attackerId: string;
  defenderId: string;
  tile: Tile;
  /** Time of the contact. */
  at: number;
  /** Null until the contact. */
  result: BattleResult | null;
}
