/** The sight of a tournament player: no more than the map and the pages of other empires show to every player. */
import type { Target } from '../../game/attack.ts';
import type { Battle } from '../../game/battle-types.ts';
import { unitsOf } from '../../game/economy.ts';
import { guardsIn } from '../../game/guards.ts';
import { scoresOf } from '../../game/scoring.ts';
import { seatAt } from '../../game/seats.ts';
import type { Empire, WorldSlice } from '../../game/types.ts';
import { isInSight, latestBattles, toNeighbour, toSeatView, type Sight, type Threat } from '../mind/sight.ts';
import { isInReach } from '../mind/targets.ts';

/** @param battles the battles of this empire, oldest first */
export function observe(
  world: WorldSlice,
  own: Empire,
  battles: readonly Battle[],
  now: number,
  nextTurnMs: number,
): Sight {
  const coming = [...world.battles.values()].filter(
    ({ outcome, target, attackerId }) => outcome === null && target.type === 'seat' && attackerId !== own.id,
  );
  const others = [...world.empires.values()].filter(({ id }) => id !== own.id);
  const isNear = ({ kind, cities }: Empire): boolean =>
    kind === 'player' || (kind === 'village' && cities.some((city) => isInReach(own, city)));
  const toThreat = ({ attackerId, armyId, x, y, contactAt }: Battle): Threat => {
    const army = world.empires.get(attackerId)?.armies.find((candidate) => candidate.id === armyId);
    return { attackerId, tile: { x, y }, contactAt, units: army?.units ?? null };
  };
  return {
    now,
    speed: world.speed,
    radius: world.radius,
    nextTurnMs,
    own,
    neighbours: others
      .filter(isNear)
      .map((empire) => toNeighbour(own, { empire, score: scoresOf(empire).total, units: unitsOf(empire) })),
    cities: [...others.flatMap(({ cities, seats }) => [...cities, ...seats]), ...own.seats].filter((tile) =>
      isInSight(own, tile),
    ),
    threats: battles
      .filter(({ defenderId, outcome }) => outcome === null && defenderId === own.id)
      .map(toThreat),
    battles: battles
      .slice(-latestBattles)
      .map(({ attackerId, defenderId, x, y, contactAt: at, outcome }) => ({
        attackerId,
        defenderId,
        tile: { x, y },
        at,
        result: outcome?.result ?? null,
      })),
    seats: others.flatMap((empire) =>
      empire.seats.map((seat) =>
        toSeatView(
          seat,
          { empire, score: scoresOf(empire).total },
          coming.filter(({ target }) => target.id === seat.id),
        ),
      ),
    ),
  };
}

/** The target with its actual state in the world, or null if it does not exist. */
export function findTargetIn(world: WorldSlice, target: Battle['target']): Target | null {
  for (const empire of world.empires.values()) {
    const seat = target.type === 'seat' ? empire.seats.find(({ id }) => id === target.id) : undefined;
    const army = target.type === 'army' ? empire.armies.find(({ id }) => id === target.id) : undefined;
    const found = seat ?? army ?? empire.cities.find(({ id }) => id === target.id);
    if (found === undefined) continue;
    return {
      target,
      tile: { x: found.x, y: found.y },
      marching: army !== undefined && army.march !== null,
      holdsPlace: army !== undefined && (army.guards !== null || seatAt(empire, army) !== null),
      guardId:
        guardsIn(world).find((guard) => guard.placeId === found.id && guard.arrivesAt === null)?.empireId ??
        null,
      defenderId: empire.id,
      defenderName: empire.name,
      defender: { ...empire, score: scoresOf(empire).total },
      heldSince: seat?.heldSince ?? null,
    };
  }
  return null;
}
