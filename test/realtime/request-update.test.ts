/** request_update: the reads and permissions of the REST API. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestGame, useOne } from '../support/game.ts';
import { attackCity, createPlayer, createEmpire } from '../support/players.ts';
import { closeClients, connect, type LiveClient } from '../support/sockets.ts';

const game = useTestGame();
let battleId: string;
let live: LiveClient;
const ann = useOne(() => createEmpire(game));
const bob = useOne(() => createEmpire(game));
const cid = useOne(() => createEmpire(game));

beforeAll(async () => {
  await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'barracks' });
  battleId = await attackCity(ann, bob);
});
beforeEach(async () => {
  live = await connect(game.url, { token: ann.token });
});
afterEach(closeClients);

async function read(path: string): Promise<unknown> {
  return (await ann.send('GET', path)).body;
}

describe('of an empire', () => {
  it.each([
    ['the own empire', () => ann.empireId],
    ['another empire', () => bob.empireId],
  ])('returns %s as the REST read does', async (_, id) => {
    const answer = await live.ask('request_update', { type: 'empire', id: id() });
    expect(answer).toEqual({ ok: true, data: await read(`/api/empire/${id()}`) });
  });

  it('sends the empire_update to the requesting client', async () => {
    await live.ask('request_update', { type: 'empire', id: ann.empireId });
    const { changes, empire_id } = await live.take('empire_update');
    const { resources, military } = (await read(`/api/empire/${ann.empireId}`)) as typeof changes;
    expect({ empire_id, changes }).toEqual({
      empire_id: ann.empireId,
      changes: { resources, military, population: 100 },
    });
  });

  it('sends it to no other client', async () => {
    const other = await connect(game.url, { token: bob.token });
    await other.ask('join_empire', { empire_id: bob.empireId });
    await live.ask('request_update', { type: 'empire', id: bob.empireId });
    await other.settle();
    expect(other.received).toEqual([]);
  });

  it('contains the current seq', async () => {
    await live.ask('join_empire', { empire_id: ann.empireId });
    await ann.send('PUT', `/api/empire/${ann.empireId}`, { description: 'Proud.' });
    const { seq } = await live.take('empire_update');
    await live.ask('request_update', { type: 'empire', id: ann.empireId });
    expect((await live.take('empire_update')).seq).toBe(seq);
  });
});

describe('of a city', () => {
  it.each([
    ['the own city', () => ann],
    ['a city of another empire', () => bob],
  ])('returns %s as GET cities does', async (_, owner) => {
    const { empireId, capitalId } = owner();
    const answer = await live.ask('request_update', { type: 'city', id: capitalId });
    const { cities } = (await read(`/api/empire/${empireId}/cities`)) as { cities: unknown[] };
    expect(answer).toEqual({ ok: true, data: cities[0] });
  });
});

describe('of a battle', () => {
  it('returns the battle as the REST read does', async () => {
    const answer = await live.ask('request_update', { type: 'battle', id: battleId });
    expect(answer).toEqual({ ok: true, data: await read(`/api/battle/${battleId}`) });
  });

  it('sends a battle_update with round 0 before contact', async () => {
    await live.ask('request_update', { type: 'battle', id: battleId });
    expect(await live.take('battle_update')).toEqual({
      battle_id: battleId,
      round: 0,
      events: [],
      status: 'active',
    });
  });

  it('is answered for the defender, too', async () => {
    const defender = await connect(game.url, { token: bob.token });
    expect(await defender.ask('request_update', { type: 'battle', id: battleId })).toMatchObject({
      ok: true,
    });
  });

  it.each([
    ['another empire', () => cid.token],
    ['a player without an empire', async () => (await createPlayer(game)).token],
  ])('is refused to %s with FORBIDDEN', async (_, tokenOf) => {
    const stranger = await connect(game.url, { token: await tokenOf() });
    const answer = await stranger.ask('request_update', { type: 'battle', id: battleId });
    expect(answer).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
  });

  it('returns the last round and the result after the end', async () => {
    await game.pass(3_600_000);
    const answer = await live.ask('request_update', { type: 'battle', id: battleId });
    expect(answer).toMatchObject({ data: { status: 'completed', result: 'defender_won' } });
    const { round, events } = await live.take('battle_update');
    const { rounds } = (await read(`/api/battle/${battleId}`)) as { rounds: { events: string[] }[] };
    expect({ round, events }).toEqual({ round: rounds.length, events: rounds.at(-1)?.events });
  });
});

it.each(['empire', 'city', 'battle'])('refuses an unknown %s with NOT_FOUND', async (type) => {
  const answer = await live.ask('request_update', { type, id: randomUUID() });
  expect(answer).toEqual({ ok: false, error: { message: 'Not found', code: 'NOT_FOUND' } });
  expect((await live.take('error')).code).toBe('NOT_FOUND');
});

it('refuses another type than empire, city and battle', async () => {
  const answer = await live.ask('request_update', { type: 'army', id: ann.armyId });
  expect(answer).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
});
