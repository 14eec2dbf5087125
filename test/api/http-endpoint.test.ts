/** Endpoints as values: the arguments of `run`, the precedence of refusals, and parsing of queries and bodies. */
import request from 'supertest';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { integer, name, queryInteger, queryLimit } from '../../src/contract/text.ts';
import { endpointsOf } from '../../src/http/endpoint.ts';
import { routerOf } from '../../src/http/create-router.ts';
import type { Viewer } from '../../src/http/sessions/viewer.ts';
import { responseOf } from '../support/accounts.ts';
import { noLimits, registerPlayer, useOne } from '../support/game.ts';
import { startTestApp, useTestApp } from '../support/http-app.ts';

const endpoint = endpointsOf('service');

const thing = endpoint.post('/api/thing/:thing_id', {
  summary: 'Change a thing',
  query: z.object({ times: queryInteger(1, 9).default(1), limit: queryLimit(20, 100) }),
  body: z.object({
    name: name(3, 10),
    place: z.object({ x: integer(-5, 5), y: integer(-5, 5) }),
    units: z.partialRecord(z.enum(['archers']), integer(1, 10)).optional(),
  }),
  status: 201,
  response: z.object({ got: z.unknown() }),
  run({ params, query, body, viewer }) {
    expectTypeOf(viewer).toEqualTypeOf<Viewer>();
    return Promise.resolve({ got: { ...params, ...query, ...body, by: viewer.username } });
  },
});

const list = endpoint.get('/api/things', {
  summary: 'List things',
  auth: 'optional',
  query: z.object({
    page: queryInteger(1, Number.MAX_SAFE_INTEGER).default(1),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  response: z.object({ page: z.int(), who: z.string().nullable() }),
  run: ({ query, viewer }) => Promise.resolve({ page: query.page, who: viewer?.username ?? null }),
});

const broken = endpoint.get('/api/broken', {
  summary: 'Answers what its contract does not know',
  auth: 'none',
  limit: 'none',
  response: z.object({ count: z.number().max(1) }),
  run: () => Promise.resolve({ count: 2 }),
});

const app = useTestApp({
  routes: (express, http) =>
    express.use(routerOf([thing, list, broken])({ ...http, servicesFor: () => null })),
});

const player = useOne(() => registerPlayer(app.url));

const id = '3f2b8a54-9c1d-4e67-8a01-5b6c7d8e9f00';
const right = { name: 'thing', place: { x: 1, y: -2 } };

function send(path: string, body?: unknown): request.Test {
  return request(app.server)
    .post(`/api/thing/${path}`)
    .set('Cookie', player.cookie)
    .type('json')
    .send(typeof body === 'string' ? body : JSON.stringify(body));
}

async function detailsOf(test: request.Test): Promise<unknown> {
  const { status, body } = await responseOf(test);
  return { status, ...(body as object) };
}

function wrong(details: string): object {
  return { status: 400, error: 'The request is not valid', code: 'VALIDATION_ERROR', details };
}

describe('a call', () => {
  it('gets parsed input and the viewer', async () => {
    const { status, body } = await responseOf(
      send(`${id.toUpperCase()}?times=3&limit=500`, {
        ...right,
        name: ' a   b ',
      }),
    );
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        got: { thing_id: id, times: 3, limit: 100, name: 'a b', place: right.place, by: player.username },
      },
    });
  });

  it('does not get unknown members', async () => {
    const { body } = await responseOf(
      send(id, { ...right, owner_id: 'me', place: { ...right.place, z: 3 } }),
    );
    expect(body).toEqual({
      got: { thing_id: id, times: 1, limit: 20, ...right, by: player.username },
    });
  });

  it('has a response that is not cached', async () => {
    await send(id, right).expect('Cache-Control', 'no-store');
  });

  it('has a viewer if the session is optional and present', async () => {
    const { body } = await responseOf(request(app.server).get('/api/things').set('Cookie', player.cookie));
    expect(body).toEqual({ page: 1, who: player.username });
  });

  it('has no viewer if the session is optional and absent', async () => {
    expect((await request(app.server).get('/api/things')).body).toEqual({ page: 1, who: null });
  });

  it('fails with 500 in tests when the response violates its contract', async () => {
    await request(app.server).get('/api/broken').expect(500);
  });
});

