/** Cities, buildings and training, as a client of the document meets them. Each body is compared as a whole. */
import { describe, expect, it } from 'vitest';
import { isoOf } from '../../src/kernel/time.ts';
import { useNew, useTestGame } from '../support/game.ts';
import { enter, type ApiResponse } from './client.ts';

const game = useTestGame();
const anyUuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
let names = 0;

const ann = useNew(async () => {
  names += 1;
  const name = `ann${names}`;
  const client = await enter(game.url, name);
  const { id, cities } = await client.found(`Empire of ${name}`, { x: 0, y: 40 * names });
  const { id: cityId = '', location = { x: 0, y: 0 } } = cities[0] ?? {};
  return { client, id, cityId, location, citiesPath: `/api/empire/${id}/cities` };
});

const building = (type: string, production: number): object => ({
  ...{ id: anyUuid, type, level: 1, production, upkeep: 0, status: 'active' },
});

const order = (what: string, body: object): Promise<ApiResponse<{ order: { completes_at: string } }>> =>
  ann.client.send('POST', `/api/city/${ann.cityId}/${what}`, body);
const build = (type: string) => order('buildings', { type });
const train = () => order('train', { unit_type: 'soldiers', quantity: 3 });

async function buildBarracks(): Promise<void> {
  await game.passTo((await build('barracks')).body.order.completes_at);
}

it('GET /api/empire/<empire_id>/cities returns the cities', async () => {
  const { status, body } = await ann.client.send('GET', ann.citiesPath);
  const buildings = [
    building('town_hall', 0),
    building('farm', 66),
    building('quarry', 55),
    building('market', 55),
  ];
  const production = { gold: 85, food: 96, materials: 85 };
  const name = expect.any(String) as string;
  const capital = { id: ann.cityId, name, population: 100, location: ann.location, buildings, production };
  const cities = [{ ...capital, sacked_until: null, construction: [], training: [], guard: null }];
  expect({ status, body }).toEqual({ status: 200, body: { cities } });
});

it('POST /api/empire/<empire_id>/cities returns 201 and the city', async () => {
  const location = { x: ann.location.x + 30, y: ann.location.y };
  const answer = await ann.client.send('POST', ann.citiesPath, { name: 'Ostia', location });
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 201,
    body: {
      success: true,
      city: {
        id: anyUuid,
        name: 'Ostia',
        population: 100,
        location,
        buildings: [building('town_hall', 0)],
        production: { gold: 30, food: 30, materials: 30 },
        sacked_until: null,
        construction: [],
        training: [],
      },
    },
  });
});

it('GET /api/city/<city_id>/buildings returns the buildings, with a level under construction', async () => {
  await build('farm');
  const { status, body } = await ann.client.send('GET', `/api/city/${ann.cityId}/buildings`);
  const farm = { ...building('farm', 66), status: 'constructing' };
  const buildings = [building('town_hall', 0), farm, building('quarry', 55), building('market', 55)];
  expect({ status, body }).toEqual({ status: 200, body: { buildings } });
});

it('POST /api/city/<city_id>/buildings returns 201, the building and the order of a level', async () => {
  const now = game.clock.now();
  const { status, body } = await build('farm');
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      success: true,
      building: { ...building('farm', 66), status: 'constructing' },
      order: {
        id: anyUuid,
        from_level: 1,
        to_level: 2,
        cost: { gold: 60, food: 30, materials: 100 },
        starts_at: isoOf(now),
        completes_at: isoOf(now + 38_000),
      },
    },
  });
});

describe('POST /api/city/<city_id>/train', () => {
  it('without barracks is refused with 409, and says what is missing', async () => {
    const { status, body } = await train();
    expect({ status, body }).toEqual({
      status: 409,
      body: { error: 'A requirement is missing', code: 'REQUIREMENT_MISSING', details: 'needs barracks 1' },
    });
  });

  it('returns 201 and the order', async () => {
    await buildBarracks();
    const now = game.clock.now();
    const { status, body } = await train();
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        success: true,
        order: {
          id: anyUuid,
          city_id: ann.cityId,
          unit_type: 'soldiers',
          quantity: 3,
          cost: { gold: 120, food: 90, materials: 90 },
          starts_at: isoOf(now),
          completes_at: isoOf(now + 180_000),
        },
      },
    });
  });

  it('delivers the batch at its time', async () => {
    await buildBarracks();
    await game.passTo((await train()).body.order.completes_at);
    const { units_by_type } = await ann.client.read<{ units_by_type: object }>(
      `/api/empire/${ann.id}/military`,
    );
    expect(units_by_type).toEqual({ soldiers: 23, archers: 10, knights: 0, catapults: 0 });
  });
});
