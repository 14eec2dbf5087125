/** Builds worlds with fixed ids for the tests of the rules, from short plans; and generates random games. */
import fc from 'fast-check';
import {
  buildingTypes,
  goalNames,
  stackTypes,
  unitTypes,
  type BuildingType,
} from '../../src/contract/vocabulary.ts';
import { advance } from '../../src/game/advance.ts';
import { dismissUnits, mergeArmies, moveArmy, recallArmy, splitArmy } from '../../src/game/armies.ts';
import { orderAttack } from '../../src/game/attack.ts';
import { amounts, nextCityCost } from '../../src/game/balance.ts';
import { maxRounds, noStacks, rollTable, type RollTable } from '../../src/game/battle.ts';
import { cancelOrder, orderLevels } from '../../src/game/construction.ts';
import { times, stockScale } from '../../src/game/economy.ts';
import { noUnits } from '../../src/game/units.ts';
import { foundCity } from '../../src/game/founding.ts';
import type { GameEvent, Emit } from '../../src/game/events.ts';
import { scoresOf } from '../../src/game/scoring.ts';
import { reignEnd, reignMs } from '../../src/game/reigns.ts';
import { orderBatch } from '../../src/game/training.ts';
import type {
  Amounts,
  Army,
  Battle,
  City,
  Empire,
  HeldSeat,
  Plundering,
  QueuedLevel,
  Tile,
  Units,
  WorldSlice,
} from '../../src/game/types.ts';
import { newVillage } from '../../src/game/villages.ts';
import { GameError, type ErrorCode } from '../../src/kernel/errors.ts';
import { first32BitsOf } from './hashes.ts';
import { wishAtRandom } from './wish-command.ts';

/** The time at which every test begins. */
export const t0 = Date.UTC(2026, 0, 1);
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The rolls of a seed, with the same hash as in production. */
export function battleRandomOf(seed: string): RollTable {
  return rollTable(seed, first32BitsOf);
}

/** Rolls of 1000 only, so that a battle can be computed by hand. */
export function flatRolls(): RollTable {
  const side = noStacks();
  for (const type of stackTypes) side[type] = 1000;
  return Array.from({ length: maxRounds }, () => ({ a: { ...side }, d: { ...side } }));
}

/** Ignores all events. */
export const unheard: Emit = () => undefined;

/** Generates the ids new-0001, new-0002, ... */
export function idMaker(): () => string {
  let count = 0;
  return () => `new-${String((count += 1)).padStart(4, '0')}`;
}

/** The value; throws if it is null or undefined. */
export function the<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the test expected a value');
  return value;
}

/** The code with which a command is refused, or null if it succeeds. */
export function refusal(command: () => unknown): ErrorCode | null {
  try {
    command();
    return null;
  } catch (error) {
    if (error instanceof GameError) return error.code;
    throw error;
  }
}

interface CityPlan {
  id?: string;
  at?: Tile;
  levels?: Partial<Record<BuildingType, number>>;
  construction?: QueuedLevel[];
  plunderedAt?: Plundering[];
  sackedUntil?: number;
}

interface ArmyPlan extends Partial<Omit<Army, 'units' | 'x' | 'y'>> {
  at?: Tile;
  units?: Partial<Units>;
}

interface EmpirePlan extends Partial<Omit<Empire, 'cities' | 'armies' | 'stock'>> {
  cities?: CityPlan[];
  armies?: ArmyPlan[];
  /** Whole units. */
  stock?: Partial<Amounts>;
}

function makeCity({ id = 'c', at = { x: 0, y: 0 }, levels = {}, ...rest }: CityPlan): City {
  const standing: Partial<Record<BuildingType, number>> = { town_hall: 1, ...levels };
  const buildings = buildingTypes.map((type) => ({ id: `${id}-${type}`, type, level: standing[type] ?? 0 }));
  return {
    id,
    name: id,
    x: at.x,
    y: at.y,
    foundedAt: t0 - 30 * dayMs,
    buildings: buildings.filter(({ level }) => level > 0),
    construction: [],
    training: [],
    plunderedAt: [],
    sackedUntil: null,
    ...rest,
  };
}

/**
 * By default an empire is 30 days old and has 1500 of each resource, one city (town hall 1, at 0/0) and no army. Cities
 * have the ids `<id>-c1`, ..., armies `<id>-a1`, .... Armies are in the first city. It has reached all goals, so that no
 * test gets a reward that it does not expect.
 */
