/**
 * The world as plain objects. Moments are milliseconds since 1970; tiles are integers from -radius to radius;
 * stock is in 1/3,600,000 of a unit (see economy.ts), every other count in whole units.
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
/** How many of each stack stand in a battle. */
export type Stacks = Record<StackType, number>;

export interface Tile {
  x: number;
  y: number;
}

export interface Building {
  id: string;
  type: BuildingType;
  /** 0 while its first level waits or is being built. */
  level: number;
}

/** One ordered level. The first of a city's queue is being built: only it has its two moments. */
export interface QueuedLevel {
  orderId: string;
  type: BuildingType;
  /** The level that was paid for. */
  level: number;
  cost: Amounts;
  startsAt: number | null;
  completesAt: number | null;
}

/** Units in training. The first batch of each training building is in training: only it has its two moments. */
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
  /** Lost fights in which at least half of what could be taken was taken. */
  plunderedAt: number[];
}

export interface March {
  kind: 'move' | 'attack' | 'return';
  from: Tile;
  to: Tile;
  /** May lie ahead: an army that fights returns when its last round has been shown. */
  departsAt: number;
  /** For an attack, the contact. */
  arrivesAt: number;
  battleId: string | null;
  /** On a way home with loot, the battle that it was won in; absent where an earlier release wrote the march. */
  lootBattleId?: string;
}

export interface Army {
  id: string;
  name: string;
  /** Where it stands; on a march, where it set out. */
  x: number;
  y: number;
  units: Units;
  homeCityId: string;
  standingSince: number;
  march: March | null;
  /** Whole units, carried home. */
  loot: Amounts;
}

/** What a posting speaks of; null where it speaks of no such thing. */
export interface EntrySubject {
  cause: LedgerCause;
  cityId: string | null;
  battleId: string | null;
  /** Ordered up to this level; of a cancelled order, the lowest level that is not built. */
  building: { type: BuildingType; level: number } | null;
}

export interface Posting extends EntrySubject {
  /** The moment up to which the empire was settled. */
  at: number;
  /** Parts of a unit of stock; negative where something went. */
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
  /** List price of what founding further cities has cost, all resources together. */
  foundingPaid: number;
  /** Value of enemies destroyed, in attack and defence. */
  destroyedValue: number;
  /** The newcomer's protection has ended before its time, once and for ever. */
  protectionEnded: boolean;
  lastActiveAt: number;
  lastDesertionAt: number | null;
  /** The last contact with each empire that attacked this one; kept for seven days. */
  attackedBy: Record<string, number>;
  /** How many armies were ever raised; names the next. */
  armiesRaised: number;
  /** Number of the last event told. */
  eventSeq: number;
  cities: City[];
  armies: Army[];
  /** What changed stock and units since it was loaded, oldest first; null where nobody keeps books. */
  postings: Posting[] | null;
}

export interface Round {
  attacker: RoundSide;
  defender: RoundSide;
}

export interface RoundSide {
  /** Left standing after the round. */
  units: Stacks;
  /** Milli-hp dealt in the round, overkill included. */
  damage: Stacks;
}

/** What became of a battle at its contact; never changed afterwards. */
export interface Outcome {
  result: BattleResult;
  /** Contact, or the moment it was called off. */
  at: number;
  /** When the last round has been shown. */
  endsAt: number;
  /** Why it was called off. */
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
  /** Rises with every battle of the world; orders contacts of the same millisecond. */
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

/** The whole world, or the slice of it that one transaction has locked. */
export interface WorldSlice {
  /** 1 (normal) to 3600. */
  speed: number;
  radius: number;
  empires: Map<string, Empire>;
  /** Battles without an outcome in which an empire of this slice takes part, and those settled in it. */
  battles: Map<string, Battle>;
}
