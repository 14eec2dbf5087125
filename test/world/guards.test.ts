/** Guards on a database: names of undecided battles, the locks of a contact, lateness, and a crash between the two fights. */
import { afterEach, expect, it } from 'vitest';
import { leaveAlliance } from '../../src/game/diplomacy/alliances.ts';
import { advance } from '../../src/game/advance.ts';
import { moveArmy } from '../../src/game/orders/armies.ts';
import { orderGuard } from '../../src/game/orders/guard-order.ts';
import type { Empire, GuardedPlace } from '../../src/game/types.ts';
import { battleRandomOf } from '../../src/world/battle-random.ts';
import { decideMeetings, selectDueMeetings } from '../../src/world/contacts.ts';
import type { Command } from '../../src/world/command.ts';
import { checkGuards } from '../../src/world/verify/players.ts';
import { begin } from '../support/database.ts';
import { hourMs, makeWorld, minuteMs, t0, the } from '../support/worlds.ts';
import {
  armyInOrder,
  attackable,
  attackAt,
  empireState,
  foundOwls,
  idOf,
  inOrder,
  openStage,
  owls,
  readLedgerViolations,
  readPostings,
  readWorld,
  wrongColumns,
  type Hand,
  type Stage,
} from './stage.ts';

let stage: Stage;
afterEach(() => stage.close());

const place: GuardedPlace = { type: 'city', id: idOf('ann city') };
const tile = { x: 0, y: 0 };

/** Ann holds the city; bob and cat are her allies, foe and rat attack her. */
async function open(): Promise<Hand> {
  const plans: [string, number, number][] = [
    ['ann', 0, 20],
    ['bob', 10, 60],
    ['cat', 20, 60],
    ['foe', -20, 200],
    ['rat', -40, 30],
  ];
  const empires = plans.map(([name, x, soldiers]) => empireState(name, { at: { x, y: 0 }, soldiers }));
  stage = await openStage(makeWorld(empires));
  const hand = stage.join();
  await foundOwls(hand, ['ann', 'bob', 'cat']);
  return hand;
}

const guard: Command<void> = ({ world, empire, now, emit }) => {
  const holder = { id: idOf('ann'), allianceId: owls.id };
  orderGuard(world, empire, armyInOrder(empire, 0), { place, tile, holder, isGuarded: false }, { now, emit });
};

/** An attack on the city of ann. @param guardName the owner of the guard as the attacker has read it */
const strike = (name: string, guardName: string | null = null): Command<string> =>
  attackAt(name, tile, {
    ...{ target: place, defenderId: idOf('ann'), defenderName: 'ann', defender: attackable },
    guardId: guardName === null ? null : idOf(guardName),
  });

const marchAway: Command<void> = ({ world, empire, now, emit }) =>
  moveArmy(world, empire, armyInOrder(empire, 0), { x: 5, y: 9 }, { now, emit });

async function namesOf({ pool }: Hand, battle: string) {
  const { rows } = await pool.query<{ names: string[] }>(
    `SELECT ARRAY(SELECT name FROM empires WHERE id = defender_id) || ARRAY(SELECT name FROM empires WHERE id = ally_id) AS names
     FROM battles WHERE id = $1`,
    [idOf(battle)],
  );
  return rows[0]?.names;
}

const wrongGuards = ({ pool, deps }: Hand) =>
  checkGuards({ db: pool, settings: deps.settings } as unknown as Parameters<typeof checkGuards>[0]);

async function passTo(hand: Hand, at: number): Promise<void> {
  stage.time.advance(at - stage.time.now());
  await hand.clock.catchUp();
}

