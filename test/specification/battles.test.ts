/** Armies and battles, as a client of the document meets them. Each body is compared as a whole. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isoOf } from '../../src/kernel/time.ts';
import { useTestGame } from '../support/game.ts';
import { enter, type ApiResponse, type Client, type Empire } from './client.ts';

const game = useTestGame();
const anyUuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
const anyHash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
const units = { soldiers: 20, archers: 10, knights: 0, catapults: 0 };
/** So far apart that no village of one stands on the tile of another. */
const homes = { ann: { x: 0, y: 100 }, bob: { x: 0, y: 140 }, cat: { x: 0, y: 300 } };
const marchMs = 40 * 90_000;

interface Player {
  name: string;
  client: Client;
  empire: Empire;
  armyId: string;
  cityId: string;
}

let [ann, bob, cat] = [{} as Player, {} as Player, {} as Player];

async function enterWithEmpire(name: keyof typeof homes): Promise<Player> {
  const client = await enter(game.url, name);
  const empire = await client.found(`Empire of ${name}`, homes[name]);
  const { armies } = await client.read<{ armies: { id: string }[] }>(`/api/empire/${empire.id}/military`);
  return { name, client, empire, armyId: armies[0]?.id ?? '', cityId: empire.cities[0]?.id ?? '' };
}

beforeAll(async () => {
  [ann, bob, cat] = [
    await enterWithEmpire('ann'),
    await enterWithEmpire('bob'),
    await enterWithEmpire('cat'),
  ];
});

const readMilitary = ({ client, empire }: Player) =>
  client.send<{ armies: object[] }>('GET', `/api/empire/${empire.id}/military`);
const army = (): object => ({
  ...{ id: cat.armyId, name: 'Army 1', location: homes.cat, units, guards: null },
});

it('GET /api/empire/<empire_id>/military returns units and armies', async () => {
  const { status, body } = await readMilitary(cat);
  const armies = [{ ...army(), status: 'garrisoned' }];
  expect({ status, body }).toEqual({ status: 200, body: { total_units: 30, units_by_type: units, armies } });
});

it('POST /api/army/<army_id>/move returns the marching army, which arrives at its time', async () => {
  const [now, destination] = [game.clock.now(), { x: 0, y: 340 }];
  const { status, body } = await cat.client.send('POST', `/api/army/${cat.armyId}/move`, { destination });
  const times = { departed_at: isoOf(now), arrives_at: isoOf(now + marchMs) };
  expect({ status, body }).toEqual({
    status: 200,
    body: { success: true, army: { ...army(), status: 'marching', destination, ...times } },
  });
  await game.passTo(times.arrives_at);
  expect((await readMilitary(cat)).body.armies).toMatchObject([{ status: 'idle', location: destination }]);
});

describe('a battle', () => {
  let [orderedAt, contactAt, id] = [0, 0, ''];
  let ordered: ApiResponse<{ battle: { id: string } }>;
  const attack = () =>
    ann.client.send<{ battle: { id: string } }>('POST', '/api/battle', {
      ...{ army_id: ann.armyId, target_type: 'city', target_id: bob.cityId },
    });
  const read = (by: Player) => by.client.read(`/api/battle/${id}`);

  beforeAll(async () => {
    orderedAt = game.clock.now();
    contactAt = orderedAt + marchMs;
    ordered = await attack();
    ({ id } = ordered.body.battle);
  });

  it('is returned by its order with 201', () => {
    expect({ status: ordered.status, body: ordered.body }).toEqual({
      status: 201,
      body: {
        success: true,
        battle: {
          id: anyUuid,
          attacker_id: ann.empire.id,
          defender_id: bob.empire.id,
          location: homes.bob,
          status: 'active',
          phase: 'marching',
          started_at: isoOf(orderedAt),
          contact_at: isoOf(contactAt),
          result: null,
          seed_hash: anyHash,
          morale: 1000,
          army_id: anyUuid,
        },
      },
    });
  });

  it('refuses a further order of its army with 409', async () => {
    expect(await attack()).toMatchObject({ status: 409, body: { code: 'ARMY_BUSY' } });
  });

  it('is listed for every player', async () => {
    const { status, body } = await cat.client.send('GET', '/api/battles');
    const item = {
      id,
      attacker_id: ann.empire.id,
      defender_id: bob.empire.id,
      attacker_name: 'Empire of ann',
      attacker_tag: null,
      defender_name: 'Empire of bob',
      defender_tag: null,
      location: homes.bob,
      status: 'active',
      phase: 'marching',
      started_at: isoOf(orderedAt),
      contact_at: isoOf(contactAt),
      ends_at: null,
      result: null,
    };
    expect({ status, body }).toEqual({ status: 200, body: { battles: [item] } });
  });

  it('has every member for its participants', async () => {
    const unknown = { units_start: null, units_end: null, losses: null };
    const sideOf = ({ name, empire }: Player) => ({
      ...{ empire_id: empire.id, empire_name: `Empire of ${name}`, alliance_tag: null },
      ...{ username: name, kind: 'player' },
    });
    const body = await read(ann);
    expect(body).toEqual({
      id,
      attacker: { ...sideOf(ann), army_id: ann.armyId, city_id: null, ...unknown },
      defender: { ...sideOf(bob), army_id: null, city_id: bob.cityId, ...unknown },
      location: homes.bob,
      guard: null,
      rounds: [],
      status: 'active',
      phase: 'marching',
      result: null,
      started_at: isoOf(orderedAt),
      contact_at: isoOf(contactAt),
      ends_at: null,
      seed_hash: anyHash,
      seed: null,
      morale: 1000,
      resolver: 2,
      seat_number: null,
      volley: null,
      wall: null,
      loot: null,
      sack: null,
      called_off: null,
      share: null,
    });
    expect(await read(bob)).toEqual(body);
  });

  it('is refused to others with 403', async () => {
    expect((await cat.client.send('GET', `/api/battle/${id}`)).status).toBe(403);
  });

  it('is completed with rounds and a result after its last round', async () => {
    await game.pass(contactAt + 60_000 - game.clock.now());
    const body = await read(bob);
    expect(body).toMatchObject({ status: 'completed', result: 'defender_won' });
    const anyObject = expect.any(Object) as object;
    const side = { units: anyObject, damage: anyObject };
    const events = expect.any(Array) as string[];
    expect(body.rounds).toContainEqual({ round: 1, attacker: side, defender: side, events });
  });
});
