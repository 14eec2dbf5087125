/** The event log over HTTP: complete and ordered entries, for both sides of a battle. */
import { beforeEach, describe, expect, it } from 'vitest';
import { contactBattleSql } from '../../src/world/log/event-log.ts';
import { startSecond, useTestGame, type Ruler } from '../support/game.ts';
import { openSession, createNeighbours } from '../support/players.ts';
import {
  build,
  entriesOf,
  moveArmy,
  orderAttack,
  readBattle,
  readLog,
  recallArmy,
} from '../support/requests.ts';
import { setStock } from '../support/set-state.ts';
import { dayMs, hourMs } from '../support/worlds.ts';

const game = useTestGame();
let ann: Ruler;
let bob: Ruler;

beforeEach(async () => {
  [ann, bob] = await createNeighbours(game, 10);
});

const typesOf = async (ruler: Ruler, query?: string): Promise<string[]> =>
  (await readLog(ruler, query)).events.map(({ type }) => type);

const attack = async () => (await orderAttack(ann, bob.capitalId)).body.battle;

/** Ann builds barracks, then trains and moves. Returns the order of the barracks. */
async function playTwoHours() {
  const { body } = await build(ann, 'barracks');
  await game.pass(hourMs);
  await ann.send('POST', `/api/city/${ann.capitalId}/train`, { unit_type: 'soldiers', quantity: 2 });
  await moveArmy(ann, { x: ann.tile.x, y: ann.tile.y + 1 });
  await game.pass(hourMs);
  return body.order;
}

it('begins with the founding', async () => {
  expect(await readLog(ann)).toEqual({
    events: [
      {
        number: 1,
        at: expect.any(String) as string,
        type: 'empire_founded',
        data: { city_id: ann.capitalId, city_name: 'Capital', location: ann.tile },
      },
    ],
    last: 1,
    next: null,
  });
});

it('has the new name of a city, once', async () => {
  for (const name of ['Larisa', 'Larisa']) await ann.send('PUT', `/api/city/${ann.capitalId}`, { name });
  const { events } = await readLog(ann, '?after=1');
  expect(events).toMatchObject([
    { type: 'city_renamed', data: { city_id: ann.capitalId, city_name: 'Larisa', former_name: 'Capital' } },
  ]);
});

it('has buildings, units and arrivals with the times at which they were due', async () => {
  const orderedAt = game.clock.now();
  const { completes_at } = await playTwoHours();
  const { events, last } = await readLog(ann, '?after=1');
  expect(events.map(({ number }) => number)).toEqual([2, 3, 4, 5]);
  expect(last).toBe(5);
  expect(events.slice(0, 2)).toMatchObject([
    {
      type: 'construction_complete',
      at: completes_at,
      data: { city_name: 'Capital', building: { type: 'barracks', level: 1 } },
    },
    {
      type: 'goal_reached',
      at: completes_at,
      data: { goal: 'barracks', reward: { gold: 100, food: 100, materials: 100 } },
    },
  ]);
  expect(Date.parse(completes_at)).toBeGreaterThan(orderedAt);
  const later = events.slice(2);
  expect(later.map(({ type }) => type).sort()).toEqual(['army_arrived', 'unit_training_complete']);
  expect(later.find(({ type }) => type === 'army_arrived')?.data).toEqual({
    army_id: ann.armyId,
    army_name: 'Army 1',
    location: { x: ann.tile.x, y: ann.tile.y + 1 },
    loot: { gold: 0, food: 0, materials: 0 },
  });
});

it('is sent byte for byte as it is stored, with the battle of each contact', async () => {
  await playTwoHours();
  const { id } = await attack();
  await game.pass(dayMs);
  for (const ruler of [ann, bob]) {
    const stored = await game.query<{ data: object; battle_id: string | null }>(
      `SELECT data, ${contactBattleSql} AS battle_id FROM event_log_entries entry WHERE empire_id = $1 ORDER BY number`,
      ruler.empireId,
    );
    const { events } = await readLog(ruler);
    expect(events.map(({ data }) => JSON.stringify(data))).toEqual(
      stored.map(({ data }) => JSON.stringify(data)),
    );
    expect(stored.flatMap(({ battle_id }) => battle_id ?? [])).toEqual([id]);
  }
  expect(await typesOf(ann)).toEqual(
    expect.arrayContaining([
      'construction_complete',
      'unit_training_complete',
      'army_arrived',
      'battle_contact',
    ]),
  );
});