it('renames undecided battles with the arrival and departure of a guard, and orders find it', async () => {
  const hand = await open();
  await hand.executeCommand(idOf('foe'), strike('first'));
  await hand.executeCommand(idOf('bob'), guard);
  expect(await namesOf(hand, 'first')).toEqual(['ann']);
  await passTo(hand, t0 + hourMs / 4);
  expect(await namesOf(hand, 'first')).toEqual(['bob', 'ann']);
  // The order has read the place before the guard arrived.
  await expect(hand.executeCommand(idOf('rat'), strike('second'))).rejects.toMatchObject({
    constraint: 'battles_guard',
  });
  await hand.executeCommand(idOf('rat'), strike('second', 'bob'));
  expect([await namesOf(hand, 'second'), await wrongGuards(hand)]).toEqual([['bob', 'ann'], []]);
  await hand.executeCommand(idOf('bob'), marchAway);
  expect([await namesOf(hand, 'first'), await namesOf(hand, 'second')]).toEqual([['ann'], ['ann']]);
  expect(await wrongGuards(hand)).toEqual([]);
  const { rows } = await hand.pool.query<{ name: string; type: string }>(
    `SELECT name, type FROM event_log_entries JOIN empires ON id = empire_id WHERE type LIKE 'guard%' ORDER BY at, type, name`,
  );
  expect(rows.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'ann guard_arrived',
    'bob guard_arrived',
    'ann guard_left',
    'bob guard_left',
  ]);
});

it('a hundred orders at the moments of arrivals and departures all name the present guard', async () => {
  const left = await open();
  const right = stage.join();
  for (let round = 0; round < 12; round++) {
    await left.executeCommand(idOf('bob'), guard);
    stage.time.advance(hourMs);
    const orders = ['foe', 'rat'].map((name) =>
      right
        .executeCommand(idOf(name), strike(`${name} ${round}`, round % 2 === 0 ? null : 'bob'))
        .catch(() => null),
    );
    await Promise.all([left.clock.catchUp(), ...orders, right.clock.catchUp()]);
    expect(await wrongGuards(left)).toEqual([]);
    await Promise.all([
      left.executeCommand(idOf('bob'), marchAway).catch(() => null),
      right.executeCommand(idOf('rat'), strike(`late ${round}`, 'bob')).catch(() => null),
    ]);
    expect(await wrongGuards(left)).toEqual([]);
    stage.time.advance(3 * hourMs);
    await left.clock.catchUp();
  }
});

/** Two guards and two attacks; then everything is decided in this number of steps, with two instances. */
async function playLate(steps: number, first: readonly string[]) {
  const hand = await open();
  const other = stage.join(2);
  await hand.executeCommand(idOf('foe'), strike('first'));
  await hand.executeCommand(idOf('cat'), guard);
  await hand.executeCommand(idOf('bob'), guard);
  await hand.executeCommand(idOf('rat'), strike('second'));
  const start = await readWorld(hand);
  for (let step = 0; step < steps; step++) {
    stage.time.advance((4 * hourMs) / steps);
    for (const name of first) await hand.executeCommand(idOf(name), () => null);
    await Promise.all([hand.clock.catchUp(), other.clock.catchUp()]);
  }
  for (const name of ['ann', 'bob', 'cat', 'foe', 'rat']) await hand.executeCommand(idOf(name), () => null);
  advance(start, stage.time.now(), battleRandomOf);
  for (const empire of start.empires.values()) empire.lastActiveAt = stage.time.now();
  const world = inOrder(await readWorld(hand));
  const result = {
    world,
    postings: await readPostings(hand),
    wrong: [await wrongColumns(hand), await readLedgerViolations(hand), await wrongGuards(hand)],
  };
  await stage.close();
  return { ...result, expected: inOrder(start) };
}

it('is the same world late or in time, whichever empire is advanced first', async () => {
  const inTime = await playLate(48, []);
  const late = await playLate(1, ['cat', 'rat', 'ann']);
  const later = await playLate(1, ['bob']);
  stage = await openStage(makeWorld([empireState('none', { at: tile })]));
  for (const { world, expected, wrong } of [inTime, late, later]) {
    expect(world).toEqual(expected);
    expect(wrong).toEqual([[], [], []]);
  }
  expect([late.world, later.world]).toEqual([inTime.world, inTime.world]);
  expect([late.postings, later.postings]).toEqual([inTime.postings, inTime.postings]);
  const outcome = the(the(inTime.world.battles.get(idOf('first'))).outcome);
  expect(outcome).toMatchObject({ result: 'attacker_won', guard: { empireId: idOf('bob') } });
});

