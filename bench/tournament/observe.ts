/** The sight of a tournament player: no more than the map and the pages of other empires show to every player. */
import type { Target } from '../../src/game/orders/attack.ts';
import { holderIdOf, type Battle } from '../../src/game/battle-types.ts';
import { unitsOf } from '../../src/game/economy/stock.ts';
import type { PlaceToGuard } from '../../src/game/orders/guard-order.ts';
import { guardsIn, placeOf } from '../../src/game/diplomacy/guards.ts';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import { seatAt } from '../../src/game/contact/seats.ts';
import type { Empire, GuardedPlace, WorldSlice } from '../../src/game/types.ts';
import {
  isInSight,
  latestBattles,
  toNeighbour,
  toSeatView,
  type AlliedThreat,
  type Sight,
  type Threat,
  type VisibleEmpire,
} from '../../src/bots/mind/sight.ts';
import { isInReach } from '../../src/bots/mind/targets.ts';

/** @param battles the battles of this empire, oldest first */
export function observe(
  world: WorldSlice,
  own: Empire,
  battles: readonly Battle[],
  now: number,
  nextTurnMs: number,
  isPerson: (empireId: string) => boolean = () => false,
): Sight {
  const toVisible = (empire: Empire): VisibleEmpire => {
    const { total: score } = scoresOf(empire);
    return { empire, isPerson: isPerson(empire.id), score, units: unitsOf(empire) };
  };
  const others = [...world.empires.values()].filter(({ id }) => id !== own.id);
  const isNear = ({ kind, cities }: Empire): boolean =>
    kind === 'player' || (kind === 'village' && cities.some((city) => isInReach(own, city)));
  const toThreat = ({ attackerId, armyId, x, y, contactAt, allyId }: Battle): Threat => {
    const army = world.empires.get(attackerId)?.armies.find((candidate) => candidate.id === armyId);
    return { attackerId, tile: { x, y }, contactAt, units: army?.units ?? null, isGuarded: allyId !== null };
  };
  const attacks = [...world.battles.values()].filter(
    ({ outcome, attackerId }) => outcome === null && attackerId !== own.id,
  );
  return {
    now,
    speed: world.speed,
    radius: world.radius,
    nextTurnMs,
    own,
    neighbours: others.filter(isNear).map((empire) => toNeighbour(own, toVisible(empire))),
    cities: [...others.flatMap(({ cities, seats }) => [...cities, ...seats]), ...own.seats].filter((tile) =>
      isInSight(own, tile),
    ),
    threats: attacks.filter((battle) => holderIdOf(battle) === own.id).map(toThreat),
    alliedThreats: attacks.flatMap((battle): AlliedThreat[] => {
      const place = placeToGuardIn(world, battle.target);
      const isAllied = place?.holder.allianceId === own.membership?.allianceId && place?.holder.id !== own.id;
      return place === null || own.membership === null || !isAllied
        ? []
        : [{ ...toThreat(battle), ...place }];
    }),
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
          own,
          seat,
          toVisible(empire),
          attacks.filter(({ target }) => target.id === seat.id),
        ),
      ),
    ),
  };
}

/** The city or seat of a player with its holder, or null for other targets. */
export function placeToGuardIn(world: WorldSlice, { type, id }: Battle['target']): PlaceToGuard | null {
  if (type === 'army') return null;
  const found = placeOf(world, { type, id });
  if (found === null) return null;
  const { holder, tile } = found;
  const isGuarded = guardsIn(world).some(({ placeId, arrivesAt }) => placeId === id && arrivesAt === null);
  const allianceId = holder.membership?.allianceId ?? null;
  return { place: { type, id }, tile, holder: { id: holder.id, allianceId }, isGuarded };
}

/** The target with its actual state in the world, or null if it does not exist. */
export function findTargetIn(world: WorldSlice, target: GuardedPlace): Target | null {
  const found = placeOf(world, target);
  if (found === null) return null;
  const { holder, tile } = found;
  const guard = guardsIn(world).find(({ placeId, arrivesAt }) => placeId === target.id && arrivesAt === null);
  return {
    target,
    tile,
    marching: false,
    guardId: guard?.empireId ?? null,
    defenderId: holder.id,
    defenderName: holder.name,
    defender: { ...holder, score: scoresOf(holder).total },
    heldSince: seatAt(holder, tile)?.heldSince ?? null,
  };
}
