/** Converts rows to the plain objects of the game, and back. */
import { nameKey } from '../../contract/text.ts';
import { capOf, peopleOf, ratesOf, unitsOf } from '../../game/economy/stock.ts';
import { scoresOf } from '../../game/diplomacy/scoring.ts';
import { earliestBegin } from '../../game/diplomacy/leave.ts';
import type { Battle } from '../../game/battle-types.ts';
import type {
  Army,
  City,
  Empire,
  Guard,
  Leave,
  Membership,
  OrderedLeave,
  WorldSlice,
} from '../../game/types.ts';
import { toFormerAlliance } from './allegiance.ts';
import type { ArmyRow, BattleRow, CityRow, EmpireRow, EmpireStateRow } from './rows.ts';

export function toEmpire(row: EmpireStateRow): Empire {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    ownerId: row.owner_id,
    description: row.description,
    createdAt: row.created_at,
    stock: { gold: row.gold, food: row.food, materials: row.materials },
    advancedAt: row.advanced_at,
    foundingPaid: row.founding_paid,
    destroyedValue: row.destroyed_value,
    protectionEnded: row.protection_ended,
    lastActiveAt: row.last_active_at,
    lastDesertionAt: row.last_desertion_at,
    attackedBy: row.attacked_by,
    recalledUntil: row.recalled_until,
    armiesRaised: row.armies_raised,
    eventSeq: row.event_seq,
    growsAt: row.grows_at,
    seats: row.seats,
    crownOffset: row.crown_offset,
    allianceCrowns: row.alliance_crowns,
    reignEndsAt: row.reign_ends_at,
    goals: row.goals,
    victories: row.victories,
    wishes: row.wishes,
    membership: toMembership(row),
    formerAlliance: toFormerAlliance(row),
    leave: toLeave(row),
    leaveEndedAt: row.leave_ended_at,
    cities: row.cities.map(toCity),
    armies: row.armies.map(toArmy),
    postings: [],
  };
}

function toLeave({ id, leave, battles, called_off_at: calledOffAt }: EmpireStateRow): Leave | null {
  if (leave === null) return null;
  return { ...leave, notBefore: earliestBegin(leave, id, battles.map(toBattle), calledOffAt) };
}

function fromLeave({ days, orderedAt, noticeEndsAt, beganAt }: Leave): OrderedLeave {
  return { days, orderedAt, noticeEndsAt, beganAt };
}

function toMembership(row: EmpireStateRow): Membership | null {
  const { alliance_id, alliance_tag, alliance_role, alliance_joined_at, alliance_role_since } = row;
  if (alliance_id === null || alliance_tag === null || alliance_role === null) return null;
  if (alliance_joined_at === null || alliance_role_since === null) return null;
  return {
    allianceId: alliance_id,
    tag: alliance_tag,
    role: alliance_role,
    joinedAt: alliance_joined_at,
    roleSince: alliance_role_since,
    dissolvedAt: row.alliance_dissolved_at,
  };
}

function toCity(row: CityRow): City {
  const { id, name, x, y, buildings, construction, training } = row;
  return {
    id,
    name,
    x,
    y,
    foundedAt: row.founded_at,
    buildings,
    construction,
    training,
    plunderedAt: row.plundered_at,
    sackedUntil: row.sacked_until,
  };
}

function toArmy(row: ArmyRow): Army {
  return {
    id: row.id,
    name: row.name,
    x: row.x,
    y: row.y,
    units: row.units,
    homeCityId: row.home_city_id,
    standingSince: row.standing_since,
    march: row.march,
    loot: row.loot,
    guards: row.guards,
  };
}

export function toGuards(rows: EmpireStateRow['known_guards']): Guard[] {
  return rows.map((row) => ({
    armyId: row.army_id,
    empireId: row.empire_id,
    placeId: row.place_id,
    holderId: row.holder_id,
    arrivesAt: row.arrives_at,
  }));
}

export function toBattle(row: BattleRow): Battle {
  return {
    id: row.id,
    number: row.number,
    value: row.attack_value,
    attackerId: row.attacker_id,
    defenderId: row.defender_id,
    allyId: row.ally_id,
    armyId: row.army_id,
    target: { type: row.target_type, id: row.target_id },
    x: row.x,
    y: row.y,
    orderedAt: row.ordered_at,
    contactAt: row.contact_at,
    seed: row.seed,
    outcome: row.outcome,
  };
}

export function fromEmpire(empire: Empire, { speed }: WorldSlice): EmpireRow {
  const rates = ratesOf(empire, speed);
  const people = peopleOf(empire);
  const scores = scoresOf(empire);
  return {
    id: empire.id,
    owner_id: empire.ownerId,
    kind: empire.kind,
    name: empire.name,
    name_key: nameKey(empire.name),
    description: empire.description,
    created_at: empire.createdAt,
    ...empire.stock,
    advanced_at: empire.advancedAt,
    founding_paid: empire.foundingPaid,
    destroyed_value: empire.destroyedValue,
    protection_ended: empire.protectionEnded,
    last_active_at: empire.lastActiveAt,
    last_desertion_at: empire.lastDesertionAt,
    attacked_by: empire.attackedBy,
    recalled_until: empire.recalledUntil,
    armies_raised: empire.armiesRaised,
    event_seq: empire.eventSeq,
    grows_at: empire.growsAt,
    seats: empire.seats,
    crown_offset: empire.crownOffset,
    alliance_crowns: empire.allianceCrowns,
    reign_ends_at: empire.reignEndsAt,
    goals: empire.goals,
    victories: empire.victories,
    wishes: empire.wishes,
    alliance_id: empire.membership?.allianceId ?? null,
    alliance_tag: empire.membership?.tag ?? null,
    alliance_role: empire.membership?.role ?? null,
    alliance_joined_at: empire.membership?.joinedAt ?? null,
    alliance_role_since: empire.membership?.roleSince ?? null,
    former_alliance_id: empire.formerAlliance?.allianceId ?? null,
    alliance_left_at: empire.formerAlliance?.leftAt ?? null,
    leave: empire.leave === null ? null : fromLeave(empire.leave),
    leave_ended_at: empire.leaveEndedAt,
    gold_rate: rates.gold,
    food_rate: rates.food,
    materials_rate: rates.materials,
    cap: capOf(empire),
    population_used: people.used,
    population: people.total,
    units: unitsOf(empire),
    economic_score: scores.economic,
    military_score: scores.military,
  };
}

export function fromCity(city: City, empireId: string): CityRow {
  const { foundedAt, plunderedAt, sackedUntil, ...rest } = city;
  return {
    ...rest,
    empire_id: empireId,
    name_key: nameKey(city.name),
    founded_at: foundedAt,
    plundered_at: plunderedAt,
    sacked_until: sackedUntil,
  };
}

export function fromArmy(army: Army, empireId: string): ArmyRow {
  const { homeCityId, standingSince, ...rest } = army;
  return { ...rest, empire_id: empireId, home_city_id: homeCityId, standing_since: standingSince };
}

export function fromBattle(battle: Battle): Omit<BattleRow, 'number'> {
  return {
    id: battle.id,
    attacker_id: battle.attackerId,
    defender_id: battle.defenderId,
    ally_id: battle.allyId,
    army_id: battle.armyId,
    target_type: battle.target.type,
    target_id: battle.target.id,
    x: battle.x,
    y: battle.y,
    ordered_at: battle.orderedAt,
    contact_at: battle.contactAt,
    attack_value: battle.value,
    seed: battle.seed,
    outcome: battle.outcome,
    ends_at: battle.outcome?.endsAt ?? null,
  };
}
