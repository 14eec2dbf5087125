/** The orders of a mind, and its memory of refusals. */
import type { BuildingType, UnitType } from '../../contract/vocabulary.ts';
import type { Exchange } from '../../game/economy/exchange.ts';
import type { GuardedPlace, Tile, Units } from '../../game/types.ts';

export type Order =
  | { kind: 'build'; cityId: string; building: BuildingType; quantity: number }
  | { kind: 'train'; cityId: string; unit: UnitType; quantity: number }
  | ({ kind: 'exchange'; cityId: string } & Exchange)
  | { kind: 'found'; name: string; tile: Tile }
  | { kind: 'move'; armyId: string; to: Tile }
  | { kind: 'recall'; armyId: string }
  /** `as` names the new army in later orders of the same turn, before it has an id. */
  | { kind: 'split'; armyId: string; units: Units; as: string }
  | { kind: 'merge'; armyId: string; otherId: string }
  | { kind: 'guard'; armyId: string; place: GuardedPlace }
  | { kind: 'attack'; armyId: string; target: GuardedPlace };

export function noOrders(): Record<Order['kind'], number> {
  return {
    build: 0,
    train: 0,
    exchange: 0,
    found: 0,
    move: 0,
    recall: 0,
    split: 0,
    merge: 0,
    attack: 0,
    guard: 0,
  };
}

/** By order key, until when a refused order is not repeated. */
export type Memory = Readonly<Record<string, number>>;

export const noMemory: Memory = {};

/** Other quantities give the same key. */
export function orderKey(order: Order): string {
  switch (order.kind) {
    case 'build':
      return `build ${order.cityId} ${order.building}`;
    case 'train':
      return `train ${order.cityId} ${order.unit}`;
    case 'exchange':
      return `exchange ${order.give} ${order.take}`;
    case 'found':
      return `found ${order.tile.x} ${order.tile.y}`;
    case 'attack':
      return `attack ${order.target.id}`;
    case 'guard':
      return `guard ${order.place.id}`;
    case 'move':
    case 'recall':
    case 'split':
    case 'merge':
      return `${order.kind} ${order.armyId}`;
  }
}

/** For 1.5 turns, so that the next turn skips the order. */
export function rememberRefusal(memory: Memory, order: Order, now: number, nextTurnMs: number): Memory {
  const unexpired = Object.entries(memory).filter(([, until]) => until > now);
  return { ...Object.fromEntries(unexpired), [orderKey(order)]: now + Math.ceil(1.5 * nextTurnMs) };
}