it('has the founding of a city', async () => {
  await setStock(game, ann.empireId, { gold: 1900, food: 1900, materials: 1900 });
  const location = { x: ann.tile.x + 20, y: ann.tile.y };
  const answer = await ann.send('POST', `/api/empire/${ann.empireId}/cities`, { name: 'Second', location });
  expect(answer.status).toBe(201);
  const { events } = await readLog(ann, '?after=1');
  expect(events).toMatchObject([
    { type: 'city_founded', data: { city_name: 'Second', location } },
    { type: 'goal_reached', data: { goal: 'second_city' } },
  ]);
});

describe('a battle', () => {
  it('has entries for both sides at the order and at the contact', async () => {
    const battle = await attack();
    await game.pass(hourMs);
    const sight = { battle_id: battle.id, location: bob.tile, contact_at: battle.contact_at };
    for (const [ruler, role, opponent] of [
      [ann, 'attacker', bob],
      [bob, 'defender', ann],
    ] as const) {
      const { events } = await readLog(ruler);
      const types = ['empire_founded', 'battle_start', 'battle_contact', 'battle_end'];
      expect(events.map(({ type }) => type)).toEqual(types);
      expect(events[1]?.data).toEqual({
        ...sight,
        role,
        opponent_id: opponent.empireId,
        opponent_name: `Empire of ${opponent.username}`,
      });
      expect(events[2]?.at).toBe(battle.contact_at);
    }
  });

  it('has its outcome at its end, also when that is found late by two instances', async () => {
    const { id, contact_at } = await attack();
    await game.pass(Date.parse(contact_at) - game.clock.now());
    expect(await typesOf(ann, '?after=2')).toEqual(['battle_contact']);
    const { ends_at } = await readBattle(ann, id);
    game.clock.advance(Date.parse(ends_at ?? '') - game.clock.now() - 1);
    const other = await startSecond(game);
    const catchUp = () =>
      Promise.all([game.instance.worldClock.catchUp(), other.instance.worldClock.catchUp()]);
    await catchUp();
    expect(await typesOf(ann, '?after=3')).toEqual([]);
    game.clock.advance(dayMs);
    for (let repeat = 0; repeat < 2; repeat++) await catchUp();
    await other.stop();
    const { result, attacker, defender, loot } = await readBattle(ann, id);
    const losses = { attacker: attacker.losses, defender: defender.losses };
    for (const [ruler, role] of [
      [ann, 'attacker'],
      [bob, 'defender'],
    ] as const) {
      const data = { battle_id: id, result, losses, loot, role };
      expect(await entriesOf(ruler, 'battle_end')).toMatchObject([{ at: ends_at, data }]);
    }
  });

  it('does not reveal its result at the contact', async () => {
    const { contact_at } = await attack();
    await game.pass(Date.parse(contact_at) - game.clock.now());
    const { events } = await readLog(bob, '?after=2');
    expect(Object.keys(events[0]?.data ?? {}).sort()).toEqual(
      ['battle_id', 'ends_at', 'location', 'opponent_id', 'opponent_name', 'role'].sort(),
    );
  });

  it('has an entry of its recall for both sides', async () => {
    await attack();
    await game.pass(1_000);
    await recallArmy(ann);
    for (const ruler of [ann, bob]) {
      const { events } = await readLog(ruler, '?after=2');
      expect(events[0]).toMatchObject({ type: 'battle_called_off', data: { reason: 'recalled' } });
    }
  });

  it('has its entry for the defender while another transaction locks that empire', async () => {
    const client = await game.instance.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM empires WHERE id = $1 FOR NO KEY UPDATE', [bob.empireId]);
      await attack();
      expect(await typesOf(bob)).toEqual(['empire_founded', 'battle_start']);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('reading', () => {
  beforeEach(async () => {
    await build(ann, 'farm', 4);
    await game.pass(dayMs);
  });

  it('returns nothing after the latest entry', async () => {
    expect(await readLog(ann, '?after=6')).toEqual({ events: [], last: 6, next: null });
  });

  it('refuses a number beyond the latest entry and names the latest', async () => {
    const { status, body } = await ann.send('GET', `/api/empire/${ann.empireId}/events?after=7`);
    expect([status, body.code, body.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      'after: the latest entry has the number 6',
    ]);
  });

  it('begins with the oldest entry that is kept: 30 days', async () => {
    await game.pass(30 * dayMs);
    const path = `/api/empire/${ann.empireId}/events`;
    const { send } = await openSession(game, ann.username);
    await expect
      .poll(async () => (await send('GET', path)).body)
      .toEqual({ events: [], last: 6, next: null });
  });
});