export function makeEmpire({
  id = 'e',
  cities = [{}],
  armies = [],
  stock = {},
  ...rest
}: EmpirePlan = {}): Empire {
  const built = cities.map((city, index) => makeCity({ id: `${id}-c${index + 1}`, ...city }));
  const home = the(built[0]);
  return {
    id,
    kind: 'player',
    name: id,
    ownerId: `${id}-owner`,
    description: null,
    createdAt: t0 - 30 * dayMs,
    stock: times({ ...amounts(1500, 1500, 1500), ...stock }, stockScale),
    settledAt: t0,
    foundingPaid: 0,
    destroyedValue: 0,
    protectionEnded: false,
    lastActiveAt: t0,
    lastDesertionAt: null,
    attackedBy: {},
    recalledUntil: {},
    armiesRaised: armies.length,
    eventSeq: 0,
    growsAt: null,
    seats: [],
    crownOffset: 0,
    reignEndsAt: null,
    goals: rest.kind === undefined ? Object.fromEntries(goalNames.map((name) => [name, t0 - dayMs])) : {},
    victories: 0,
    wishes: null,
    postings: null,
    cities: built,
    armies: armies.map(({ at, units, ...army }, index) => ({
      id: `${id}-a${index + 1}`,
      name: `Army ${index + 1}`,
      x: at?.x ?? home.x,
      y: at?.y ?? home.y,
      units: { ...noUnits(), ...units },
      homeCityId: home.id,
      standingSince: t0 - dayMs,
      march: null,
      loot: amounts(0, 0, 0),
      ...army,
    })),
    ...rest,
  };
}

/** The keeper of a seat. */
export function makeKeeper(id: string, seat: HeldSeat): Empire {
  const { x, y } = seat;
  const keeper = makeEmpire({ id, kind: 'keeper', cities: [{ at: { x, y } }], seats: [seat] });
  return { ...keeper, cities: [], stock: amounts(0, 0, 0) };
}

export function makeWorld(empires: readonly Empire[], speed = 1): WorldSlice {
  return {
    speed,
    radius: 100,
    firstReignAt: t0 - dayMs,
    empires: new Map(empires.map((empire) => [empire.id, empire])),
    battles: new Map(),
  };
}

/** The complete world as text, for comparison. */
export function dump(world: WorldSlice): string {
  return JSON.stringify({ ...world, empires: [...world.empires], battles: [...world.battles] });
}

/** The city of an empire at this index, from 0. */
export function cityOf(empire: Empire, index = 0): City {
  return the(empire.cities[index]);
}

/** The army of an empire with this id. */
export function armyOf(empire: Empire, id = `${empire.id}-a1`): Army {
  return the(empire.armies.find((army) => army.id === id));
}

interface AttackOrder {
  by: Empire;
  army?: Army;
  on: Empire;
  target: City | Army | HeldSeat;
  now?: number;
  seed?: string;
  emit?: Emit;
}

/** Orders an attack. The battle gets the next number of the world. */
export function attack(
  world: WorldSlice,
  { by, army = armyOf(by), on, target, now = t0, seed = 'seed', emit = unheard }: AttackOrder,
): Battle {
  const number = world.battles.size + 1;
  const { kind: playedBy, createdAt, protectionEnded, lastActiveAt } = on;
  const defender = { kind: playedBy, score: scoresOf(on).total, createdAt, protectionEnded, lastActiveAt };
  const kind = 'march' in target ? 'army' : 'heldSince' in target ? 'seat' : 'city';
  const heldSince = 'heldSince' in target ? target.heldSince : null;
  const battle = orderAttack(
    world,
    by,
    army,
    {
      target: { type: kind, id: target.id },
      tile: { x: target.x, y: target.y },
      marching: 'march' in target && target.march !== null,
      defenderId: on.id,
      defenderName: on.name,
      defender,
      heldSince,
    },
    { now, battle: { id: `battle-${number}`, seed }, emit },
  );
  battle.number = number;
  return battle;
}

/** One command of a random game. The numbers select from what the empire has at that time. */
export interface Command {
  kind: keyof typeof commandsOf;
  empire: number;
  first: number;
  second: number;
  amount: number;
  /** The time before the command, in thousandths of an hour / speed. */
  wait: number;
}

interface Player {
  world: WorldSlice;
  empire: Empire;
  others: Empire[];
  now: number;
  newId: () => string;
}

/** The item at index n modulo the length. Throws NOT_FOUND for an empty list. */
function pick<T>(list: readonly T[], n: number): T {
  const item = list[n % list.length];
  if (item === undefined) throw new GameError('NOT_FOUND');
  return item;
}

/** The units of a command to dismiss some. */
export const unitsToDismiss = ({ second, amount }: Command): Units => ({
  ...noUnits(),
  [pick(unitTypes, second)]: Math.ceil(amount / 10),
});

