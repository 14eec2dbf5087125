/**
 * Carries an order out on plain objects with the functions of the game: on the draft that a mind makes of its own
 * empire, and on the worlds of a tournament. What the game refuses is refused here in the same words.
 */
import { moveArmy, mergeArmies, recallArmy, splitArmy } from '../../game/armies.ts';
import { orderAttack, type Target } from '../../game/attack.ts';
import { cityDistance } from '../../game/balance.ts';
import { orderLevels } from '../../game/construction.ts';
import { foundCity } from '../../game/founding.ts';
import type { Emit } from '../../game/events.ts';
import { axisDistance, requireInWorld } from '../../game/map.ts';
import { orderBatch } from '../../game/training.ts';
import type { Army, Battle, City, Empire, Tile, WorldSlice } from '../../game/types.ts';
import { GameError } from '../../kernel/errors.ts';
import type { Order } from './orders.ts';

export interface OrderTarget {
  world: WorldSlice;
  empire: Empire;
  now: number;
  newId: () => string;
  emit: Emit;
  /** Tiles of the cities of others, as far as they are known. */
  cities: readonly Tile[];
  /** The target as it is known, or null where there is no such thing. */
  findTarget: (target: Battle['target']) => Target | null;
  /** The ids of armies that were split off in this look, by the names the orders gave them; added to here. */
  splits: Map<string, string>;
  /** The id of an army that is split off under this name. */
  newArmyId: (as: string) => string;
}

/** Carries an order out. Throws what the command of the game throws, and NOT_FOUND. */
export function applyOrder(stage: OrderTarget, order: Order): void {
  const { world, empire, now, newId, emit } = stage;
  const { speed } = world;
  switch (order.kind) {
    case 'build':
      orderLevels(empire, cityOf(empire, order.cityId), order.building, order.quantity, {
        now,
        speed,
        newId,
      });
      return;
    case 'train':
      orderBatch(empire, cityOf(empire, order.cityId), order.unit, order.quantity, { now, speed, newId });
      return;
    case 'found':
      requireInWorld(order.tile, world.radius, 'location');
      requireDistance(order.tile, [...stage.cities, ...empire.cities]);
      if (empire.cities.some(({ name }) => name === order.name)) throw new GameError('NAME_TAKEN');
      foundCity(empire, order, { now, newId, emit });
      return;
    case 'move':
      moveArmy(empire, armyOf(stage, order.armyId), order.to, { now, speed, emit });
      return;
    case 'recall':
      recallArmy(world, empire, armyOf(stage, order.armyId), now, emit);
      return;
    case 'split': {
      const id = stage.newArmyId(order.as);
      splitArmy(empire, armyOf(stage, order.armyId), order.units, { id, name: undefined, now });
      stage.splits.set(order.as, id);
      return;
    }
    case 'merge':
      mergeArmies(empire, armyOf(stage, order.armyId), armyOf(stage, order.otherId));
      return;
    case 'attack': {
      const target = stage.findTarget(order.target);
      if (target === null) throw new GameError('NOT_FOUND');
      const battle = { id: newId(), seed: newId() };
      orderAttack(world, empire, armyOf(stage, order.armyId), target, { now, battle, emit });
    }
  }
}

function cityOf(empire: Empire, id: string): City {
  const city = empire.cities.find((candidate) => candidate.id === id);
  if (city === undefined) throw new GameError('NOT_FOUND');
  return city;
}

function armyOf({ empire, splits }: OrderTarget, name: string): Army {
  const id = splits.get(name) ?? name;
  const army = empire.armies.find((candidate) => candidate.id === id);
  if (army === undefined) throw new GameError('NOT_FOUND');
  return army;
}

/** What the database decides in a real world. */
function requireDistance(tile: Tile, cities: readonly Tile[]): void {
  for (const city of cities) {
    const apart = axisDistance(tile, city);
    if (apart < cityDistance) throw new GameError(apart === 0 ? 'LOCATION_TAKEN' : 'TOO_CLOSE');
  }
}
