/**
 * The world as plain objects. Times are milliseconds since 1970. Tile coordinates are integers from -radius to
 * radius. Stock is in 1/3,600,000 of a unit (see economy/stock.ts); all other counts are whole units.
 */
import type {
  AllianceRole,
  BuildingType,
  EmpireKind,
  GoalName,
  LedgerCause,
  UnitType,
} from '../contract/vocabulary.ts';
import type { Battle } from './battle-types.ts';
import type { Amounts, Units, Guard, GuardedPlace, Leave } from './counts.ts';

export type { Amounts, Guard, GuardedPlace, Leave, OrderedLeave, Stacks, Units } from './counts.ts';

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

/** Only the first of a city's queue is under construction and has its two times. */
export interface QueuedLevel {
  orderId: string;
  type: BuildingType;
  /** The level that was paid for; see `completeLevel` for the level that is reached. */
  level: number;
  cost: Amounts;
  startsAt: number | null;
  completesAt: number | null;
}

/** Only the first batch of each training building is in training and has its two times. */
export interface Batch {
  id: string;
  unit: UnitType;
  quantity: number;
  startsAt: number | null;
  completesAt: number | null;
}

/** The next level of a building, ordered once it is possible and affordable. */
export interface WishedLevel {
  /** Also the id of its order. */
  id: string;
  cityId: string;
  type: BuildingType;
  /** Of the building if it is a new one. */
  buildingId: string;
}

export interface WishedBatch {
  /** Also the id of the batch. */
  id: string;
  cityId: string;
  unit: UnitType;
  quantity: number;
}

export type Wish = WishedLevel | WishedBatch;

export interface Wishes {
  /** In their owner's order. */
  list: Wish[];
  /** In whole units: what wishes leave in the stock. */
  reserve: Amounts;
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
  /** Of the last 24 h / speed, with at least a thousandth taken. */
  plunderedAt: Plundering[];
  /** Null if it is not sacked. */
  sackedUntil: number | null;
}

/** What a lost fight took from the stock. */
export interface Plundering {
  at: number;
  /** Thousandths of what could be taken. */
  share: number;
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
  /** Absent without loot. */
  lootBattleId?: string;
}

export interface Army {
  id: string;
  name: string;
  /** On a march, the tile from which it set out. */
  x: number;
  y: number;
  units: Units;
  homeCityId: string;
  standingSince: number;
  march: March | null;
  /** In whole units; delivered on arrival. */
  loot: Amounts;
  /** The place of an ally that it guards, or will guard on arrival. */
  guards: GuardedPlace | null;
}

/** Of a posting; null for references that do not apply. */
export interface EntrySubject {
  cause: LedgerCause;
  cityId: string | null;
  battleId: string | null;
  /** For an order, its highest level; for a cancelled order, its lowest unfinished level. */
  building: { type: BuildingType; level: number } | null;
}

export interface Posting extends EntrySubject {
  /** `advancedAt` of the empire at the posting. */
  at: number;
  /** In 1/3,600,000 of a unit; negative for a decrease. */
  stock: Amounts;
  units: Units;
  stockAfter: Amounts;
  unitsAfter: Units;
}

/** As the row of its holder lists it. */
export interface HeldSeat extends Tile {
  id: string;
  /** From 0, in the order in which seats are made. */
  number: number;
  /** Null while its keeper has held it from the start. */
  heldSince: number | null;
}

export interface Membership {
  allianceId: string;
  tag: string;
  /** As it was given; see `leaderOf` for who leads. */
  role: AllianceRole;
  joinedAt: number;
  roleSince: number;
  /** When the alliance was dissolved: the end of the membership is due. */
  dissolvedAt: number | null;
}

export interface Empire {
  id: string;
  kind: EmpireKind;
  name: string;
  ownerId: string;
  description: string | null;
  createdAt: number;
  stock: Amounts;
  /** Everything until then has been applied. */
  advancedAt: number;
  /** Cost of additional cities, all resources added. */
  foundingPaid: number;
  /** Of enemy units, in attack and defence. */
  destroyedValue: number;
  /** Newcomer protection ended early and permanently. */
  protectionEnded: boolean;
  lastActiveAt: number;
  lastDesertionAt: number | null;
  /** Last contact with each empire that attacked this one; kept for seven days. */
  attackedBy: Record<string, number>;
  /** Until when each target cannot be attacked again after a recall. */
  recalledUntil: Record<string, number>;
  /** Armies ever created, for their names. */
  armiesRaised: number;
  /** Number of the last entry in the event log. */
  eventSeq: number;
  /** Null at full strength, and for empires other than villages. */
  growsAt: number | null;
  /** In the order in which they were taken. */
  seats: HeldSeat[];
  /**
   * Crowns of the current reign in 1/3,600,000, minus those that the present seats earn from its start. It changes only
   * with the seats and the reign; see `crownPartsAt`.
   */
  crownOffset: number;
  /** The same by alliance: each crown counts for that of the moment when it is earned. */
  allianceCrowns: Record<string, number>;
  /** Null without seats and crowns. */
  reignEndsAt: number | null;
  /** When each was reached. Only players reach goals. */
  goals: Partial<Record<GoalName, number>>;
  /** Attacks won, also on villages and seats. */
  victories: number;
  /** Null without wishes and reserve. */
  wishes: Wishes | null;
  membership: Membership | null;
  /** The last that it left. */
  formerAlliance: { allianceId: string; leftAt: number } | null;
  /** Ordered or begun; null without a leave. */
  leave: Leave | null;
  /** Also the end of a notice, unless it was cancelled within ten minutes. */
  leaveEndedAt: number | null;
  cities: City[];
  armies: Army[];
  /** Since the empire was loaded, oldest first; null if no ledger is kept. */
  postings: Posting[] | null;
}

/** The whole world, or the part of it that one transaction has locked. */
export interface WorldSlice {
  /** 1 (normal) to 3600. */
  speed: number;
  radius: number;
  firstReignAt: number;
  empires: Map<string, Empire>;
  /** Undecided battles of these empires, and those decided while the slice is loaded. */
  battles: Map<string, Battle>;
  /**
   * Guards at the places of these empires, and their own; armies and holders may be outside the slice. Absent in a
   * whole world.
   */
  knownGuards?: readonly Guard[];
}
