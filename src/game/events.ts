/** Game events: what the core reports when a command or the passing of time changes something. */
import type { BuildingType, TargetType, UnitType } from '../contract/vocabulary.ts';
import type { Amounts, Tile, Units } from './types.ts';

export type GameEvent =
  | { kind: 'city_founded'; at: number; empireId: string; cityId: string }
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
