/** What a mind can wish for, and how it remembers what was refused. */
import type { BuildingType, TargetType, UnitType } from '../../contract/vocabulary.ts';
import type { Tile, Units } from '../../game/types.ts';

export type Order =
  | { kind: 'build'; cityId: string; building: BuildingType; quantity: number }
  | { kind: 'train'; cityId: string; unit: UnitType; quantity: number }
  | { kind: 'found'; name: string; tile: Tile }
  | { kind: 'move'; armyId: string; to: Tile }
  | { kind: 'recall'; armyId: string }
  /** `as` names the new army in later orders of the same look, before it has an id. */
  | { kind: 'split'; armyId: string; units: Units; as: string }
  | { kind: 'merge'; armyId: string; otherId: string }
  | { kind: 'attack'; armyId: string; target: { type: TargetType; id: string } };

/** Until when each refused wish is left alone. */
export type Memory = Readonly<Record<string, number>>;

export const noMemory: Memory = {};

/** What makes two orders the same wish: all but how many. */
export function wishOf(order: Order): string {
  switch (order.kind) {
    case 'build':
      return `build ${order.cityId} ${order.building}`;
    case 'train':
      return `train ${order.cityId} ${order.unit}`;
    case 'found':
      return `found ${order.tile.x} ${order.tile.y}`;
    case 'attack':
      return `attack ${order.target.id}`;
    case 'move':
    case 'recall':
    case 'split':
    case 'merge':
      return `${order.kind} ${order.armyId}`;
  }
}

/** Leaves a refused order alone until the next look but one; what is long over is forgotten. */
export function rememberRefusal(memory: Memory, order: Order, now: number, nextLookMs: number): Memory {
  const kept = Object.entries(memory).filter(([, until]) => until > now);
  return { ...Object.fromEntries(kept), [wishOf(order)]: now + Math.ceil(1.5 * nextLookMs) };
}
