/** Seats on a database: a change of the holder with everything that names it, tiles, and the end of reigns. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { recallArmy } from '../../src/game/orders/armies.ts';
import type { Empire, HeldSeat, Tile, WorldSlice } from '../../src/game/types.ts';
import { decideMeetingsOf } from '../../src/world/contacts.ts';
import type { Command } from '../../src/world/command.ts';
import { closeReigns } from '../../src/world/reigns.ts';
import { begin } from '../support/database.ts';
import { holdSeat, hourMs, makeKeeper, makeWorld, t0, the } from '../support/worlds.ts';
import {
  armyInOrder,
  attackOn,
  attackOnSeat,
  countWaiting,
  empireState,
  expectWorldOfCore,
  idOf,
  openStage,
  readWorld,
  wrongColumns,
  type Hand,
  type Stage,
} from './stage.ts';

let stage: Stage;
afterEach(() => stage.close());

const dayMs = 24 * hourMs;
const tile: Tile = { x: 5, y: 10 };
const seatOf = (heldSince: number | null, number = 0): HeldSeat => ({
  id: idOf(`seat ${number}`),
  number,
  x: tile.x + 10 * number,
  y: tile.y,
  heldSince,
});

/** Ann holds the seat; bob and cat can attack it. */
function plan({ firstReignAt = t0 - dayMs }: { firstReignAt?: number } = {}): WorldSlice {
  const [ann, bob, cat] = ['ann', 'bob', 'cat'].map((name, index) =>
    empireState(name, { at: { x: 10 * index, y: 0 }, soldiers: 60, gold: 1900 }),
  ) as [Empire, Empire, Empire];
  const world = { ...makeWorld([ann, bob, cat]), firstReignAt };
  holdSeat(ann, seatOf(t0 - 20 * hourMs), world);
  return world;
}

/** A command that attacks the seat of `holder`. */
const seize = (name: string, holder: string): Command<string> =>
  attackOnSeat(name, holder, seatOf(t0 - 20 * hourMs));

const rows = async (pool: pg.Pool, text: string, values: unknown[] = []): Promise<object[]> =>
  (await pool.query<object>(text, values)).rows;
const seatRows = (pool: pg.Pool) =>
  rows(pool, 'SELECT number, holder_id, held_since FROM seats ORDER BY number');
const namedIn = (pool: pg.Pool, battle: string) =>
  rows(pool, 'SELECT defender_id FROM battles WHERE id = $1', [idOf(battle)]);

async function open(world = plan()): Promise<Hand> {
  stage = await openStage(world);
  return stage.join();
}

