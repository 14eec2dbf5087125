/**
 * The world as plain objects. Times are milliseconds since 1970. Tile coordinates are integers from -radius to
 * radius. Stock is in 1/3,600,000 of a unit (see economy.ts); all other counts are whole units.
 */
import type {
  BattleResult,
  BuildingType,
  LedgerCause,
  Resource,
  StackType,
  TargetType,
  UnitType,
  CallOffReason,
} from '../contract/vocabulary.ts';

export type Amounts = Record<Resource, number>;
export type Units = Record<UnitType, number>;
/** Units of each stack in a battle. */
export type Stacks = Record<StackType, number>;

export interface Tile {
  x: number;
  y: number;
}

export interface Building {
  id: string;
  type: BuildingType;
  /** 0 until its first level is complete. */
  level: number;
}

/** One ordered level. Only the first of a city's queue is under construction and has its two times. */
export interface QueuedLevel {
  orderId: string;
  type: BuildingType;
  /** The level that was paid for; see `completeLevel` for the level that is reached. */
  level: number;
  cost: Amounts;
  startsAt: number | null;
  completesAt: number | null;
}

/** Ordered units. Only the first batch of each training building is in training and has its two times. */
export interface Batch {
  id: string;
  unit: UnitType;
  quantity: number;
  startsAt: number | null;
  completesAt: number | null;
}

export interface City {
  id: string;
  name: string;
  x: number;
  y: number;
  foundedAt: number;
  buildings: Building[];
  construction: QueuedLevel[];
  training: Batch[];
  /** Times of the defeats in which at least half of the available plunder was taken. */
  plunderedAt: number[];
}

export interface March {
  kind: 'move' | 'attack' | 'return';
  from: Tile;
  to: Tile;
  /** May be in the future: a fighting army departs when the playback of its last round ends. */
  departsAt: number;
  /** For an attack, the time of contact. */
  arrivesAt: number;
  battleId: string | null;
  /** The battle that brought the loot of a march home. Optional, because rows of earlier releases lack it. */
  lootBattleId?: string;
}

export interface Army {
  id: string;
  name: string;
  /** Its tile; on a march, the tile from which it set out. */
  x: number;
  y: number;
  units: Units;
  homeCityId: string;
  standingSince: number;
  march: March | null;
  /** In whole units; delivered on arrival. */
  loot: Amounts;
}

/** The subject of a posting; null for references that do not apply. */
export interface EntrySubject {
  cause: LedgerCause;
  cityId: string | null;
  battleId: string | null;
  /** For an order, its highest level; for a cancelled order, its lowest unfinished level. */
  building: { type: BuildingType; level: number } | null;
}

export interface Posting extends EntrySubject {
  /** `settledAt` of the empire at the time of the posting. */
  at: number;
  /** Change in 1/3,600,000 of a unit; negative for a decrease. */
  stock: Amounts;
  units: Units;
  stockAfter: Amounts;
  unitsAfter: Units;
}

/** Everything one empire owns. */
export interface Empire {
  id: string;
  name: string;
  ownerId: string;
  description: string | null;
  createdAt: number;
  stock: Amounts;
  /** The moment up to which everything has been applied. */
  settledAt: number;
  /** Total cost of founding additional cities, all resources added. */
  foundingPaid: number;
  /** Value of enemy units destroyed, in attack and defence. */
  destroyedValue: number;
  /** Newcomer protection ended early and permanently. */
  protectionEnded: boolean;
  lastActiveAt: number;
  lastDesertionAt: number | null;
  /** Time of the last contact with each empire that attacked this one; kept for seven days. */
  attackedBy: Record<string, number>;
  /** Number of armies ever created. Army names use it. */
  armiesRaised: number;
  /** Number of the last entry in the event log. */
  eventSeq: number;
  cities: City[];
  armies: Army[];
  /** Changes of stock and units since the empire was loaded, oldest first; null if no ledger is kept. */
  postings: Posting[] | null;
}

export interface Round {
  attacker: RoundSide;
  defender: RoundSide;
}

export interface RoundSide {
  /** Living units after the round. */
  units: Stacks;
  /** Milli-hp dealt in the round, overkill included. */
  damage: Stacks;
}

/** The result of a battle. It never changes afterwards. */
export interface Outcome {
  result: BattleResult;
  /** Time of contact, or time at which the battle was called off. */
  at: number;
  /** When the playback of the last round ends. */
  endsAt: number;
  /** Why the battle was called off; null if it was fought. */
  reason: CallOffReason | null;
  /** Thousandths. */
  morale: number;
  wall: { before: number; after: number } | null;
  attackerStart: Stacks;
  defenderStart: Stacks;
  rounds: Round[];
  loot: Amounts;
}

export interface Battle {
  id: string;
  /** Increases with every battle of the world. It orders contacts of the same millisecond. */
  number: number;
  attackerId: string;
  defenderId: string;
  armyId: string;
  target: { type: TargetType; id: string };
  x: number;
  y: number;
  orderedAt: number;
  contactAt: number;
  seed: string;
  outcome: Outcome | null;
}

/** The whole world, or the part of it that one transaction has locked. */
export interface WorldSlice {
  /** 1 (normal) to 3600. */
  speed: number;
  radius: number;
  empires: Map<string, Empire>;
  /** Undecided battles of the empires in this slice, and battles decided while it is loaded. */
  battles: Map<string, Battle>;
}