/** Each command returns its cost to the stock; a refund is negative. */
const commandsOf = {
  build: ({ world, empire, now, newId }, { first, second, amount }) =>
    orderLevels(empire, pick(empire.cities, first), pick(buildingTypes, second), 1 + (amount % 4), {
      now,
      speed: world.speed,
      newId,
    }).cost,
  train: ({ world, empire, now, newId }, { first, second, amount }) =>
    orderBatch(empire, pick(empire.cities, first), pick(unitTypes, second), amount, {
      now,
      speed: world.speed,
      newId,
    }).cost,
  cancel: ({ world, empire, now }, { first, second }) => {
    const city = pick(empire.cities, first);
    const { orderId } = pick(city.construction, second);
    return times(the(cancelOrder(empire, city, orderId, now, world.speed)), -1);
  },
  move: ({ world, empire, now }, { first, second, amount }) => {
    const destination = { x: (second % 13) - 6, y: (amount % 13) - 6 };
    moveArmy(empire, pick(empire.armies, first), destination, { now, speed: world.speed, emit: unheard });
    return amounts(0, 0, 0);
  },
  recall: ({ world, empire, now }, { first }) => {
    recallArmy(world, empire, pick(empire.armies, first), now, unheard);
    return amounts(0, 0, 0);
  },
  split: ({ empire, now, newId }, { first, second, amount }) => {
    const units = { ...noUnits(), [pick(unitTypes, second)]: amount };
    splitArmy(empire, pick(empire.armies, first), units, { id: newId(), name: undefined, now });
    return amounts(0, 0, 0);
  },
  merge: ({ empire }, { first, second }) => {
    mergeArmies(empire, pick(empire.armies, first), pick(empire.armies, second));
    return amounts(0, 0, 0);
  },
  dismiss: ({ empire }, command) => {
    dismissUnits(empire, pick(empire.armies, command.first), unitsToDismiss(command));
    return amounts(0, 0, 0);
  },
  attack: ({ world, empire, others, now, newId }, { first, second, amount }) => {
    const on = pick(
      others.filter(({ kind }) => kind === 'player'),
      second,
    );
    const target = amount % 3 === 0 ? pick(on.armies, amount) : pick(on.cities, amount);
    attack(world, { by: empire, army: pick(empire.armies, first), on, target, now, seed: newId() });
    return amounts(0, 0, 0);
  },
  seize: ({ world, empire, others, now, newId }, { first, second }) => {
    const held = others.flatMap((on) => on.seats.map((target) => ({ on, target })));
    attack(world, {
      by: empire,
      army: pick(empire.armies, first),
      ...pick(held, second),
      now,
      seed: newId(),
    });
    return amounts(0, 0, 0);
  },
  wish: ({ empire, newId }, command) => {
    wishAtRandom(empire, pick(empire.cities, command.first), command, newId);
    return amounts(0, 0, 0);
  },
  found: ({ empire, now, newId }, { second, amount }) => {
    const cost = nextCityCost(empire.cities.length);
    foundCity(
      empire,
      { name: newId(), tile: { x: (second % 13) - 6, y: 20 + amount } },
      { now, newId, emit: unheard },
    );
    return cost;
  },
} satisfies Record<string, (player: Player, command: Command) => Amounts>;

/** Runs a command at `now`, to which the world must be advanced. Returns the cost to the stock. */
export function perform(world: WorldSlice, command: Command, now: number, newId: () => string): Amounts {
  const empires = [...world.empires.values()];
  const empire = pick(
    empires.filter(({ kind }) => kind === 'player'),
    command.empire,
  );
  const others = empires.filter(({ id }) => id !== empire.id);
  return commandsOf[command.kind]({ world, empire, others, now, newId }, command);
}

/** The time of a command that follows `now`. */
export function momentOf(command: Command, now: number, speed: number): number {
  return now + Math.ceil((command.wait * hourMs) / (1000 * speed));
}

/** Plays a game; refused commands change nothing. Returns the events and the time of the last command. */
export function play(
  world: WorldSlice,
  commands: readonly Command[],
): { gameEvents: GameEvent[]; now: number } {
  const newId = idMaker();
  const gameEvents: GameEvent[] = [];
  let now = t0;
  for (const command of commands) {
    now = momentOf(command, now, world.speed);
    gameEvents.push(...advance(world, now, battleRandomOf));
    refusal(() => perform(world, command, now, newId));
  }
  return { gameEvents, now };
}