describe('a seat that changes hands', () => {
  it('has its new holder in its row, in the rows of both, and in all undecided attacks on it', async () => {
    const hand = await open();
    const contactAt = t0 + hourMs / 2;
    await hand.executeCommand(idOf('bob'), seize('first', 'ann'));
    stage.time.advance(60_000);
    await hand.executeCommand(idOf('cat'), seize('second', 'ann'));
    stage.time.advance(contactAt - stage.time.now());
    await hand.clock.catchUp();
    expect(await seatRows(hand.pool)).toEqual([{ number: 0, holder_id: idOf('bob'), held_since: contactAt }]);
    expect(await namedIn(hand.pool, 'second')).toEqual([{ defender_id: idOf('bob') }]);
    const { empires } = await readWorld(hand);
    expect(['ann', 'bob', 'cat'].map((name) => the(empires.get(idOf(name))).seats.length)).toEqual([0, 1, 0]);
    expect(await wrongColumns(hand)).toEqual([]);
  });

  it('gives the same world if another transaction holds the attacker of its new holder', async () => {
    const world = plan();
    const dog = empireState('dog', { at: { x: 10, y: -27 }, soldiers: 90, gold: 1900 });
    world.empires.set(dog.id, dog);
    const hand = await open(world);
    const bob = the(world.empires.get(idOf('bob')));
    await hand.executeCommand(idOf('bob'), seize('first', 'ann'));
    // It meets the city of bob after the seat is his, and before the next attack on the seat.
    await hand.executeCommand(idOf('dog'), attackOn('between', bob, the(bob.cities[0])));
    stage.time.advance(hourMs / 3);
    await hand.executeCommand(idOf('cat'), seize('second', 'ann'));
    const start = await readWorld(hand);
    const contacts = ['first', 'between', 'second'].map(
      (name) => the(start.battles.get(idOf(name))).contactAt,
    );
    expect(contacts).toEqual(contacts.toSorted((a, b) => a - b));
    stage.time.advance(2 * hourMs);
    const held = await begin(stage.join(1).pool, 'SELECT FROM empires WHERE id = $1 FOR UPDATE', [
      idOf('dog'),
    ]);
    await hand.clock.catchUp();
    expect(await seatRows(hand.pool)).toMatchObject([{ holder_id: idOf('bob') }]);
    await held.commit();
    await hand.clock.catchUp();
    for (const name of ['ann', 'bob', 'cat', 'dog']) await hand.executeCommand(idOf(name), () => null);
    await expectWorldOfCore(hand, start);
  });

  it('leaves the attack of a recalled army called off, and its former holder free', async () => {
    const hand = await open();
    await hand.executeCommand(idOf('bob'), seize('first', 'ann'));
    stage.time.advance(60_000);
    await hand.executeCommand(idOf('cat'), seize('second', 'ann'));
    await hand.executeCommand(idOf('cat'), ({ world, empire, now, emit }) =>
      recallArmy(world, empire, armyInOrder(empire, 0), now, emit),
    );
    stage.time.advance(hourMs);
    await decideMeetingsOf(hand.deps, idOf('bob'), stage.time.now());
    expect(
      await rows(hand.pool, `SELECT outcome ->> 'reason' AS reason, defender_id FROM battles WHERE id = $1`, [
        idOf('second'),
      ]),
    ).toEqual([{ reason: 'recalled', defender_id: idOf('ann') }]);
  });

  it('goes to the largest of the armies that wait for the end of its truce, with two instances', async () => {
    const world = { ...plan() };
    const [ann, bob, cat] = [...world.empires.values()] as [Empire, Empire, Empire];
    the(ann.seats[0]).heldSince = t0 - hourMs;
    the(bob.armies[0]).units.soldiers = 70;
    the(cat.armies[0]).units.soldiers = 90;
    const left = await open(world);
    const right = stage.join(2);
    const during = (name: string) => attackOnSeat(name, 'ann', seatOf(t0 - hourMs));
    await left.executeCommand(idOf('bob'), during('smaller'));
    stage.time.advance(60_000);
    await right.executeCommand(idOf('cat'), during('larger'));
    const start = await readWorld(left);
    stage.time.advance(8 * hourMs);
    await Promise.all([
      left.clock.catchUp(),
      right.clock.catchUp(),
      left.executeCommand(idOf('bob'), () => null),
      right.executeCommand(idOf('ann'), () => null),
    ]);
    for (const name of ['bob', 'cat', 'ann']) await right.executeCommand(idOf(name), () => null);
    const held = { number: 0, holder_id: idOf('cat'), held_since: t0 + 7 * hourMs };
    expect(await seatRows(left.pool)).toEqual([held]);
    await expectWorldOfCore(left, start);
  });

  it('refuses an order that names its former holder', async () => {
    const hand = await open();
    await hand.executeCommand(idOf('bob'), seize('first', 'ann'));
    stage.time.advance(hourMs);
    await hand.clock.catchUp();
    const late = hand.executeCommand(idOf('cat'), seize('late', 'ann'));
    await expect(late).rejects.toMatchObject({ constraint: 'battles_seat_holder' });
  });

  it('makes an order wait that runs at the same time', async () => {
    const hand = await open();
    const taken = await begin(hand.pool, 'UPDATE seats SET holder_id = $1', [idOf('bob')]);
    const order = hand.executeCommand(idOf('cat'), seize('late', 'ann'));
    order.catch(() => undefined);
    await expect.poll(() => countWaiting(hand)).toBe(1);
    await taken.commit();
    await expect(order).rejects.toMatchObject({ constraint: 'battles_seat_holder' });
  });
});

describe('the tile of a seat', () => {
  const insertSeat = (pool: pg.Pool, x: number, y: number) =>
    pool.query('INSERT INTO seats VALUES ($1, 7, $2, $3, $4, $4, NULL)', [randomUUID(), x, y, idOf('ann')]);
  const moveTo = (x: number, y: number): [sql: string, values: unknown[]] => [
    'UPDATE cities SET x = $2, y = $3 WHERE empire_id = $1',
    [idOf('cat'), x, y],
  ];

  it.each([
    ['cities_not_on_seats', 0],
    ['cities_distance_to_seats', 2],
  ])('bars cities: %s', async (constraint, dx) => {
    const hand = await open();
    await expect(hand.pool.query(...moveTo(tile.x + dx, tile.y))).rejects.toMatchObject({ constraint });
    await hand.pool.query(...moveTo(tile.x + 3, tile.y));
  });

  it('is barred by cities and other seats', async () => {
    const hand = await open();
    await expect(insertSeat(hand.pool, 12, 2)).rejects.toMatchObject({
      constraint: 'seats_distance_to_cities',
    });
    await expect(insertSeat(hand.pool, tile.x, tile.y + 2)).rejects.toMatchObject({
      constraint: 'seats_distance',
    });
  });

  it('is decided by the database if a city and a seat are made at the same time', async () => {
    const hand = await open();
    const moved = await begin(hand.pool, ...moveTo(50, 50));
    const seat = insertSeat(hand.pool, 51, 51);
    seat.catch(() => undefined);
    await expect.poll(() => countWaiting(hand)).toBe(1);
    await moved.commit();
    await expect(seat).rejects.toMatchObject({ constraint: 'seats_distance_to_cities' });
  });
});

