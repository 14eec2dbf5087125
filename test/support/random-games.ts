/** Random games for properties: worlds of three neighbours, and commands that select from what an empire has. */
import { areAllies, guardsIn } from '../../src/game/diplomacy/guards.ts';
import { orderGuard } from '../../src/game/orders/guard-order.ts';
import { buildingTypes, resources, unitTypes } from '../../src/contract/vocabulary.ts';
import { joinAlliance, leaveAlliance } from '../../src/game/diplomacy/alliances.ts';
import { advance } from '../../src/game/advance.ts';
import {
  dismissUnits,
  mergeArmies,
  moveArmy,
  recallArmy,
  splitArmy,
  type Part,
} from '../../src/game/orders/armies.ts';
import { amounts, nextCityCost } from '../../src/game/balance.ts';
import { exchange } from '../../src/game/economy/exchange.ts';
import { cancelOrder, orderLevels } from '../../src/game/economy/construction.ts';
import { times } from '../../src/game/economy/stock.ts';
import { countUnits, noUnits } from '../../src/game/counts.ts';
import { foundCity } from '../../src/game/founding/founding.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { orderLeave, requirePresent } from '../../src/game/diplomacy/leave.ts';
import { reignMs } from '../../src/game/diplomacy/reigns.ts';
import { orderBatch } from '../../src/game/economy/training.ts';
import type { Amounts, Empire, Membership, Tile, Units, WorldSlice } from '../../src/game/types.ts';
import { newVillage } from '../../src/game/founding/villages.ts';
import { GameError, type ErrorCode } from '../../src/kernel/errors.ts';
import { setWishes, wishesOf, type WantedWish } from '../../src/game/economy/wishes.ts';
import {
  at,
  attack,
  battleRandomOf,
  dayMs,
  dump,
  holdSeat,
  hourMs,
  idMaker,
  makeEmpire,
  makeKeeper,
  makeWorld,
  refusal,
  t0,
  the,
  ignoreEvents,
} from './worlds.ts';
import fc from 'fast-check';

