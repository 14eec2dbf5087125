/** Applies an order with the functions of the game: to the draft of a mind, and to the worlds of a tournament. */
import { moveArmy, mergeArmies, recallArmy, splitArmy } from '../../game/orders/armies.ts';
import { orderAttack, type Target } from '../../game/orders/attack.ts';
import { cityDistance } from '../../game/balance.ts';
import { orderLevels } from '../../game/economy/construction.ts';
import { exchange } from '../../game/economy/exchange.ts';
import { foundCity } from '../../game/founding/founding.ts';
import type { Emit } from '../../game/events.ts';
import { orderGuard, type PlaceToGuard } from '../../game/orders/guard-order.ts';
import { axisDistance, requireInWorld } from '../../game/march/map.ts';
import { orderBatch } from '../../game/economy/training.ts';
import type { Army, City, Empire, GuardedPlace, Tile, WorldSlice } from '../../game/types.ts';
import { GameError } from '../../kernel/errors.ts';
import type { Order } from './orders.ts';

export interface OrderContext {
  world: WorldSlice;
  empire: Empire;
  now: number;
  newId: () => string;
  emit: Emit;
  /** Known cities of other empires. */
  cities: readonly Tile[];
  /** As far as it is known; null if it does not exist. */
  findTarget: (target: GuardedPlace) => Target | null;
  /** Of an ally; null if it does not exist. */
  findPlace: (place: GuardedPlace) => PlaceToGuard | null;
  /** Ids of the armies that were split off in this turn, by their names in the orders; it adds to them. */
  splits: Map<string, string>;
  /** For an army that is split off under this name. */
  newArmyId: (as: string) => string;
}

/** Throws the GameError of the game function; NOT_FOUND. */
export function applyOrder(context: OrderContext, order: Order): void {
  const { world, empire, now, newId, emit } = context;
  const queue = { now, speed: world.speed, newId };
  switch (order.kind) {
    case 'build':
      orderLevels(empire, cityOf(empire, order.cityId), order.building, order.quantity, queue);
      return;
    case 'train':
      orderBatch(empire, cityOf(empire, order.cityId), order.unit, order.quantity, queue);
      return;
    case 'exchange':
      exchange(empire, cityOf(empire, order.cityId), order);
      return;
    case 'found':
      requireInWorld(order.tile, world.radius, 'location');
      requireDistance(order.tile, [...context.cities, ...empire.cities]);
      if (empire.cities.some(({ name }) => name === order.name)) throw new GameError('NAME_TAKEN');
      foundCity(empire, order, { now, newId, emit });
      return;
    case 'move':
      moveArmy(world, empire, armyOf(context, order.armyId), order.to, { now, emit });
      return;
    case 'recall':
      recallArmy(world, empire, armyOf(context, order.armyId), now, emit);
      return;
    case 'split': {
      const id = context.newArmyId(order.as);
      const part = { id, name: undefined, now, emit };
      splitArmy(world, empire, armyOf(context, order.armyId), order.units, part);
      context.splits.set(order.as, id);
      return;
    }
    case 'merge': {
      const other = armyOf(context, order.otherId);
      mergeArmies(world, empire, armyOf(context, order.armyId), other, { now, emit });
      return;
    }
    case 'guard': {
      const place = context.findPlace(order.place);
      if (place === null) throw new GameError('NOT_FOUND');
      orderGuard(world, empire, armyOf(context, order.armyId), place, { now, emit });
      return;
    }
    case 'attack': {
      const target = context.findTarget(order.target);
      if (target === null) throw new GameError('NOT_FOUND');
      const battle = { id: newId(), seed: newId() };
      orderAttack(world, empire, armyOf(context, order.armyId), target, { now, battle, emit });
    }
  }
}

function cityOf(empire: Empire, id: string): City {
  const city = empire.cities.find((candidate) => candidate.id === id);
  if (city === undefined) throw new GameError('NOT_FOUND');
  return city;
}

function armyOf({ empire, splits }: OrderContext, name: string): Army {
  const id = splits.get(name) ?? name;
  const army = empire.armies.find((candidate) => candidate.id === id);
  if (army === undefined) throw new GameError('NOT_FOUND');
  return army;
}

/** In a real world the database checks this. */
function requireDistance(tile: Tile, cities: readonly Tile[]): void {
  for (const city of cities) {
    const apart = axisDistance(tile, city);
    if (apart < cityDistance) throw new GameError(apart === 0 ? 'LOCATION_TAKEN' : 'TOO_CLOSE');
  }
}
