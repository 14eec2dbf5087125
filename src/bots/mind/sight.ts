/**
 * What a player sees when he looks at his game, and nothing more: his own empire, the country around as the map and
 * other empires' pages show it, attacks that are under way, and the latest battles he was in.
 */
import type { BattleResult } from '../../contract/vocabulary.ts';
import type { Amounts, Empire, Tile, Units } from '../../game/types.ts';

export interface Sight {
  now: number;
  /** Of the world. */
  speed: number;
  radius: number;
  /** Milliseconds until the player looks again. */
  nextLookMs: number;
  /** The own empire, settled to `now`. What its owner is not shown (loot on the way) may be left empty. */
  own: Empire;
  neighbours: readonly Neighbour[];
  /** Tiles of all cities around that are not the player's. */
  cities: readonly Tile[];
  /** Attacks on the player that have not met him yet. */
  threats: readonly Threat[];
  /** The latest battles the player was in, either side. */
  battles: readonly BattleNote[];
}

export interface Neighbour {
  id: string;
  score: number;
  createdAt: number;
  /** Whole units. */
  stock: Amounts;
  /** How many it has in all, those out of sight included. */
  cityCount: number;
  /** All it has under arms, wherever that is. */
  units: Units;
  cities: readonly NeighbourCity[];
  /** Armies that stand outside of its cities. */
  armies: readonly { id: string; tile: Tile; units: Units }[];
}

export interface NeighbourCity {
  id: string;
  tile: Tile;
  wall: number;
  warehouse: number;
  militia: number;
  /** All that stands there. */
  units: Units;
}

export interface Threat {
  battleId: string;
  attackerId: string;
  tile: Tile;
  contactAt: number;
  /** Null where the army cannot be made out. */
  units: Units | null;
}

export interface BattleNote {
  attackerId: string;
  defenderId: string;
  tile: Tile;
  /** Of the contact. */
  at: number;
  /** Null while it is under way. */
  result: BattleResult | null;
}