/** One command of a random game. The numbers select from what the empire has at that time. */
export interface Command {
  kind: keyof typeof paidCommands | keyof typeof freeCommands;
  empire: number;
  first: number;
  second: number;
  amount: number;
  /** The time before the command, in thousandths of an hour / speed. */
  wait: number;
  /** Whether an order sends a part of an army; absent in the recorded worlds. */
  isPart?: boolean;
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

/** The membership of an empire. Throws NOT_FOUND outside of an alliance. */
function allianceOf({ membership }: Empire): Membership {
  if (membership === null) throw new GameError('NOT_FOUND');
  return membership;
}

/** The units of a command to dismiss some. */
export const unitsToDismiss = ({ second, amount }: Command): Units => ({
  ...noUnits(),
  [pick(unitTypes, second)]: Math.ceil(amount / 10),
});

/** Sometimes a part of the army: some soldiers, also more than it has. */
function partFor({ newId }: Player, { second, amount, isPart = false }: Command): Part {
  return isPart ? { units: { ...noUnits(), soldiers: second % 40, archers: amount % 4 }, id: newId() } : null;
}

/** Commands that pay or refund: each returns its cost to the stock; a refund is negative. */
const paidCommands = {
  build: ({ world, empire, now, newId }, { first, second, amount }) => {
    const order = { now, speed: world.speed, newId };
    return orderLevels(
      empire,
      pick(empire.cities, first),
      pick(buildingTypes, second),
      1 + (amount % 4),
      order,
    ).cost;
  },
  train: ({ world, empire, now, newId }, { first, second, amount }) => {
    const order = { now, speed: world.speed, newId };
    return orderBatch(empire, pick(empire.cities, first), pick(unitTypes, second), amount, order).cost;
  },
  cancel: ({ world, empire, now }, { first, second }) => {
    const city = pick(empire.cities, first);
    const { orderId } = pick(city.construction, second);
    return times(the(cancelOrder(empire, city, orderId, now, world.speed)), -1);
  },
  exchange: ({ empire }, { first, second, amount }) => {
    const [give, take] = [pick(resources, second), pick(resources, second + 1 + (amount % 2))];
    const received = exchange(empire, pick(empire.cities, first), { give, take, amount });
    return { ...amounts(0, 0, 0), [give]: amount, [take]: -received };
  },
  found: ({ empire, now, newId }, { second, amount }) => {
    const cost = nextCityCost(empire.cities.length);
    const tile = at((second % 13) - 6, 20 + amount);
    foundCity(empire, { name: newId(), tile }, { now, newId, emit: ignoreEvents });
    return cost;
  },
} satisfies Record<string, (player: Player, command: Command) => Amounts>;

/** Commands that do not touch the stock. */
const freeCommands = {
  move: (player, command) => {
    const { world, empire, now } = player;
    const { first, second, amount } = command;
    const destination = at((second % 13) - 6, (amount % 13) - 6);
    const part = partFor(player, command);
    moveArmy(world, empire, pick(empire.armies, first), destination, { now, emit: ignoreEvents, part });
  },
  recall: ({ world, empire, now }, { first }) =>
    recallArmy(world, empire, pick(empire.armies, first), now, ignoreEvents),
  split: ({ world, empire, now, newId }, { first, second, amount }) => {
    const units = { ...noUnits(), [pick(unitTypes, second)]: amount };
    const army = pick(empire.armies, first);
    splitArmy(world, empire, army, units, { id: newId(), name: undefined, now, emit: ignoreEvents });
  },
  merge: ({ world, empire, now }, { first, second }) => {
    const [army, other] = [pick(empire.armies, first), pick(empire.armies, second)];
    mergeArmies(world, empire, army, other, { now, emit: ignoreEvents });
  },
  dismiss: ({ empire }, command) =>
    dismissUnits(empire, pick(empire.armies, command.first), unitsToDismiss(command)),
  attack: (player, command) => {
    const { world, empire, others, now, newId } = player;
    const { first, second, amount } = command;
    const players = others.filter(({ kind }) => kind === 'player');
    const on = pick(players, second);
    const target = amount % 3 === 0 ? pick(on.armies, amount) : pick(on.cities, amount);
    const part = partFor(player, command);
    attack(world, { by: empire, army: pick(empire.armies, first), on, target, now, seed: newId(), part });
  },
  seize: ({ world, empire, others, now, newId }, { first, second }) => {
    const held = others.flatMap((on) => on.seats.map((target) => ({ on, target })));
    const army = pick(empire.armies, first);
    attack(world, { by: empire, army, ...pick(held, second), now, seed: newId() });
  },
  join: ({ world, empire, now }, { second }) => {
    const id = pick(['owls', 'cats'], second);
    joinAlliance(empire, { id, tag: id }, 'member', { now, speed: world.speed, emit: ignoreEvents });
  },
  leave: ({ world, empire, others, now }, { second, amount }) => {
    const { allianceId } = allianceOf(empire);
    const allies = others.filter(({ membership }) => membership?.allianceId === allianceId);
    const [subject, reason] =
      amount % 2 === 0 ? ([empire, 'left'] as const) : ([pick(allies, second), 'expelled'] as const);
    leaveAlliance(world, subject, allianceId, reason, { now, speed: world.speed, emit: ignoreEvents });
  },
  dissolve: ({ empire, others, now }) => {
    const { allianceId } = allianceOf(empire);
    for (const { membership } of [empire, ...others])
      if (membership?.allianceId === allianceId) membership.dissolvedAt = now;
  },
  guard: (player, command) => {
    const { world, empire, others, now } = player;
    const { first, second, amount } = command;
    const places = others
      .filter((other) => areAllies(empire, other))
      .flatMap((holder) => [
        ...holder.cities.map((place) => ({ type: 'city' as const, place, holder })),
        ...holder.seats.map((place) => ({ type: 'seat' as const, place, holder })),
      ]);
    const { type, place, holder } = pick(places, second + amount);
    const isGuarded = guardsIn(world).some(
      ({ placeId, arrivesAt }) => placeId === place.id && arrivesAt === null,
    );
    const target = {
      place: { type, id: place.id },
      tile: at(place.x, place.y),
      holder: { id: holder.id, allianceId: allianceOf(holder).allianceId },
      isGuarded,
    };
    const part = partFor(player, command);
    orderGuard(world, empire, pick(empire.armies, first), target, { now, emit: ignoreEvents, part });
  },
  takeLeave: ({ world, empire, now }, { amount }) => orderLeave(world, empire, 2 + (amount % 29), now),
  /** Appends one to three wishes for a city; may also rotate the list, drop its first wish and change the reserve. */
  wish: ({ empire, newId }, { first, second, amount }) => {
    const { id: cityId } = pick(empire.cities, first);
    const { list } = wishesOf(empire);
    const added = Array.from({ length: 1 + (amount % 3) }, (_, index): WantedWish =>
      (first + index) % 2 === 0
        ? { cityId, type: pick(buildingTypes, second + index) }
        : { cityId, unit: pick(unitTypes, second + index), quantity: amount },
    );
    const rotated = [...list.slice(second % 2), ...list.slice(0, second % 3 === 0 ? 1 : 0)];
    const reserve = amount % 5 === 0 ? amounts(first * 10, second, amount * 20) : null;
    setWishes(empire, [...new Set(rotated), ...added], reserve, newId);
  },
} satisfies Record<string, (player: Player, command: Command) => void>;

/** Runs a command at `now`, to which the world must be advanced. Returns the cost to the stock. */
export function perform(world: WorldSlice, command: Command, now: number, newId: () => string): Amounts {
  const empires = [...world.empires.values()];
  const players = empires.filter(({ kind }) => kind === 'player');
  const empire = pick(players, command.empire);
  const others = empires.filter(({ id }) => id !== empire.id);
  requirePresent(empire.leave, now);
  const player = { world, empire, others, now, newId };
  const { kind } = command;
  if (isPaid(kind)) return paidCommands[kind](player, command);
  freeCommands[kind](player, command);
  return amounts(0, 0, 0);
}

const isPaid = (kind: Command['kind']): kind is keyof typeof paidCommands => kind in paidCommands;

/** The time of a command that follows `now`. */
export function momentOf(command: Command, now: number, speed: number): number {
  return now + Math.ceil((command.wait * hourMs) / (1000 * speed));
}

/**
 * Plays a game. Returns the events and the time of the last command.
 * @param inspect sees after each command the code of its refusal, and the world before it as text
 */
export function play(
  world: WorldSlice,
  commands: readonly Command[],
  inspect?: (code: ErrorCode | null, before: string) => void,
): { gameEvents: GameEvent[]; now: number } {
  const newId = idMaker();
  const gameEvents: GameEvent[] = [];
  let now = t0;
  for (const command of commands) {
    now = momentOf(command, now, world.speed);
    gameEvents.push(...advance(world, now, battleRandomOf));
    const before = inspect === undefined ? '' : dump(world);
    const code = refusal(() => perform(world, command, now, newId));
    inspect?.(code, before);
  }
  return { gameEvents, now };
}

const command: fc.Arbitrary<Command> = fc
  .record({
    kind: fc.constantFrom(
      ...(['attack', 'attack', 'attack', 'train', 'train', 'build', 'build', 'move', 'move'] as const),
      ...(['attack', 'seize', 'cancel', 'recall', 'split', 'split', 'merge', 'dismiss', 'found'] as const),
      ...(['wish', 'wish', 'wish', 'join', 'join', 'leave', 'dissolve'] as const),
      ...(['guard', 'guard', 'guard', 'join'] as const),
    ),
    empire: fc.nat(2),
    first: fc.nat(99),
    second: fc.nat(99),
    amount: fc.integer({ min: 1, max: 40 }),
    wait: fc.oneof(fc.nat(40), fc.nat(1000)),
  })
  .map((drawn) => ({ ...drawn, isPart: (drawn.second + drawn.amount) % 5 === 0 }));

const gamesOf =
  (commandOf: fc.Arbitrary<Command>) =>
  (maxLength: number): fc.Arbitrary<Command[]> =>
    fc.array(commandOf, { minLength: maxLength / 2, maxLength });

export const commands = gamesOf(command);

/** Commands in quick succession that send armies to seats, to allies and against empires: guards and queues are due after them. */
export const commandsOfMeetings = gamesOf(
  fc
    .tuple(
      command,
      fc.constantFrom(
        ...(['guard', 'guard', 'guard', 'seize', 'seize', 'seize', 'attack', 'attack'] as const),
        ...(['guard', 'seize', 'split', 'split', 'join', 'leave', 'recall', 'dissolve'] as const),
      ),
    )
    .map(([order, kind]) => ({ ...order, kind, wait: order.wait % 50 })),
);

/** Commands of games in which empires take leaves, too. */
export const commandsWithLeave = gamesOf(
  fc.oneof(
    { arbitrary: command, weight: 24 },
    { arbitrary: command.map((order): Command => ({ ...order, kind: 'takeLeave' })), weight: 1 },
  ),
);

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

const capitals: readonly Tile[] = [at(0, 0), at(5, 1), at(-2, 4)];

/** The seats of random games. The first two are held by empires since some hours / speed; they are weary of them. */
const seatPlans: readonly { at: Tile; held?: [holder: string, hours: number] }[] = [
  { at: at(2, -3), held: ['e2', 40] },
  { at: at(4, 9), held: ['e3', 9] },
  { at: at(8, 4), held: ['e3', 7] },
  { at: at(-5, 8) },
];

function seatWorld(world: WorldSlice): WorldSlice {
  // A reign ends amid the game.
  world.firstReignAt = t0 + Math.ceil((6 * hourMs) / world.speed) - reignMs(world.speed);
  seatPlans.forEach(({ at: tile, held }, number) => {
    const [holder = null, hours = 0] = held ?? [];
    const seat = { id: `seat-${number}`, number, ...tile, heldSince: null };
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
  const plan = { id: 'v', name: 'v', turns: 0, tile: at(3, -6), strength: 1 };
  const village = newVillage(plan, 'nobody', { now: t0, speed: world.speed, newId: idMaker() });
  village.growsAt = t0 + Math.ceil((3 * hourMs) / world.speed);
  world.empires.set(village.id, { ...village, postings: null });
  return world;
}

/**
 * Worlds of three neighbouring empires without goals, four seats and a village; the second empire has two cities. In half of
 * them, two empires are allies from the start.
 */
export const worlds: fc.Arbitrary<WorldSlice> = fc
  .record({
    speed: fc.constantFrom(1, 7, 3600),
    plans: fc.tuple(empirePlan, empirePlan, empirePlan),
    isAllied: fc.boolean(),
  })
  .map(({ speed, plans, isAllied }) => {
    const empires = plans.map(({ levels, units, stock, age }, index) =>
      makeEmpire({
        id: `e${index + 1}`,
        createdAt: t0 - age,
        goals: {},
        cities: [{ at: the(capitals[index]), levels }, ...(index === 1 ? [{ at: at(-6, -3) }] : [])],
        armies: units.map((army) => ({ units: army })).filter((army) => countUnits(army.units) > 0),
        stock,
      }),
    );
    const world = addVillage(seatWorld(makeWorld(empires, speed)));
    const joined = { now: t0, speed, emit: ignoreEvents };
    for (const id of isAllied ? ['e1', 'e2'] : [])
      joinAlliance(the(world.empires.get(id)), { id: 'owls', tag: 'owls' }, 'member', joined);
    return world;
  });