it('one guard falls and another arrives in one late transaction', async () => {
  const hand = await open();
  await hand.executeCommand(idOf('bob'), guard);
  await hand.executeCommand(idOf('foe'), strike('first'));
  stage.time.advance(minuteMs);
  await hand.executeCommand(idOf('cat'), guard);
  await passTo(hand, t0 + hourMs / 4);
  const { contactAt } = the((await readWorld(hand)).battles.get(idOf('first')));
  stage.time.advance(contactAt + 2 * minuteMs - stage.time.now());
  await decideMeetings(hand.deps, await selectDueMeetings(hand.pool, stage.time.now(), 10, []));
  const world = await readWorld(hand);
  expect(the(world.battles.get(idOf('first'))).outcome).toMatchObject({ guard: { empireId: idOf('bob') } });
  expect(armyInOrder(the(world.empires.get(idOf('cat'))), 0)).toMatchObject({ guards: place, march: null });
  expect(await wrongGuards(hand)).toEqual([]);
});

it('ends the guards at the places of an empire that leaves, in one transaction', async () => {
  const hand = await open();
  await hand.executeCommand(idOf('foe'), strike('first'));
  await hand.executeCommand(idOf('bob'), guard);
  await passTo(hand, t0 + hourMs / 4);
  await hand.executeCommand(idOf('bob'), ({ world, empire, now, speed, emit }) =>
    leaveAlliance(world, empire, owls.id, 'left', { now, speed, emit }),
  );
  expect([await namesOf(hand, 'first'), await wrongGuards(hand)]).toEqual([['ann'], []]);
});

it('commits both fights of a contact together: a crash between them leaves nothing of either', async () => {
  const hand = await open();
  await hand.executeCommand(idOf('foe'), strike('first'));
  await hand.executeCommand(idOf('bob'), guard);
  await passTo(hand, t0 + hourMs / 4);
  const { contactAt } = the((await readWorld(hand)).battles.get(idOf('first')));
  await passTo(hand, contactAt - 1);
  const expected = await readWorld(hand);
  const before = await stage.dump();
  // The connection ends like that of a killed process, when the units of bob are written and the outcome is not.
  await hand.pool.query(`CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$`);
  await hand.pool.query(
    'CREATE TRIGGER crash BEFORE UPDATE OF outcome ON battles FOR EACH ROW EXECUTE FUNCTION crash()',
  );
  stage.time.advance(2);
  const crashing = stage.join();
  await expect(crashing.clock.catchUp()).rejects.toThrow();
  expect(await stage.dump()).toBe(before);
  await hand.pool.query('DROP TRIGGER crash ON battles');
  await stage.join().clock.catchUp();
  advance(expected, contactAt, battleRandomOf);
  const parties = (empires: Map<string, Empire>) =>
    ['ann', 'bob', 'foe'].map((name) => the(empires.get(idOf(name))).armies);
  const world = inOrder(await readWorld(hand));
  expect(parties(world.empires)).toEqual(parties(inOrder(expected).empires));
  expect(world.battles).toEqual(inOrder(expected).battles);
  expect(world.battles.get(idOf('first'))?.outcome?.guard?.rounds).not.toHaveLength(0);
});

it('locks attacker and defender for a contact, and the holder behind a guard, never others', async () => {
  const hand = await open();
  await hand.executeCommand(idOf('foe'), strike('first'));
  await hand.executeCommand(idOf('bob'), guard);
  await hand.executeCommand(idOf('rat'), strike('second'));
  await passTo(hand, t0 + hourMs / 4);
  const lockEvery = async (names: readonly string[], run: () => Promise<unknown>): Promise<void> => {
    const held = await begin(stage.join(1).pool, 'SELECT FROM empires WHERE name = ANY ($1) FOR UPDATE', [
      names,
    ]);
    await run();
    await held.rollBack();
  };
  stage.time.advance(hourMs);
  const isDecided = async (battle: string) =>
    (await readWorld(hand)).battles.get(idOf(battle))?.outcome !== null;
  await lockEvery(['bob'], () => hand.clock.catchUp());
  expect(await isDecided('first')).toBe(false);
  await lockEvery(['cat', 'rat'], () => hand.clock.catchUp());
  expect([await isDecided('first'), await isDecided('second')]).toEqual([true, false]);
  await lockEvery(['cat', 'bob'], () => hand.clock.catchUp());
  expect(await isDecided('second')).toBe(true);
});
