/** The OpenAPI document is complete and agrees with the application in both directions. */
import { beforeAll, describe, expect, it } from 'vitest';

import { limitWordsOf } from '../../src/server/documents/words.ts';
import { takesIdempotencyKey } from '../../src/http/idempotency-key.ts';
import { refusalsOf } from '../../src/http/refusals.ts';
import { errorCodes, statusOf, type ErrorCode } from '../../src/kernel/errors.ts';
import {
  createFaultFinder,
  listOperations,
  readDocuments,
  type ResolvedOperation,
  type ServedDocuments,
} from '../support/documents.ts';
import { noLimits, sendAnonymously, startTestGame, useTestGame } from '../support/game.ts';
import { nameOf, readRoutes } from '../support/routes.ts';

const game = useTestGame();
let openapi: ServedDocuments['openapi'];
let operations: Map<string, ResolvedOperation>;
let routes: ReturnType<typeof readRoutes>;

beforeAll(async () => {
  ({ openapi } = await readDocuments(game));
  operations = listOperations(openapi);
  routes = readRoutes(game);
});

const health = ['GET /healthz', 'GET /readyz'];
const documented = (route: string): string => route.replaceAll(/:(\w+)/g, '{$1}');

/** The documented codes of an operation, each with its status. */
function codesOf({ responses }: ResolvedOperation): string[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const codes = content?.['application/json']?.schema.properties?.code?.enum ?? [];
    return codes.map((code) => `${status} ${String(code)}`);
  });
}

describe('openapi.json', () => {
  it('has exactly the JSON routes of the application', () => {
    const mounted = [...routes.endpoints.map((route) => documented(nameOf(route))), ...health];
    expect([...operations.keys()].sort()).toEqual(mounted.sort());
  });

  it('covers every route below /api', () => {
    const others = routes.others.map(nameOf).filter((route) => !health.includes(route));
    expect(others.filter((route) => / \/api(?:\/|$)/.test(route))).toEqual([]);
  });

  it('lists health routes that the application has', () => {
    expect(routes.others.map(nameOf)).toEqual(expect.arrayContaining(health));
  });

  it('has every code of the catalogue; those that no route sends only in the schema of errors', () => {
    const inRoutes = new Set([...operations.values()].flatMap(codesOf));
    // Codes of the socket.
    const ofNoRoute: ErrorCode[] = ['WRONG_ACCOUNT', 'SESSION_REPLACED', 'SESSION_ENDED'];
    const missing = errorCodes.filter((code) => !inRoutes.has(`${statusOf(code)} ${code}`));
    expect(missing).toEqual(ofNoRoute);
    expect(openapi.components.schemas.ErrorCode?.enum).toEqual(errorCodes);
  });

  it('documents the codes and statuses that each route can refuse with', () => {
    const known = routes.endpoints.map((endpoint) => [
      documented(nameOf(endpoint)),
      refusalsOf(endpoint)
        .map(({ code, status }) => `${status} ${code}`)
        .sort(),
    ]);
    const shown = [...operations].filter(([route]) => !health.includes(route));
    expect(Object.fromEntries(shown.map(([route, operation]) => [route, codesOf(operation).sort()]))).toEqual(
      Object.fromEntries(known),
    );
  });

  it('names the rate limit class of every route', () => {
    const classes = [...operations.values()].map((operation) => operation['x-rate-limit-class']);
    expect(classes.filter((name) => !(name in limitWordsOf(noLimits)))).toEqual([]);
  });

  it('offers Idempotency-Key on every route below /api that changes something', () => {
    const offered = [...operations].filter(([, { parameters }]) =>
      JSON.stringify(parameters).includes('Idempotency-Key'),
    );
    const taken = routes.endpoints.filter(takesIdempotencyKey).map((route) => documented(nameOf(route)));
    expect(offered.map(([route]) => route).sort()).toEqual(taken.sort());
    expect(taken).toContain('POST /api/battle');
  });

  it('requires a session exactly where the routes do', () => {
    const open = routes.endpoints
      .filter(({ auth }) => auth === 'none')
      .map((route) => documented(nameOf(route)));
    const shown = [...operations].filter(([, { security }]) => security.length === 0).map(([route]) => route);
    expect(shown.sort()).toEqual([...open, ...health].sort());
  });

  it('accepts forms exactly where the routes do', () => {
    const shown = [...operations].filter(
      ([, { requestBody }]) => requestBody?.content['application/x-www-form-urlencoded'] !== undefined,
    );
    expect(shown.map(([route]) => route).sort()).toEqual(['POST /login', 'POST /register']);
  });

  it('names each error response once, and every route refers to it', () => {
    const { responses } = openapi.components;
    const contents = Object.values(responses).map((response) =>
      JSON.stringify([response.description, response.headers]),
    );
    expect(new Set(contents).size).toBe(contents.length);
    const referred = JSON.stringify(openapi.paths);
    expect(Object.keys(responses).filter((name) => !referred.includes(`/responses/${name}"`))).toEqual([]);
    const inline = Object.values(openapi.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(
        ({ operationId, responses: own }) =>
          operationId !== 'checkReadiness' &&
          Object.entries(own).some(([status, response]) => Number(status) >= 400 && !('$ref' in response)),
      );
    expect(inline).toEqual([]);
  });

  it('has the public address and the contact of the operator', async () => {
    const operatorContact = 'Ask ops@example.org';
    const server = await startTestGame({ operatorContact, baseUrl: 'https://game.example.org' });
    const served = await readDocuments(server);
    await server.stop();
    expect(served.openapi.servers.map(({ url }) => url)).toEqual(['https://game.example.org']);
    expect(served.openapi.info.contact).toEqual({ name: operatorContact, email: 'ops@example.org' });
    expect(served.asyncapi.servers.this).toMatchObject({ host: 'game.example.org', protocol: 'wss' });
    expect(openapi.info.contact).toBeUndefined();
  });

  it('is identical on every request', async () => {
    const again = await sendAnonymously(game.url, 'GET', '/api/openapi.json');
    expect(again.body).toEqual(openapi);
  });
});

describe('an error response', () => {
  it('matches the schema of its route', async () => {
    const findFaults = createFaultFinder(openapi);
    const faults: Record<string, string[]> = {};
    for (const [route, { responses }] of operations) {
      const [method = '', path = ''] = route.split(' ');
      // Without a session, with an invalid path, and with an invalid body.
      const answer = await sendAnonymously(game.url, method, path, method === 'GET' ? undefined : []);
      if (answer.status < 400) continue;
      const schema = responses[answer.status]?.content?.['application/json']?.schema;
      const found = findFaults(schema, answer.body);
      if (found.length > 0) faults[route] = found;
    }
    expect(faults).toEqual({});
  });
});
