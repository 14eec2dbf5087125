/** Game events: what the core reports when a command or the passing of time changes something. */
import type {
  AllianceRole,
  BuildingType,
  GoalName,
  LeaveReason,
  TargetType,
  UnitType,
} from '../contract/vocabulary.ts';
import type { Amounts, Tile, Units, Wish } from './types.ts';

export type GameEvent =
  | { kind: 'city_founded'; at: number; empireId: string; cityId: string }
  | { kind: 'city_renamed'; at: number; empireId: string; cityId: string; from: string; to: string }
  | {
      kind: 'construction_complete';
      at: number;
      empireId: string;
      cityId: string;
      building: { id: string; type: BuildingType; level: number };
    }
  | {
      kind: 'training_complete';
      at: number;
      empireId: string;
      cityId: string;
      unit: UnitType;
      quantity: number;
    }
  | {
      kind: 'army_arrived';
      at: number;
      empireId: string;
      armyId: string;
      armyName: string;
      tile: Tile;
      loot: Amounts;
    }
  | { kind: 'desertion'; at: number; empireId: string; lost: Units }
  | { kind: 'sack_ended'; at: number; empireId: string; cityId: string }
  /** A seat has changed hands; `empireId` is the new holder, or the former one. */
  | {
      kind: 'seat_taken' | 'seat_lost';
      at: number;
      empireId: string;
      opponentId: string;
      battleId: string;
      seat: { id: string; number: number } & Tile;
    }
  /** A reign ended at `at`, with crowns in 1/3,600,000 (above 0). */
  | { kind: 'reign_ended'; at: number; empireId: string; crownParts: number }
  /** An empire reached a goal and received its reward. */
  | { kind: 'goal_reached'; at: number; empireId: string; goal: GoalName }
  /** An empire founded or joined an alliance, or got another role in it. */
  | {
      kind: 'alliance_joined' | 'alliance_role';
      at: number;
      empireId: string;
      allianceId: string;
      tag: string;
      role: AllianceRole;
    }
  | {
      kind: 'alliance_left';
      at: number;
      empireId: string;
      allianceId: string;
      tag: string;
      reason: LeaveReason;
    }
  /** A wish became an order. */
  | { kind: 'wish_ordered'; at: number; empireId: string; wish: Wish }
  | {
      kind: 'battle_ordered';
      at: number;
      battleId: string;
      attackerId: string;
      defenderId: string;
      defenderName: string;
      contactAt: number;
      target: { type: TargetType; id: string };
      tile: Tile;
    }
  /** A contact was resolved or a battle called off: its outcome is final. */
  | { kind: 'battle_decided'; at: number; battleId: string; attackerId: string; defenderId: string };

export type Emit = (gameEvent: GameEvent) => void;
