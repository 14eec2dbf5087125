/** Empires and the leaderboard, as a client of the document meets them. Each body is compared as a whole. */
import { beforeAll, describe, expect, it } from 'vitest';
import { goalNames } from '../../src/contract/vocabulary.ts';
import { rewardOf } from '../../src/game/economy/goals.ts';
import { isoOf } from '../../src/kernel/time.ts';
import { unknownId } from '../support/set-state.ts';
import { useTestGame } from '../support/game.ts';
import { refreshRankings } from '../support/rankings.ts';
import { hourMs } from '../support/worlds.ts';
import { Client, enter, type Empire } from './client.ts';

const game = useTestGame();
const anyUuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string;
const home = { x: -40, y: 17 };
const resources = { gold: 1500, food: 1500, materials: 1500 };
const military = {
  total_units: 30,
  units_by_type: { soldiers: 20, archers: 10, knights: 0, catapults: 0 },
};
let ann: Client;
let bob: Client;
let annland = {} as Empire;
let foundedAt = 0;

beforeAll(async () => {
  [ann, bob] = [await enter(game.url, 'ann'), await enter(game.url, 'bob')];
  foundedAt = game.clock.now();
  annland = await ann.found('Annland', home);
});

const path = (): string => `/api/empire/${annland.id}`;

describe('POST /api/empire', () => {
  it('returns 201 and the empire', async () => {
    const { id: owner_id } = await bob.read('/api/user/profile');
    const location = { x: 60, y: 60 };
    const answer = await bob.send('POST', '/api/empire', { name: 'Bobland', starting_location: location });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 201,
      body: {
        success: true,
        empire: {
          id: anyUuid,
          name: 'Bobland',
          owner_id,
          created_at: isoOf(game.clock.now()),
          capital: { id: anyUuid, name: expect.any(String) as string, location },
        },
      },
    });
  });

  it('refuses half a tile with 400', async () => {
    const body = { name: 'Catland', starting_location: { x: 1.5, y: 0 } };
    const answer = await (await enter(game.url, 'cat')).send('POST', '/api/empire', body);
    const details = 'starting_location.x: must be a whole number';
    expect([answer.status, answer.body.details]).toEqual([400, details]);
  });

  it('refuses a taken name with 409', async () => {
    const body = { name: 'Annland', starting_location: { x: 0, y: 0 } };
    const answer = await (await enter(game.url, 'dan')).send('POST', '/api/empire', body);
    const refusal = { error: 'The name is already taken', code: 'NAME_TAKEN' };
    expect([answer.status, answer.body]).toEqual([409, refusal]);
  });
});

describe('GET /api/empire/<empire_id>', () => {
  it('returns the empire', async () => {
    const fullAt = (rate: number): string => isoOf(foundedAt + Math.ceil((500 / rate) * hourMs));
    const { status, body } = await ann.send('GET', path());
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: annland.id,
        kind: 'player',
        name: 'Annland',
        owner_id: annland.owner_id,
        created_at: isoOf(foundedAt),
        description: null,
        resources,
        rates: { gold: 85, food: 66, materials: 85 },
        caps: { gold: 2000, food: 2000, materials: 2000 },
        full_at: { gold: fullAt(85), food: fullAt(66), materials: fullAt(85) },
        depleted_at: { gold: null, food: null, materials: null },
        population: { used: 38, total: 100 },
        crowns: 0,
        seats: [],
        alliance: null,
        leave: null,
        cities: [expect.objectContaining({ id: annland.cities[0]?.id, population: 100, location: home })],
        goals: goalNames.map((name) => ({ name, reached_at: null, reward: rewardOf(name) })),
        military,
        score: 39,
        military_score: 32,
        economic_score: 7,
        server_time: isoOf(foundedAt),
      },
    });
  });

  it('refuses an unknown id with 404', async () => {
    const { status, body } = await ann.send('GET', `/api/empire/${unknownId}`);
    expect([status, body]).toEqual([404, { error: 'Not found', code: 'NOT_FOUND' }]);
  });
});

describe('GET /api/empires', () => {
  beforeAll(() => refreshRankings(game));

  it('shows an empire with every member, and the page', async () => {
    const { status, body } = await ann.send<{ empires: object[] }>(
      'GET',
      '/api/empires?sort=name&page=1&limit=1',
    );
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        empires: [
          {
            id: annland.id,
            kind: 'player',
            name: 'Annland',
            owner_id: annland.owner_id,
            alliance_tag: null,
            created_at: isoOf(foundedAt),
            description: null,
            resources,
            military,
            score: 39,
          },
        ],
        pagination: { page: 1, limit: 1, total: 2, pages: 2 },
      },
    });
  });

  it('refuses page 0 with 400', async () => {
    expect((await ann.send('GET', '/api/empires?page=0')).status).toBe(400);
  });
});

describe('PUT /api/empire/<empire_id>', () => {
  it('returns success and the changed empire', async () => {
    const change = { name: 'Ann Land', description: 'Of the north.\nSince 1200 ⚔️' };
    const { status, body } = await ann.send('PUT', path(), change);
    const empire: unknown = await ann.read(path());
    expect({ status, body }).toEqual({ status: 200, body: { success: true, empire } });
    expect(empire).toMatchObject(change);
  });

  it('of another player is refused with 403', async () => {
    const { status, body } = await bob.send('PUT', path(), { name: 'Stolen' });
    expect([status, body]).toEqual([403, { error: 'You do not own this', code: 'FORBIDDEN' }]);
  });
});

it('GET /api/leaderboard returns rankings and their time without a session', async () => {
  const { status, body } = await new Client(game.url).send<{ rankings: object[] }>('GET', '/api/leaderboard');
  const { rankings, ...rest } = body;
  const updated_at = isoOf(game.clock.now());
  expect({ status, ...rest }).toEqual({ status: 200, updated_at, alliances: [], me: null, alliance: null });
  expect(rankings).toContainEqual({
    rank: 1,
    empire_id: annland.id,
    empire_name: 'Ann Land',
    alliance_tag: null,
    score: 39,
    owner_username: 'ann',
    is_bot: false,
    leave: null,
  });
});
