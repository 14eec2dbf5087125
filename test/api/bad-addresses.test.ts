/** Every path and query parameter against invalid values: 400, no repeated value, no change. */
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { addressOf, idsOf, routeCases } from '../routes/all.ts';
import { openStage, type Stage } from '../routes/stage.ts';
import { badPathIds, traceOf } from '../support/bad-values.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { dumpWorld, isRefused, outcomeOf as outcomeOfRequest } from '../support/refusals.ts';
import { nameOf, readRoutes } from '../support/routes.ts';
import { the } from '../support/worlds.ts';

const game = useTestGame();
let owner: Ruler;
let endpoints: Endpoint[];
let stage: Stage;
/** The objects of the owner for the route under test. Refused requests do not change them. */
let current: { route: string; ids: string[] } = { route: '', ids: [] };

beforeAll(async () => {
  stage = await openStage(game);
  ({ owner } = stage.callers);
  ({ endpoints } = readRoutes(game));
});

const outcomeOf = (method: string, path: string, trace: string | null, known?: string) =>
  outcomeOfRequest(
    game,
    () => fetch(game.url + path, { method, headers: { authorization: `Bearer ${owner.token}` } }),
    trace,
    known,
  );

describe('the id in the path of every route', () => {
  it.each(badPathIds)('may not be %s', async (id) => {
    const outcomes: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    const world = await dumpWorld(game);
    for (const { method, path } of endpoints.filter((endpoint) => endpoint.path.includes(':'))) {
      const address = path.replace(/:\w+/, id);
      outcomes[`${method} ${path}`] = await outcomeOf(method.toUpperCase(), address, traceOf(id), world);
      expected[`${method} ${path}`] = isRefused;
    }
    expect(outcomes).toEqual(expected);
  });

  it('may not be absent', async () => {
    const { status, body } = await owner.send('PUT', '/api/empire/', { description: 'x' });
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });
});

const fields = Object.entries(routeCases).flatMap(([route, { query = {} }]) =>
  Object.entries(query).map(([name, field]) => ({ route, name, ...field })),
);
const queried = [...new Set(fields.map(({ route }) => route))];

/** The address with all parameters; one of them may have another value. */
async function spoil(route: string, spoiled = '', text = ''): Promise<string> {
  if (current.route !== route) current = { route, ids: await idsOf(the(routeCases[route]), stage) };
  const [path = '', pairs = ''] = addressOf(route, current.ids, true).split('?');
  const spoilPair = (pair: string) => (pair.split('=')[0] === spoiled ? `${spoiled}=${text}` : pair);
  return `${path}?${pairs.split('&').map(spoilPair).join('&')}`;
}

describe('the queries of test/routes', () => {
  it('are complete', () => {
    const known = Object.fromEntries(
      endpoints.flatMap((endpoint) =>
        endpoint.query instanceof z.ZodObject ? [[nameOf(endpoint), Object.keys(endpoint.query.shape)]] : [],
      ),
    );
    const tabled = queried.map((route) => [route, Object.keys(routeCases[route]?.query ?? {})] as const);
    expect(Object.fromEntries(tabled)).toEqual(known);
  });

  it.each(queried)('are valid for %s', async (route) => {
    expect((await owner.send('GET', await spoil(route))).status).toBe(200);
  });
});

describe.each(fields)('$name of $route', ({ route, name, bad }) => {
  it.each(bad)('may not be "%s"', async (text) => {
    expect(await outcomeOf('GET', await spoil(route, name, text), traceOf(text))).toEqual(isRefused);
  });
});