describe('the first refusal', () => {
  const wrongEverywhere = '/api/thing/17?times=x';

  it('is for a missing session, before path, query and body', async () => {
    await request(app.server).post(wrongEverywhere).type('json').send('{').expect(401);
  });

  it('is for the rate limit, before path, query and body', async () => {
    const limited = await startTestApp(app.database, {
      limits: { ...noLimits, action: 1 },
      routes: (express, http) => express.use(routerOf([thing])({ ...http, servicesFor: () => null })),
    });
    const executeCommand = (): request.Test =>
      request(limited.server).post(wrongEverywhere).set('Cookie', player.cookie).send({});
    await executeCommand();
    await executeCommand().expect(429);
    await limited.close();
  });

  it('is for the path, before query and body', async () => {
    for (const body of [{}, ['wrong'], '{'])
      expect(await detailsOf(send('17?times=x', body))).toEqual(wrong('thing_id: must be a UUID'));
  });

  it('is for the query, before the body', async () => {
    expect(await detailsOf(send(`${id}?times=x`, {}))).toEqual(wrong('times: must be a whole number'));
  });
});

describe('a query', () => {
  it.each([
    ['page=', 'page: must not be empty'],
    ['page=1&page=2', 'page: must be given once'],
    ['page=0', 'page: must be at least 1'],
    ['page=-1', 'page: must be at least 1'],
    ['page=1.5', 'page: must be a whole number'],
    ['page=1e400', 'page: must be a whole number'],
    ['page=1e2', 'page: must be a whole number'],
    ['page=NaN', 'page: must be a whole number'],
    ['page=9007199254740992', 'page: must be at most 9007199254740991'],
    ['page=%201', 'page: must be a whole number'],
    ['order=up', 'order: must be one of asc, desc'],
    ['order=', 'order: must not be empty'],
    ['page=&order=asc&order=asc', 'page: must not be empty; order: must be given once'],
  ])('%s is 400', async (query, details) => {
    expect(await detailsOf(request(app.server).get(`/api/things?${query}`))).toEqual(wrong(details));
  });

  it('may have unknown parameters', async () => {
    await request(app.server).get('/api/things?utm=&utm=&x[y]=1').expect(200);
  });
});

describe('a body', () => {
  const required = 'name: required; place: required';

  it.each([
    ['nothing', undefined, required],
    ['an empty object', {}, required],
    ['a list', [], 'body: must be an object'],
    ['a number', 5, 'body: must be an object'],
    ['null', null, 'body: required'],
    ['a text for a number', { ...right, place: { x: '1', y: 1 } }, 'place.x: must be a number'],
    ['a fraction', { ...right, place: { x: 1.5, y: 1 } }, 'place.x: must be a whole number'],
    ['2^53', { ...right, place: { x: 2 ** 53, y: 1 } }, 'place.x: must be at most 9007199254740991'],
    ['too small a number', { ...right, place: { x: -6, y: 1 } }, 'place.x: must be at least -5'],
    ['too large a number', { ...right, place: { x: 6, y: 1 } }, 'place.x: must be at most 5'],
    ['a missing inner member', { ...right, place: { x: 1 } }, 'place.y: required'],
    ['too short a name', { ...right, name: 'ab' }, 'name: must have at least 3 characters'],
    ['too long a name', { ...right, name: 'x'.repeat(11) }, 'name: must have at most 10 characters'],
    ['an unknown key of a record', { ...right, units: { '<b>': 1 } }, 'units: has an unknown member'],
    ['a wrong value in a record', { ...right, units: { archers: 0 } }, 'units.archers: must be at least 1'],
  ])('of %s is 400', async (_what, body, details) => {
    expect(await detailsOf(send(id, body))).toEqual(wrong(details));
  });

  it('with 1e400 is 400', async () => {
    const text = '{"name":"thing","place":{"x":1e400,"y":1}}';
    expect(await detailsOf(send(id, text))).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
  });

  it('with __proto__ changes nothing', async () => {
    const text = '{"name":"thing","place":{"x":1,"y":1},"__proto__":{"by":"evil"}}';
    expect((await send(id, text)).body).toMatchObject({ got: { by: player.username } });
  });
});