describe('the end of a reign', () => {
  const end = t0 + dayMs;
  const openNearEnd = () => open(plan({ firstReignAt: end - 30 * dayMs }));
  const hegemons = (pool: pg.Pool) =>
    rows(pool, 'SELECT number, ended_at, empire_id, parts FROM reigns ORDER BY number');
  const logged = (pool: pg.Pool) =>
    rows(pool, `SELECT empire_id, at, data FROM event_log_entries WHERE type = 'hegemon'`);
  const won = { number: 1, ended_at: end, empire_id: idOf('ann'), parts: 30 * dayMs };

  it('enters the crowns and the Hegemon, as an unread result of the event log', async () => {
    const hand = await openNearEnd();
    stage.time.advance(dayMs);
    await hand.clock.catchUp();
    expect(await hegemons(hand.pool)).toEqual([won]);
    expect(await rows(hand.pool, 'SELECT reign, empire_id, parts FROM reign_crowns')).toEqual([
      { reign: 1, empire_id: idOf('ann'), parts: 30 * dayMs },
    ]);
    expect(await logged(hand.pool)).toEqual([
      {
        empire_id: idOf('ann'),
        at: end,
        data: { reign: 1, crowns: 720, ended_at: new Date(end).toISOString() },
      },
    ]);
    const unread = `SELECT type FROM event_logs JOIN event_log_entries USING (empire_id) WHERE number = ANY (unread)`;
    expect(await rows(hand.pool, unread)).toEqual([{ type: 'hegemon' }]);
  });

  it('is not closed before the rows of all holders', async () => {
    const hand = await openNearEnd();
    stage.time.advance(dayMs);
    await closeReigns(hand.deps, 0, stage.time.now());
    expect(await hegemons(hand.pool)).toEqual([]);
  });

  it('is not closed before an undecided contact on a seat', async () => {
    const hand = await openNearEnd();
    stage.time.advance(dayMs - hourMs / 2);
    await hand.executeCommand(idOf('bob'), seize('last', 'ann'));
    stage.time.advance(hourMs);
    // Ann's row may not advance past the contact either.
    await hand.pool.query('UPDATE empires SET reign_ends_at = NULL');
    await closeReigns(hand.deps, 0, stage.time.now());
    expect(await hegemons(hand.pool)).toEqual([]);
  });

  it('counts a contact at its very end', async () => {
    const hand = await openNearEnd();
    stage.time.advance(dayMs - hourMs / 2);
    await hand.executeCommand(idOf('bob'), seize('last', 'ann'));
    stage.time.advance(hourMs);
    await hand.clock.catchUp();
    expect(await seatRows(hand.pool)).toMatchObject([{ holder_id: idOf('bob'), held_since: end }]);
    expect(await hegemons(hand.pool)).toEqual([won]);
  });

  it('enters one Hegemon and one entry if two instances close it at once', async () => {
    const first = await openNearEnd();
    const second = stage.join();
    stage.time.advance(dayMs);
    await Promise.all([first.clock.catchUp(), second.clock.catchUp()]);
    await Promise.all(
      [1, 2, 3, 4].flatMap(() => [first, second].map(({ deps }) => closeReigns(deps, 0, stage.time.now()))),
    );
    expect([await hegemons(first.pool), (await logged(first.pool)).length]).toEqual([[won], 1]);
  });

  it('after a downtime of ten weeks gives what it gives in time', async () => {
    const late = await openNearEnd();
    stage.time.advance(70 * dayMs);
    await late.clock.catchUp();
    expect(await hegemons(late.pool)).toEqual([
      won,
      { ...won, number: 2, ended_at: end + 30 * dayMs },
      { ...won, number: 3, ended_at: end + 60 * dayMs },
    ]);
    expect(await wrongColumns(late)).toEqual([]);
  });

  it('without any crown enters nobody', async () => {
    const world = makeWorld([
      empireState('ann', { at: { x: 0, y: 0 } }),
      { ...makeKeeper(idOf('keeper'), seatOf(null)), ownerId: idOf('keeper owner') },
    ]);
    const hand = await open({ ...world, firstReignAt: end - 30 * dayMs });
    stage.time.advance(dayMs);
    await hand.clock.catchUp();
    expect(await hegemons(hand.pool)).toEqual([{ number: 1, ended_at: end, empire_id: null, parts: 0 }]);
  });
});
