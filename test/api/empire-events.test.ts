/** The event log over HTTP: complete and ordered entries, for both sides of a battle. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { EmpireEvent } from '../../src/contract/event-log.ts';
import type { BattleView } from '../../src/contract/battle.ts';
import { startSecond, useTestGame, type Ruler } from '../support/game.ts';
import { openSession, createNeighbours } from '../support/players.ts';
import { contactBattleSql } from '../../src/world/log/stored-entries.ts';

const game = useTestGame();
let ann: Ruler;
let bob: Ruler;

beforeEach(async () => {
  [ann, bob] = await createNeighbours(game, 10);
});

async function read(ruler: Ruler, query = ''): Promise<{ events: EmpireEvent[]; last: number }> {
  const path = `/api/empire/${ruler.empireId}/events${query}`;
  return (await ruler.send<{ events: EmpireEvent[]; last: number }>('GET', path)).body;
}

const typesOf = ({ events }: { events: EmpireEvent[] }) => events.map(({ type }) => type);

function attack(): Promise<{ body: { battle?: { id: string; contact_at: string } } }> {
  return ann.send('POST', '/api/battle', {
    army_id: ann.armyId,
    target_type: 'city',
    target_id: bob.capitalId,
  });
}

it('begins with the founding', async () => {
  expect(await read(ann)).toEqual({
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
  const { events } = await read(ann, '?after=1');
  expect(events).toMatchObject([
    { type: 'city_renamed', data: { city_id: ann.capitalId, city_name: 'Larisa', former_name: 'Capital' } },
  ]);
});

it('has buildings, units and arrivals with the times at which they were due', async () => {
  const orderedAt = game.clock.now();
  const built = await ann.send<{ order: { completes_at: string } }>(
    'POST',
    `/api/city/${ann.capitalId}/buildings`,
    { type: 'barracks' },
  );
  await game.pass(3_600_000);
  await ann.send('POST', `/api/city/${ann.capitalId}/train`, { unit_type: 'soldiers', quantity: 2 });
  await ann.send('POST', `/api/army/${ann.armyId}/move`, {
    destination: { x: ann.tile.x, y: ann.tile.y + 1 },
  });
  await game.pass(3_600_000);
  const { events, last } = await read(ann, '?after=1');
  expect(events.map(({ number }) => number)).toEqual([2, 3, 4, 5]);
  expect(last).toBe(5);
  const [construction, goal, first, second] = events;
  expect(construction).toMatchObject({
    type: 'construction_complete',
    at: built.body.order.completes_at,
    data: { city_name: 'Capital', building: { type: 'barracks', level: 1 } },
  });
  expect(goal).toMatchObject({
    type: 'goal_reached',
    at: built.body.order.completes_at,
    data: { goal: 'barracks', reward: { gold: 100, food: 100, materials: 100 } },
  });
  expect(Date.parse(construction?.at ?? '')).toBeGreaterThan(orderedAt);
  expect([first?.type, second?.type].sort()).toEqual(['army_arrived', 'unit_training_complete']);
  const arrival = [first, second].find((event) => event?.type === 'army_arrived');
  expect(arrival?.data).toEqual({
    army_id: ann.armyId,
    army_name: 'Army 1',
    location: { x: ann.tile.x, y: ann.tile.y + 1 },
    loot: { gold: 0, food: 0, materials: 0 },
  });
});

it('is the same whether its entries are stored as lists or as objects', async () => {
  const { pool } = game.instance;
  await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'barracks' });
  await game.pass(3_600_000);
  await ann.send('POST', `/api/city/${ann.capitalId}/train`, { unit_type: 'soldiers', quantity: 2 });
  const destination = { x: ann.tile.x, y: ann.tile.y + 1 };
  await ann.send('POST', `/api/army/${ann.armyId}/move`, { destination });
  await game.pass(3_600_000);
  const { body } = await attack();
  await game.pass(24 * 3_600_000);
  const readAll = async () => {
    const { rows } = await pool.query<{ form: string; battle_id: string | null }>(
      `SELECT jsonb_typeof(data) AS form, ${contactBattleSql} AS battle_id
       FROM event_log_entries entry WHERE empire_id = ANY ($1) ORDER BY empire_id, number`,
      [[ann.empireId, bob.empireId]],
    );
    return {
      sent: JSON.stringify([await read(ann), await read(bob)]),
      contacts: rows.flatMap(({ battle_id }) => battle_id ?? []),
      forms: new Set(rows.map(({ form }) => form)),
    };
  };
  const stored = await readAll();
  expect([...stored.forms].sort()).toEqual(['array', 'object']);
  expect(stored.contacts).toEqual([body.battle?.id, body.battle?.id]);
  const types = typesOf(await read(ann));
  for (const type of ['construction_complete', 'unit_training_complete', 'army_arrived', 'battle_contact'])
    expect(types).toContain(type);
  for (const ruler of [ann, bob]) {
    for (const { number, data } of (await read(ruler)).events)
      await pool.query('UPDATE event_log_entries SET data = $3 WHERE empire_id = $1 AND number = $2', [
        ruler.empireId,
        number,
        data,
      ]);
  }
  expect(await readAll()).toEqual({ ...stored, forms: new Set(['object']) });
});

it('has the founding of a city', async () => {
  await game.query(
    'UPDATE empires SET gold = 3600000::bigint * 1900, food = 3600000::bigint * 1900, materials = 3600000::bigint * 1900 WHERE id = $1',
    ann.empireId,
  );
  const location = { x: ann.tile.x + 20, y: ann.tile.y };
  const answer = await ann.send('POST', `/api/empire/${ann.empireId}/cities`, { name: 'Second', location });
  expect(answer.status).toBe(201);
  const { events } = await read(ann, '?after=1');
  expect(events).toMatchObject([
    { type: 'city_founded', data: { city_name: 'Second', location } },
    { type: 'goal_reached', data: { goal: 'second_city' } },
  ]);
});

describe('a battle', () => {
  it('has entries for both sides at the order and at the contact', async () => {
    const { battle } = (await attack()).body;
    await game.pass(3_600_000);
    const [mine, theirs] = [await read(ann), await read(bob)];
    expect(typesOf(mine)).toEqual(['empire_founded', 'battle_start', 'battle_contact', 'battle_end']);
    expect(typesOf(theirs)).toEqual(['empire_founded', 'battle_start', 'battle_contact', 'battle_end']);
    const sight = { battle_id: battle?.id, location: bob.tile };
    expect(mine.events[1]?.data).toEqual({
      ...sight,
      role: 'attacker',
      opponent_id: bob.empireId,
      opponent_name: `Empire of ${bob.username}`,
      contact_at: battle?.contact_at,
    });
    expect(theirs.events[1]?.data).toEqual({
      ...sight,
      role: 'defender',
      opponent_id: ann.empireId,
      opponent_name: `Empire of ${ann.username}`,
      contact_at: battle?.contact_at,
    });
    expect(theirs.events[2]?.at).toBe(battle?.contact_at);
  });

  it('has its outcome at its end, also when that is found late by two instances', async () => {
    const { battle } = (await attack()).body;
    const contactAt = Date.parse(battle?.contact_at ?? '');
    await game.pass(contactAt - game.clock.now());
    expect(typesOf(await read(ann, '?after=2'))).toEqual(['battle_contact']);
    const { body } = await ann.send<BattleView>('GET', `/api/battle/${battle?.id}`);
    game.clock.advance(Date.parse(body.ends_at ?? '') - game.clock.now() - 1);
    const other = await startSecond(game);
    const catchUp = () =>
      Promise.all([game.instance.worldClock.catchUp(), other.instance.worldClock.catchUp()]);
    await catchUp();
    expect(typesOf(await read(ann, '?after=3'))).toEqual([]);
    game.clock.advance(86_400_000);
    for (let repeat = 0; repeat < 2; repeat++) await catchUp();
    await other.stop();
    const { body: ended } = await ann.send<BattleView>('GET', `/api/battle/${battle?.id}`);
    const outcome = {
      battle_id: battle?.id,
      result: ended.result,
      losses: { attacker: ended.attacker.losses, defender: ended.defender.losses },
      loot: ended.loot,
    };
    for (const [ruler, role] of [
      [ann, 'attacker'],
      [bob, 'defender'],
    ] as const) {
      const ends = (await read(ruler)).events.filter(({ type }) => type === 'battle_end');
      expect(ends).toMatchObject([{ at: body.ends_at, data: { ...outcome, role } }]);
    }
  });

  it('does not reveal its result at the contact', async () => {
    const { battle } = (await attack()).body;
    game.clock.advance(Date.parse(battle?.contact_at ?? '') - game.clock.now());
    await game.instance.worldClock.catchUp();
    const { events } = await read(bob, '?after=2');
    expect(Object.keys(events[0]?.data ?? {}).sort()).toEqual(
      ['battle_id', 'ends_at', 'location', 'opponent_id', 'opponent_name', 'role'].sort(),
    );
  });

  it('has an entry of its recall for both sides', async () => {
    await attack();
    await game.pass(1_000);
    await ann.send('POST', `/api/army/${ann.armyId}/recall`);
    for (const ruler of [ann, bob]) {
      const { events } = await read(ruler, '?after=2');
      expect(events[0]).toMatchObject({ type: 'battle_called_off', data: { reason: 'recalled' } });
    }
  });

  it('has its entry for the defender while another transaction locks that empire', async () => {
    const client = await game.instance.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM empires WHERE id = $1 FOR NO KEY UPDATE', [bob.empireId]);
      await attack();
      expect(typesOf(await read(bob))).toEqual(['empire_founded', 'battle_start']);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('reading', () => {
  beforeEach(async () => {
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm', quantity: 4 });
    await game.pass(24 * 3_600_000);
  });

  it('returns entries after a number, up to the limit', async () => {
    const page = await read(ann, '?after=1&limit=2');
    expect(page.events.map(({ number }) => number)).toEqual([2, 3]);
    expect(page.last).toBe(5);
  });

  it('returns nothing after the latest entry', async () => {
    expect(await read(ann, '?after=5')).toEqual({ events: [], last: 5, next: null });
  });

  it('refuses a number beyond the latest entry and names the latest', async () => {
    const { status, body } = await ann.send('GET', `/api/empire/${ann.empireId}/events?after=6`);
    expect([status, body.code, body.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      'after: the latest entry has the number 5',
    ]);
  });

  it('begins with the oldest entry that is kept: 30 days', async () => {
    await game.pass(30 * 24 * 3_600_000);
    const path = `/api/empire/${ann.empireId}/events`;
    const { send } = await openSession(game, ann.username);
    await expect
      .poll(async () => (await send('GET', path)).body)
      .toEqual({ events: [], last: 5, next: null });
  });
});
