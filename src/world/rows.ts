/** The world's rows and how they become its plain objects, and back. */
import { nameKey } from '../contract/text.ts';
import { capOf, peopleOf, ratesOf, unitsOf } from '../game/economy.ts';
import { nextDueAt } from '../game/advance.ts';
import { scoresOf } from '../game/scoring.ts';
import type { Amounts, Army, Battle, City, Empire, March, Outcome, Units, World } from '../game/types.ts';

export interface EmpireRow {
  id: string;
  owner_id: string;
  name: string;
  name_key: string;
  description: string | null;
  created_at: number;
  gold: number;
  food: number;
  materials: number;
  settled_at: number;
  founding_paid: number;
  destroyed_value: number;
  protection_ended: boolean;
  last_command_at: number;
  last_desertion_at: number | null;
  attacked_by: Record<string, number>;
  armies_raised: number;
  event_seq: number;
  gold_rate: number;
  food_rate: number;
  materials_rate: number;
  cap: number;
  people_used: number;
  population: number;
  units: Units;
  economic_score: number;
  military_score: number;
  next_due: number | null;
}

interface CityRow {
  id: string;
  empire_id: string;
  name: string;
  name_key: string;
  x: number;
  y: number;
  founded_at: number;
  buildings: City['buildings'];
  construction: City['construction'];
  training: City['training'];
  plundered_at: number[];
}

interface ArmyRow {
  id: string;
  empire_id: string;
  name: string;
  x: number;
  y: number;
  units: Units;
  home_city_id: string;
  standing_since: number;
  march: March | null;
  loot: Amounts;
}

export interface BattleRow {
  id: string;
  number: number;
  attacker_id: string;
  defender_id: string;
  army_id: string;
  target_type: Battle['target']['type'];
  target_id: string;
  x: number;
  y: number;
  ordered_at: number;
  contact_at: number;
  seed: string;
  outcome: Outcome | null;
}

/** A `state` of `empireStates`: an empire with what it owns and its undecided battles. */
export interface RealmRow extends EmpireRow {
  cities: CityRow[];
  armies: ArmyRow[];
  battles: BattleRow[];
}

export function toEmpire(row: RealmRow): Empire {
  return {
    id: row.id,
    name: row.name,
    ownerId: row.owner_id,
    description: row.description,
    createdAt: row.created_at,
    stock: { gold: row.gold, food: row.food, materials: row.materials },
    settledAt: row.settled_at,
    foundingPaid: row.founding_paid,
    destroyedValue: row.destroyed_value,
    protectionEnded: row.protection_ended,
    lastCommandAt: row.last_command_at,
    lastDesertionAt: row.last_desertion_at,
    attackedBy: row.attacked_by,
    armiesRaised: row.armies_raised,
    eventSeq: row.event_seq,
    cities: row.cities.map(toCity),
    armies: row.armies.map(toArmy),
    books: [],
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
  };
}

function toArmy(row: ArmyRow): Army {
  const { id, name, x, y, units, march, loot } = row;
  return {
    id,
    name,
    x,
    y,
    units,
    homeCityId: row.home_city_id,
    standingSince: row.standing_since,
    march,
    loot,
  };
}

export function toBattle(row: BattleRow): Battle {
  return {
    id: row.id,
    number: row.number,
    attackerId: row.attacker_id,
    defenderId: row.defender_id,
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

export function fromEmpire(empire: Empire, { speed }: World): EmpireRow {
  const rates = ratesOf(empire, speed);
  const people = peopleOf(empire);
  const scores = scoresOf(empire);
  return {
    id: empire.id,
    owner_id: empire.ownerId,
    name: empire.name,
    name_key: nameKey(empire.name),
    description: empire.description,
    created_at: empire.createdAt,
    ...empire.stock,
    settled_at: empire.settledAt,
    founding_paid: empire.foundingPaid,
    destroyed_value: empire.destroyedValue,
    protection_ended: empire.protectionEnded,
    last_command_at: empire.lastCommandAt,
    last_desertion_at: empire.lastDesertionAt,
    attacked_by: empire.attackedBy,
    armies_raised: empire.armiesRaised,
    event_seq: empire.eventSeq,
    gold_rate: rates.gold,
    food_rate: rates.food,
    materials_rate: rates.materials,
    cap: capOf(empire),
    people_used: people.used,
    population: people.total,
    units: unitsOf(empire),
    economic_score: scores.economic,
    military_score: scores.military,
    next_due: nextDueAt(empire, speed),
  };
}

export function fromCity(city: City, empireId: string): CityRow {
  const { foundedAt, plunderedAt, ...rest } = city;
  return {
    ...rest,
    empire_id: empireId,
    name_key: nameKey(city.name),
    founded_at: foundedAt,
    plundered_at: plunderedAt,
  };
}

export function fromArmy(army: Army, empireId: string): ArmyRow {
  const { homeCityId, standingSince, ...rest } = army;
  return { ...rest, empire_id: empireId, home_city_id: homeCityId, standing_since: standingSince };
}

export function fromBattle(battle: Battle): Omit<BattleRow, 'number'> & { ends_at: number | null } {
  return {
    id: battle.id,
    attacker_id: battle.attackerId,
    defender_id: battle.defenderId,
    army_id: battle.armyId,
    target_type: battle.target.type,
    target_id: battle.target.id,
    x: battle.x,
    y: battle.y,
    ordered_at: battle.orderedAt,
    contact_at: battle.contactAt,
    seed: battle.seed,
    outcome: battle.outcome,
    ends_at: battle.outcome?.endsAt ?? null,
  };
}