const command: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom(
    ...(['attack', 'attack', 'attack', 'train', 'train', 'build', 'build', 'move', 'move'] as const),
    ...(['attack', 'seize', 'cancel', 'recall', 'split', 'split', 'merge', 'dismiss', 'found'] as const),
    ...(['wish', 'wish', 'wish'] as const),
  ),
  empire: fc.nat(2),
  first: fc.nat(99),
  second: fc.nat(99),
  amount: fc.integer({ min: 1, max: 40 }),
  wait: fc.oneof(fc.nat(40), fc.nat(1000)),
});

export const commands = (maxLength: number): fc.Arbitrary<Command[]> =>
  fc.array(command, { minLength: maxLength / 2, maxLength });

const level = fc.nat(6);
const few = fc.oneof(fc.constant(0), fc.nat(2), fc.nat(25));
const some = fc.oneof(fc.constant(0), fc.nat(2), fc.nat(60));
const empirePlan = fc.record({
  levels: fc.record({
    town_hall: fc.integer({ min: 5, max: 8 }),
    farm: fc.nat(1),
    quarry: level,
    market: level,
    house: fc.integer({ min: 8, max: 14 }),
    warehouse: level,
    barracks: fc.integer({ min: 5, max: 7 }),
    stable: level,
    workshop: level,
    wall: level,
  }),
  units: fc.array(fc.record({ soldiers: some, archers: some, knights: few, catapults: some }), {
    minLength: 1,
    maxLength: 3,
  }),
  stock: fc.record({
    gold: fc.nat(50_000),
    food: fc.oneof(fc.constant(0), fc.nat(20_000)),
    materials: fc.nat(50_000),
  }),
  age: fc.constantFrom(12 * hourMs, 30 * dayMs, 30 * dayMs),
});

const capitals: readonly Tile[] = [
  { x: 0, y: 0 },
  { x: 5, y: 1 },
  { x: -2, y: 4 },
];

/** The seats of random games. The first two are held by empires since some hours / speed; they are weary of them. */
const seatPlans: readonly { at: Tile; held?: [holder: string, hours: number] }[] = [
  { at: { x: 2, y: -3 }, held: ['e2', 40] },
  { at: { x: 4, y: 9 }, held: ['e3', 9] },
  { at: { x: 8, y: 4 }, held: ['e3', 7] },
  { at: { x: -5, y: 8 } },
];

/** Gives an empire a seat that it has held since before the reign began. */
export function holdSeat(empire: Empire, seat: HeldSeat, { speed, firstReignAt }: WorldSlice): void {
  empire.seats.push(seat);
  if (empire.kind === 'player') empire.reignEndsAt = reignEnd(1, { speed, firstReignAt });
}

function seatWorld(world: WorldSlice): WorldSlice {
  // A reign ends amid the game.
  world.firstReignAt = t0 + Math.ceil((6 * hourMs) / world.speed) - reignMs(world.speed);
  seatPlans.forEach(({ at, held }, number) => {
    const [holder = null, hours = 0] = held ?? [];
    const seat = { id: `seat-${number}`, number, ...at, heldSince: null };
    if (holder === null) {
      world.empires.set(`k${number}`, makeKeeper(`k${number}`, seat));
    } else {
      const heldSince = t0 - Math.ceil((hours * hourMs) / world.speed);
      holdSeat(the(world.empires.get(holder)), { ...seat, heldSince }, world);
    }
  });
  return world;
}

/** Adds a village that grows amid the game. */
function addVillage(world: WorldSlice): WorldSlice {
  const plan = { id: 'v', name: 'v', turns: 0, tile: { x: 3, y: -6 }, strength: 1 };
  const village = newVillage(plan, 'nobody', { now: t0, speed: world.speed, newId: idMaker() });
  village.growsAt = t0 + Math.ceil((3 * hourMs) / world.speed);
  world.empires.set(village.id, { ...village, postings: null });
  return world;
}

/** Worlds of three neighbouring empires without goals, four seats and a village; the second empire has two cities. */
export const worlds: fc.Arbitrary<WorldSlice> = fc
  .record({
    speed: fc.constantFrom(1, 7, 3600),
    plans: fc.tuple(empirePlan, empirePlan, empirePlan),
  })
  .map(({ speed, plans }) =>
    addVillage(
      seatWorld(
        makeWorld(
          plans.map(({ levels, units, stock, age }, index) =>
            makeEmpire({
              id: `e${index + 1}`,
              createdAt: t0 - age,
              goals: {},
              cities: [
                { at: the(capitals[index]), levels },
                ...(index === 1 ? [{ at: { x: -6, y: -3 } }] : []),
              ],
              armies: units
                .filter((army) => Object.values(army).some((n) => n > 0))
                .map((army) => ({ units: army })),
              stock,
            }),
          ),
          speed,
        ),
      ),
    ),
  );
