/**
 * Every field of every body against invalid values: refused with 400, without repeating the value and without any
 * change.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { fillPath, idsOf, routeCases } from '../routes/all.ts';
import { openStage } from '../routes/stage.ts';
import { traceOf } from '../support/bad-values.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { isRefused, outcomeOf as outcomeOfRequest } from '../support/refusals.ts';
import { nameOf, readRoutes } from '../support/routes.ts';
import { the } from '../support/worlds.ts';

const game = useTestGame();
let owner: Ruler;
let rival: Ruler;
/** The path and the valid body of each route. Refused requests change nothing. */
const good = new Map<string, { path: string; body: Record<string, unknown> }>();
const routes = Object.entries(routeCases).flatMap(([route, { badBody }]) =>
  badBody === undefined ? [] : [{ route, badBody }],
);

beforeAll(async () => {
  const stage = await openStage(game);
  ({ owner, rival } = stage.callers);
  for (const { route } of routes) {
    const routeCase = the(routeCases[route]);
    const body = (await routeCase.body?.(stage)) as Record<string, unknown>;
    good.set(route, { path: fillPath(route, await idsOf(routeCase, stage)), body });
  }
});

const bodyOf = (route: string): Record<string, unknown> => the(good.get(route)).body;

/** The valid body as JSON text, with one field replaced. */
function spoil(route: string, path: string, json: string | undefined): string {
  const body = structuredClone(bodyOf(route));
  const names = path.split('.');
  const last = names.pop() ?? '';
  let inner = body;
  for (const name of names) inner = inner[name] as Record<string, unknown>;
  inner[last] = json === undefined ? undefined : '@@';
  return JSON.stringify(body).replace('"@@"', () => json ?? '');
}

async function sendRaw(route: string, body: string, { token } = owner): Promise<Response> {
  const [method = ''] = route.split(' ');
  return fetch(game.url + the(good.get(route)).path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
}

const outcomeOf = (route: string, body: string, trace: string | null) =>
  outcomeOfRequest(game, () => sendRaw(route, body), trace);

describe('the bodies of test/routes', () => {
  it('are complete and have every field', () => {
    const known = readRoutes(game)
      .endpoints.filter(({ body, limit }) => body !== undefined && limit !== 'auth')
      .map((endpoint) => [nameOf(endpoint), Object.keys((endpoint.body as z.ZodObject).shape).sort()]);
    const tabled = routes.map(({ route }) => [route, Object.keys(bodyOf(route)).sort()]);
    expect(Object.fromEntries(tabled)).toEqual(Object.fromEntries(known));
  });

  it.each(routes)('have bad values for every field of $route', ({ route, badBody }) => {
    const tabled = new Set(Object.keys(badBody).map((path) => path.split('.')[0]));
    expect([...tabled].sort()).toEqual(Object.keys(bodyOf(route)).sort());
  });
});

describe.each(routes)('$route', ({ route, badBody }) => {
  const cases = Object.entries(badBody).flatMap(([field, values]) =>
    values.map(([what, json]): [string, string, string | undefined] => [field, what, json]),
  );

  it.each(cases)('refuses %s: %s', async (field, _what, json) => {
    const body = spoil(route, field, json);
    expect(await outcomeOf(route, body, traceOf(json ?? ''))).toEqual(isRefused);
  });

  it('accepts the valid body', async () => {
    // Messages of the owner to itself are refused.
    const by = routeCases[route]?.owner === 400 ? rival : owner;
    const response = await sendRaw(route, JSON.stringify(bodyOf(route)), by);
    expect(response.status).not.toBe(400);
  });

  it('names the invalid field', async () => {
    const field = Object.keys(badBody)[0] ?? '';
    const response = await sendRaw(route, spoil(route, field, '["wrong"]'));
    expect(await response.json()).toMatchObject({
      details: expect.stringMatching(new RegExp(`^${field}(\\.0)?: `)) as string,
    });
  });
});
