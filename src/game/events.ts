/** Game events: what the core reports when a command or the passing of time changes something. */
import type { AllianceRole, GoalName, LeaveReason, TargetType, UnitType } from '../contract/vocabulary.ts';
import type { Amounts, Building, GuardedPlace, Tile, Units, Wish } from './types.ts';

type EmpireGameEvent = { at: number; empireId: string } & (
  | { kind: 'city_founded' | 'sack_ended'; cityId: string }
  | { kind: 'city_renamed'; cityId: string; from: string; to: string }
  | { kind: 'construction_complete'; cityId: string; building: Building }
  | { kind: 'training_complete'; cityId: string; unit: UnitType; quantity: number }
  | { kind: 'army_arrived'; armyId: string; armyName: string; tile: Tile; loot: Amounts }
  | { kind: 'desertion'; lost: Units }
  /** `empireId` is the new holder, or the former one. */
  | {
      kind: 'seat_taken' | 'seat_lost';
      opponentId: string;
      battleId: string;
      seat: { id: string; number: number } & Tile;
    }
  /** An army of this empire begins or ceases to guard a place of `holderId`. */
  | {
      kind: 'guard_arrived' | 'guard_left' | 'guard_fell';
      holderId: string | null;
      armyId: string;
      armyName: string;
      place: GuardedPlace;
      tile: Tile;
    }
  /** Crowns in 1/3,600,000 (above 0); part of them count for alliances, by their ids. */
  | { kind: 'reign_ended'; crownParts: number; allianceCrowns: Record<string, number> }
  | { kind: 'goal_reached'; goal: GoalName }
  | { kind: 'alliance_joined' | 'alliance_role'; allianceId: string; tag: string; role: AllianceRole }
  | { kind: 'alliance_left'; allianceId: string; tag: string; reason: LeaveReason }
  | { kind: 'leave_begun'; endsAt: number }
  /** `beganAt` is null if it was dropped before it began. */
  | { kind: 'leave_ended'; beganAt: number | null }
  | { kind: 'protection_ended' }
  | { kind: 'wish_ordered'; wish: Wish }
);

type BattleGameEvent = {
  at: number;
  battleId: string;
  attackerId: string;
  defenderId: string;
  allyId: string | null;
} & (
  | {
      kind: 'battle_ordered';
      /** Of the holder of the target. */
      holderName: string;
      contactAt: number;
      target: { type: TargetType; id: string };
      tile: Tile;
    }
  /** A contact was resolved, or a battle called off. */
  | { kind: 'battle_decided' }
);

export type GameEvent = EmpireGameEvent | BattleGameEvent;

export type Emit = (gameEvent: GameEvent) => void;
