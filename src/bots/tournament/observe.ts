/** The sight of a tournament player: no more than the map and the pages of other empires show to every player. */
import type { Target } from '../../game/attack.ts';
import { stacksOf } from '../../game/battle.ts';
import { militiaOf } from '../../game/balance.ts';
import { fullOutput, levelOf, populationOf, unitsOf, wholeStock } from '../../game/economy.ts';
import { sumUnits } from '../../game/units.ts';
import { axisDistance } from '../../game/map.ts';
import { cityAt, standsAt } from '../../game/marching.ts';
import { scoresOf } from '../../game/scoring.ts';
import type { Battle } from '../../game/battle-types.ts';
import type { Empire, WorldSlice } from '../../game/types.ts';
import { keeperMilitia } from '../../game/seats.ts';
import { isInReach } from '../mind/targets.ts';
import type { BattleRecord, Neighbour, NeighbourCity, SeatView, Sight, Threat } from '../mind/sight.ts';

/** Visible distance from the capital, to each side. */
const sightTiles = 50;
const latestBattles = 20;

/** @param battles the battles of this empire, oldest first */
export function observe(
  world: WorldSlice,
  own: Empire,
  battles: readonly Battle[],
  now: number,
  nextTurnMs: number,
): Sight {
  const neighbours: Neighbour[] = [];
  const tiles: Sight['cities'][number][] = [];
  for (const empire of world.empires.values()) {
    if (empire.id === own.id || empire.kind === 'keeper') continue;
    const visibleCities = empire.cities.filter((city) => isInSight(own, city));
    tiles.push(...visibleCities);
    if (empire.kind === 'village' && !visibleCities.some((city) => isInReach(own, city))) continue;
    const armies = empire.armies.filter((army) => army.march === null && cityAt(empire, army) === null);
    neighbours.push({
      id: empire.id,
      kind: empire.kind,
      allianceId: empire.membership?.allianceId ?? null,
      score: scoresOf(empire).total,
      createdAt: empire.createdAt,
      stock: wholeStock(empire),
      cityCount: empire.cities.length,
      units: unitsOf(empire),
      cities: visibleCities.map((city): NeighbourCity => {
        return {
          id: city.id,
          tile: { x: city.x, y: city.y },
          wall: levelOf(city, 'wall'),
          warehouse: levelOf(city, 'warehouse'),
          militia: militiaOf(populationOf(city), empire.kind),
          output: fullOutput(city),
          isSacked: city.sackedUntil !== null,
          units: sumUnits(empire.armies.filter((army) => standsAt(army, city))),
        };
      }),
      armies: armies
        .filter((army) => isInSight(own, army))
        .map(({ id, x, y, units }) => ({ id, tile: { x, y }, units })),
    });
  }
  const seats = [...world.empires.values()].filter(({ id }) => id !== own.id).flatMap(seatsOf);
  tiles.push(...[...seats.map(({ tile }) => tile), ...own.seats].filter((tile) => isInSight(own, tile)));
  return {
    now,
    speed: world.speed,
    radius: world.radius,
    nextTurnMs,
    own,
    neighbours,
    cities: tiles,
    threats: battles
      .filter(({ defenderId, outcome }) => outcome === null && defenderId === own.id)
      .map(toThreat),
    battles: battles.slice(-latestBattles).map(toBattleRecord),
    seats,
  };

  function toThreat({ id, attackerId, armyId, x, y, contactAt }: Battle): Threat {
    const army = world.empires.get(attackerId)?.armies.find((candidate) => candidate.id === armyId);
    return { battleId: id, attackerId, tile: { x, y }, contactAt, units: army?.units ?? null };
  }
}

function seatsOf(holder: Empire): SeatView[] {
  return holder.seats.map(({ id, x, y, heldSince }) => ({
    id,
    tile: { x, y },
    heldSince,
    holder: {
      id: holder.id,
      score: scoresOf(holder).total,
      allianceId: holder.membership?.allianceId ?? null,
    },
    defender: stacksOf(
      sumUnits(holder.armies.filter((army) => standsAt(army, { x, y }))),
      holder.kind === 'keeper' ? keeperMilitia : 0,
    ),
  }));
}

function toBattleRecord({ attackerId, defenderId, x, y, contactAt, outcome }: Battle): BattleRecord {
  return { attackerId, defenderId, tile: { x, y }, at: contactAt, result: outcome?.result ?? null };
}

function isInSight({ cities }: Empire, { x, y }: { x: number; y: number }): boolean {
  const [capital] = cities;
  if (capital === undefined) return false;
  return axisDistance({ x, y }, capital) <= sightTiles;
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
      defenderId: empire.id,
      defenderName: empire.name,
      defender: { ...empire, score: scoresOf(empire).total },
      ...(seat === undefined ? {} : { heldSince: seat.heldSince }),
    };
  }
  return null;
}
