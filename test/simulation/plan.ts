/** What a seed draws before a history begins: the instances, the world and how often everything happens. */
import { findTargetIn } from '../../bench/tournament/observe.ts';
import { systemUserId } from '../../src/db/names.ts';
import { orderAttack } from '../../src/game/orders/attack.ts';
import { reignMs } from '../../src/game/diplomacy/reigns.ts';
import { newKeeper } from '../../src/game/contact/seats.ts';
import type { Empire, Membership, WorldSlice } from '../../src/game/types.ts';
import { empireState, idOf } from '../world/stage.ts';
import { dayMs, hourMs, ignoreEvents, makeWorld, t0, the } from '../support/worlds.ts';
import type { Draw } from '../wire/draw.ts';

export type Plan = ReturnType<typeof drawPlan>;

export function drawPlan(draw: Draw) {
  return {
    instances: draw.integer(1, 3),
    poolSize: draw.integer(1, 4),
    /** Commands that share a transaction, at most. */
    maxBatchSize: draw.pick([1, 2, 64]),
    /** Of the cache of empires. */
    maxCacheBytes: draw.pick([1, 20_000, 16 * 1024 ** 2]),
    speed: draw.pick([1, 1, 7, 50]),
    empires: draw.integer(2, 5),
    /** The first empires are members of an alliance. */
    members: draw.pick([0, 1, 1, 2, 2]),
    /** The decisions before the faults stop. */
    steps: draw.integer(200, 350),
    /** The steps since hours have passed, after which players rest until hours pass again. */
    day: draw.pick([10, 30, 60]),
    /** Commands that one step starts, at most: they share batches. */
    burst: draw.pick([1, 2, 3, 5]),
    /** One in so many releases sends a single statement. */
    pieces: draw.pick([1, 3, 3, 10]),
    /** The seats that players attack. */
    seats: draw.integer(1, 3),
    /** Every n-th connection is slow. */
    slow: draw.pick([3, 100, 100]),
    /** How slow a connection is while its transaction is open: a factor. */
    stall: draw.pick([1, 1, 0.2, 0.05]),
    /** How often an open request is sent once more, compared with a new one. */
    impatience: draw.pick([0, 0.03, 0.1]),
    /** The end of the words of faults that are more frequent than others. */
    favourite: draw.pick(['response lost', 'response lost', 'the feed, lost', '20 s pass', 'held for 3 s']),
    /** How often an action of a kind is chosen. */
    weights: {
      deliver: draw.integer(3, 12),
      release: draw.integer(3, 12),
      notify: draw.integer(1, 6),
      timer: draw.integer(1, 8),
      time: draw.integer(1, 4),
      command: draw.integer(6, 24),
      session: draw.pick([0, 0, 0.3, 2]),
      deletion: draw.pick([0, 0, 0.5, 2]),
      fault: draw.pick([0, 0.2, 0.8, 3]),
    },
  };
}

const levels = { town_hall: 6, farm: 5, quarry: 4, market: 4, house: 10, warehouse: 4, barracks: 5 };

/** Close neighbours with two armies each, and three seats between them, which keepers hold. */
export function makePlannedWorld({ empires, speed, members }: Plan): WorldSlice {
  const players = Array.from({ length: empires }, (_, index): Empire => {
    const name = `realm ${index + 1}`;
    const empire = empireState(name, {
      at: { x: 3 * index, y: 0 },
      levels,
      soldiers: 400 + index,
      gold: 1900,
    });
    const army = the(empire.armies[0]);
    const scouts = {
      ...army,
      id: idOf(`${name} scouts`),
      name: 'Scouts',
      units: { ...army.units, soldiers: 90 },
    };
    const membership: Membership = {
      ...{ allianceId: idOf('alliance'), tag: 'A0', role: index === 0 ? 'leader' : 'member' },
      ...{ joinedAt: t0 - dayMs, roleSince: t0 - dayMs, dissolvedAt: null },
    };
    return { ...empire, armies: [army, scouts], armiesRaised: 2, ...(index < members ? { membership } : {}) };
  });
  const [holder, ally] = players;
  if (members === 2 && holder !== undefined && ally !== undefined) {
    // A guard stands at the city of its ally from the start.
    const [city, scouts] = [the(holder.cities[0]), the(ally.armies[1])];
    Object.assign(scouts, { x: city.x, y: city.y, guards: { type: 'city', id: city.id } });
  }
  const keepers = [0, 1, 2].map((number) => {
    const seat = { id: idOf(`seat ${number}`), number, x: 2 + 3 * number, y: 4, heldSince: null };
    return newKeeper(seat, { id: idOf(`keeper ${number}`), ownerId: systemUserId }, t0 - dayMs);
  });
  const world = makeWorld([...players, ...keepers], speed);
  if (members === 0) {
    // An attack is on its way from the start.
    const [defender, attacker] = [the(players[0]), the(players.at(-1))];
    const target = the(findTargetIn(world, { type: 'city', id: the(defender.cities[0]).id }));
    const battle = { id: idOf('battle'), seed: idOf('seed') };
    orderAttack(world, attacker, the(attacker.armies[0]), target, { now: t0, battle, emit: ignoreEvents });
  }
  // A reign ends in the history.
  world.firstReignAt = t0 + Math.ceil((3 * hourMs) / speed) - reignMs(speed);
  return world;
}
