/** A busy world for the tests of due work: all kinds of orders are under way at once, with the same ids in every run. */
import { orderLevels } from '../../src/game/economy/construction.ts';
import { moveArmy } from '../../src/game/orders/armies.ts';
import { orderBatch } from '../../src/game/economy/training.ts';
import type { City, Empire, WorldSlice } from '../../src/game/types.ts';
import type { Command } from '../../src/world/command.ts';
import { cityOf, idMaker, makeWorld, minuteMs, t0, the } from '../support/worlds.ts';
import { armyInOrder, attackOn, idOf, empireState } from './stage.ts';

const levels = { town_hall: 6, farm: 5, quarry: 4, market: 4, house: 10, warehouse: 4, barracks: 5 };

/** Empires in a row, 4 tiles apart, each with two armies: one as garrison and one of scouts. */
export function makeRow(count: number, speed = 1): WorldSlice {
  const empires = Array.from({ length: count }, (_, index) => {
    const empire = empireState(`realm ${index}`, {
      at: { x: 4 * index - 2 * count, y: 0 },
      levels,
      soldiers: 40 + index,
    });
    const army = the(empire.armies[0]);
    empire.armies.push({
      ...army,
      id: idOf(`realm ${index} scouts`),
      name: 'Scouts',
      units: { ...army.units, soldiers: 3 },
    });
    empire.armiesRaised = 2;
    return empire;
  });
  return makeWorld(empires, speed);
}

/** Executes a command on the pure world, as the write path would. */
export function carryOut<T>(world: WorldSlice, empire: Empire, now: number, command: Command<T>): T {
  const answer = command({ world, empire, now, speed: world.speed, newId: idMaker(), emit: () => undefined });
  empire.lastActiveAt = now;
  return answer;
}

/** Starts construction, training and marches, and attacks by two of three empires on the next one in the row. */
export function setInMotion(world: WorldSlice): void {
  const empires = [...world.empires.values()];
  empires.forEach((empire, index) => {
    const order = (name: string) => ({
      now: t0,
      speed: world.speed,
      newId: () => idOf(`${empire.name} ${name}`),
    });
    orderLevels(empire, cityOf(empire), 'farm', 1, order('farm'));
    orderLevels(empire, cityOf(empire), 'market', 1, order('market'));
    orderBatch(empire, cityOf(empire), 'soldiers', 2 + (index % 5), order('first batch'));
    orderBatch(empire, cityOf(empire), 'archers', 1, order('second batch'));
    const scouts = the(empire.armies[1]);
    moveArmy(
      world,
      empire,
      scouts,
      { x: scouts.x, y: 3 + (index % 4) },
      { ...order('march'), emit: () => undefined },
    );
    const next = empires[(index + 1) % empires.length];
    if (next !== undefined && index % 3 !== 2) {
      carryOut(world, empire, t0, attackOn(`battle ${index}`, next, cityOf(next)));
    }
  });
  numberBattles(world);
}

/** Gives the battles the numbers that the database assigns when it inserts them in this order. */
export function numberBattles(world: WorldSlice): void {
  [...world.battles.values()].forEach((battle, index) => {
    battle.number = index + 1;
  });
}

export interface Step {
  at: number;
  empireId: string;
  command: Command<unknown>;
}

/** Commands of many empires over two hours. The ids are fixed, so every run gives the same result. */
export function script(world: WorldSlice, length: number): Step[] {
  const empires = [...world.empires.values()];
  return Array.from({ length }, (_, index): Step => {
    const empire = the(empires[(index * 7) % empires.length]);
    const rival = the(empires[(index * 7 + 1 + (index % 3)) % empires.length]);
    return {
      at: t0 + Math.floor((index * 120 * minuteMs) / length),
      empireId: empire.id,
      command: commandOf(index, rival, cityOf(rival)),
    };
  });
}

function commandOf(index: number, rival: Empire, target: City): Command<unknown> {
  const ids = (word: string) => () => idOf(`step ${index} ${word}`);
  switch (index % 4) {
    case 0:
      return ({ empire, now, speed }) => {
        orderLevels(empire, cityOf(empire), 'farm', 1, { now, speed, newId: ids('farm') });
      };
    case 1:
      return ({ empire, now, speed }) => {
        orderBatch(empire, cityOf(empire), 'soldiers', 3, { now, speed, newId: ids('soldiers') });
      };
    case 2:
      return attackOn(`step ${index}`, rival, target);
    default:
      return ({ world, empire, now, emit }) => {
        const army = armyInOrder(empire, -1);
        moveArmy(world, empire, army, { x: army.x + 2, y: 5 }, { now, emit });
      };
  }
}
