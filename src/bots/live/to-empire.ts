/** Converts API responses to objects of the game, as far as the player sees them. */
import type {
  ArmyView,
  BattleItem,
  CityView,
  EmpireView,
  SeatView as SeatItem,
} from '../../client/client.ts';
import {
  amounts,
  eachResource,
  levelCost,
  nextCityCost,
  sumOf,
  unitRules,
  type TrainingBuilding,
} from '../../game/balance.ts';
import { stockScale } from '../../game/economy/stock.ts';
import { emptyEmpire } from '../../game/founding/founding.ts';
import { distance, sameTile } from '../../game/march/map.ts';
import { perPoint, valueOf } from '../../game/diplomacy/scoring.ts';
import type { Army, Batch, City, Empire, HeldSeat, March, Tile } from '../../game/types.ts';
import type { BattleRecord } from '../mind/sight.ts';

/** The map does not show what an army guards. */
type VisibleArmy = Omit<ArmyView, 'guards'> & Partial<Pick<ArmyView, 'guards'>>;

/**
 * The empire at the view's server time.
 * @param armies as far as they are visible; @param battles those in which it takes part
 */
export function toEmpire(
  view: EmpireView,
  armies: readonly VisibleArmy[],
  battles: readonly BattleItem[],
): Empire {
  const now = Date.parse(view.server_time);
  const cities = view.cities.map(readCity);
  let foundingPaid = 0;
  for (let owned = 1; owned < cities.length; owned += 1) foundingPaid += sumOf(nextCityCost(owned));
  const armyPoints = Math.floor(valueOf(view.military.units_by_type) / perPoint.arms);
  const attacks = battles.filter(({ attacker_id, phase }) => attacker_id === view.id && phase === 'marching');
  const { id, kind, name, owner_id: ownerId } = view;
  return {
    ...emptyEmpire({ id, kind, name, ownerId }, now),
    createdAt: Date.parse(view.created_at),
    stock: eachResource((resource) => view.resources[resource] * stockScale),
    foundingPaid,
    destroyedValue: (view.military_score - armyPoints) * perPoint.destroyed,
    seats: view.seats.map(toHeldSeat),
    membership: readMembership(view),
    leave: readLeave(view),
    cities,
    armies: armies.map((army) => readArmy(army, cities, attacks, now)),
  };
}

export function toHeldSeat({
  id,
  number,
  location,
  held_since,
}: Pick<SeatItem, 'id' | 'number' | 'location' | 'held_since'>): HeldSeat {
  return { id, number, ...location, heldSince: held_since === null ? null : Date.parse(held_since) };
}

export function toBattleRecord(battle: BattleItem): BattleRecord {
  const { attacker_id, defender_id, location, contact_at, result } = battle;
  return {
    attackerId: attacker_id,
    defenderId: defender_id,
    tile: location,
    at: Date.parse(contact_at),
    result,
  };
}

function readMembership({ alliance }: EmpireView): Empire['membership'] {
  if (alliance === null) return null;
  const { id: allianceId, tag, role } = alliance;
  const joinedAt = Date.parse(alliance.joined_at);
  return { allianceId, tag, role, joinedAt, roleSince: joinedAt, dissolvedAt: null };
}

/** Others do not see how long earlier attacks keep it from beginning. */
function readLeave({ leave }: EmpireView): Empire['leave'] {
  if (leave === null) return null;
  const { days, ordered_at, notice_ends_at, began_at } = leave;
  const noticeEndsAt = Date.parse(notice_ends_at);
  const beganAt = began_at === null ? null : Date.parse(began_at);
  return { days, orderedAt: Date.parse(ordered_at), noticeEndsAt, notBefore: noticeEndsAt, beganAt };
}

function readCity({
  id,
  name,
  location,
  buildings,
  sacked_until,
  construction = [],
  training = [],
}: CityView): City {
  const busy = new Set<TrainingBuilding>();
  return {
    id,
    name,
    x: location.x,
    y: location.y,
    foundedAt: 0,
    buildings: buildings.map((building) => ({ id: building.id, type: building.type, level: building.level })),
    construction: construction.map(({ order_id, type, level, starts_at, completes_at }, index) => ({
      orderId: order_id,
      type,
      level,
      cost: levelCost(type, level),
      startsAt: index === 0 ? Date.parse(starts_at) : null,
      completesAt: index === 0 ? Date.parse(completes_at) : null,
    })),
    training: training.map(({ order_id, unit_type: unit, quantity, starts_at, completes_at }): Batch => {
      const { trainedIn } = unitRules[unit];
      const isFirst = !busy.has(trainedIn);
      busy.add(trainedIn);
      return {
        id: order_id,
        unit,
        quantity,
        startsAt: isFirst ? Date.parse(starts_at) : null,
        completesAt: isFirst ? Date.parse(completes_at) : null,
      };
    }),
    plunderedAt: [],
    sackedUntil: sacked_until === null ? null : Date.parse(sacked_until),
  };
}

function readArmy(
  view: VisibleArmy,
  cities: readonly City[],
  attacks: readonly BattleItem[],
  now: number,
): Army {
  const { location, destination, arrives_at } = view;
  let march: March | null = null;
  if (destination !== undefined && arrives_at !== undefined) {
    const arrivesAt = Date.parse(arrives_at);
    const attack = attacks.find(
      (battle) => sameTile(battle.location, destination) && Date.parse(battle.contact_at) === arrivesAt,
    );
    const kind = view.status !== 'marching' ? 'return' : attack === undefined ? 'move' : 'attack';
    const departsAt = Math.min(now, arrivesAt);
    march = { kind, from: location, to: destination, departsAt, arrivesAt, battleId: attack?.id ?? null };
  }
  return {
    id: view.id,
    name: view.name,
    x: location.x,
    y: location.y,
    units: view.units,
    homeCityId: nearestOf(cities, march?.kind === 'return' ? march.to : location)?.id ?? '',
    standingSince: 0,
    march,
    loot: amounts(0, 0, 0),
    guards: view.guards ?? null,
  };
}

/** The API does not return the home of an army: the nearest city is assumed. */
function nearestOf(cities: readonly City[], tile: Tile): City | null {
  const [nearest] = [...cities].sort((a, b) => distance(a, tile) - distance(b, tile));
  return nearest ?? null;
}
