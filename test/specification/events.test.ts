/** Live events, as a client of the document receives them: both sides of a battle, production, construction, training. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isoOf } from '../../src/kernel/time.ts';
import { useNew, useTestGame } from '../support/game.ts';
import { enter, type Client, type Empire, type Live } from './client.ts';

const game = useTestGame();
const anyUuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
const anyNumber = expect.any(Number) as number;

interface Player {
  client: Client;
  empire: Empire;
  cityId: string;
}

let [ann, bob] = [{} as Player, {} as Player];
let open: Live[] = [];
/** Columns so far apart that no village of one empire stands on the tile of another. */
let column = 40;

async function enterWithEmpire(name: string, x: number): Promise<Player> {
  const client = await enter(game.url, name);
  const empire = await client.found(`Empire of ${name}`, { x, y: 100 });
  return { client, empire, cityId: empire.cities[0]?.id ?? '' };
}

async function connect({ client }: Player): Promise<Live> {
  const live = await client.connect();
  open.push(live);
  return live;
}

async function join(player: Player): Promise<Live> {
  const live = await connect(player);
  await live.join(player.empire.id);
  return live;
}

const order = async ({ client, cityId }: Player, what: string, body: object): Promise<string> => {
  const path = `/api/city/${cityId}/${what}`;
  const { order: ordered } = (await client.send<{ order: { completes_at: string } }>('POST', path, body))
    .body;
  return ordered.completes_at;
};
const build = (player: Player, type: string) => order(player, 'buildings', { type });

beforeAll(async () => {
  [ann, bob] = [await enterWithEmpire('ann', 0), await enterWithEmpire('bob', 40)];
});
afterEach(() => {
  for (const live of open) live.close();
  open = [];
});

it('a second connection of a user replaces the first, which the server closes with an error', async () => {
  const first = await connect(ann);
  await connect(ann);
  expect(await first.next('error')).toEqual({
    message: 'The game was opened elsewhere',
    code: 'SESSION_REPLACED',
  });
  expect(await first.ended).toBe('io server disconnect');
});

it('an event that is refused is followed by an error', async () => {
  const live = await connect(ann);
  live.emit('join_empire', { empire_id: bob.empire.id });
  expect(await live.next('error')).toEqual({ message: 'You do not own this', code: 'FORBIDDEN' });
});

it.each(['empire', 'city'])('request_update of the type %s is followed by an empire_update', async (type) => {
  const live = await connect(ann);
  live.emit('request_update', { type, id: type === 'empire' ? ann.empire.id : ann.cityId });
  expect((await live.next('empire_update')).empire_id).toBe(ann.empire.id);
});

it('leave_empire ends the events of the empire', async () => {
  const live = await join(ann);
  live.emit('leave_empire', { empire_id: ann.empire.id });
  // Events are handled in order: when this update arrives, the room was left.
  live.emit('request_update', { type: 'empire', id: ann.empire.id });
  await live.next('empire_update');
  const before = live.received.length;
  await ann.client.send('PUT', `/api/empire/${ann.empire.id}`, { description: 'Quiet' });
  live.emit('request_update', { type: 'city', id: ann.cityId });
  await live.next('empire_update');
  expect(live.received.slice(before).map(({ name }) => name)).toEqual(['empire_update']);
});

describe('a joined client', () => {
  const cat = useNew(() => enterWithEmpire(`cat${(column += 40)}`, column));

  it('receives empire_update after an order', async () => {
    const live = await join(cat);
    await build(cat, 'house');
    const { resources, military } = await cat.client.read(`/api/empire/${cat.empire.id}`);
    expect(await live.next('empire_update')).toEqual({
      empire_id: cat.empire.id,
      changes: { resources, population: 100, military },
      timestamp: isoOf(game.clock.now()),
      seq: 1,
    });
  });

  it('receives construction_complete and the new rates in resource_update', async () => {
    const live = await join(cat);
    await game.passTo(await build(cat, 'farm'));
    const building = { id: anyUuid, type: 'farm', level: 2 };
    const city = { empire_id: cat.empire.id, city_id: cat.cityId };
    expect(await live.next('construction_complete')).toEqual({ ...city, building, seq: 2 });
    const { resources, rates } = await cat.client.read(`/api/empire/${cat.empire.id}`);
    expect(await live.next('resource_update')).toEqual({
      empire_id: cat.empire.id,
      resources,
      production_rates: rates,
      timestamp: isoOf(game.clock.now()),
      seq: 3,
    });
  });

  it('receives unit_training_complete', async () => {
    const live = await join(cat);
    await game.passTo(await build(cat, 'barracks'));
    await game.passTo(await order(cat, 'train', { unit_type: 'soldiers', quantity: 2 }));
    expect(await live.next('unit_training_complete')).toEqual({
      empire_id: cat.empire.id,
      city_id: cat.cityId,
      units: { type: 'soldiers', quantity: 2 },
      seq: anyNumber,
    });
  });
});

it('a battle is followed by both sides from the order to the end', async () => {
  const sides = [await join(ann), await join(bob)];
  const { client, empire } = ann;
  const { armies } = await client.read<{ armies: { id: string }[] }>(`/api/empire/${empire.id}/military`);
  const body = { army_id: armies[0]?.id, target_type: 'city', target_id: bob.cityId };
  const { battle } = (
    await client.send<{ battle: { id: string; contact_at: string } }>('POST', '/api/battle', body)
  ).body;
  for (const side of sides) {
    expect(await side.next('battle_start')).toEqual({
      battle_id: battle.id,
      attacker_id: ann.empire.id,
      attacker: 'Empire of ann',
      defender_id: bob.empire.id,
      defender: 'Empire of bob',
      location: { x: 40, y: 100 },
      contact_at: battle.contact_at,
    });
  }
  await game.passTo(battle.contact_at);
  const status = 'active';
  for (const side of sides)
    expect(await side.next('battle_update')).toEqual({ battle_id: battle.id, round: 0, events: [], status });
  game.clock.advance(60_000);
  const { rounds, attacker, defender } = await client.read<{
    rounds: { events: string[] }[];
    attacker: { losses: object };
    defender: { losses: object };
  }>(`/api/battle/${battle.id}`);
  for (const side of sides) {
    expect(await side.next('battle_update')).toMatchObject({ round: 1, events: rounds[0]?.events });
    const casualties = { attacker: attacker.losses, defender: defender.losses };
    expect(await side.next('battle_end')).toEqual({
      battle_id: battle.id,
      winner: 'defender',
      casualties,
      loot: { gold: 0, food: 0, materials: 0 },
    });
  }
});
