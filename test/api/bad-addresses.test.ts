/** Every path and query parameter against invalid values: 400, no repeated value, no change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { foundAlliance } from '../support/alliances.ts';
import { badPathIds, traceOf } from '../support/bad-values.ts';
import { unknownId } from '../support/endow.ts';
import { startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { seatRuler } from '../support/guests.ts';
import { dumpWorld } from '../support/refusals.ts';
import { nameOf, readRoutes } from '../support/routes.ts';

let game: TestGame;
let ann: Ruler;
let allianceId: string;
let threadId: string;
let battleId: string;
let endpoints: Endpoint[];

beforeAll(async () => {
  game = await startTestGame();
  ann = await seatRuler(game);
  ({ endpoints } = readRoutes(game));
  const bob = await seatRuler(game, { x: 0, y: 9 });
  const { body } = await bob.send<{ owner_id: string }>('GET', `/api/empire/${ann.empireId}`);
  const started = await bob.send<{ thread_id: string }>('POST', '/api/threads', {
    user_id: body.owner_id,
    text: 'Greetings',
  });
  threadId = started.body.thread_id;
  const order = { army_id: ann.armyId, target_type: 'city', target_id: bob.capitalId };
  battleId = (await ann.send<{ battle: { id: string } }>('POST', '/api/battle', order)).body.battle.id;
  allianceId = await foundAlliance(ann);
  await game.pass(60_000);
});
afterAll(() => game.stop());

const isRefused = { status: 400, code: 'VALIDATION_ERROR', repeats: false, changed: false };

async function outcomeOf(method: string, path: string, trace: string | null): Promise<typeof isRefused> {
  game.clock.advance(1);
  const before = await dumpWorld(game);
  const response = await fetch(game.url + path, {
    method,
    headers: { authorization: `Bearer ${ann.token}` },
    redirect: 'manual',
  });
  const text = await response.text();
  return {
    status: response.status,
    code: (JSON.parse(text) as { code: string }).code,
    repeats: trace !== null && text.includes(trace),
    changed: (await dumpWorld(game)) !== before,
  };
}

describe('the id in the path of every route', () => {
  it.each(badPathIds)('may not be %s', async (id) => {
    const outcomes: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const { method, path } of endpoints.filter(({ params }) => params !== undefined)) {
      const address = path.replace(/:\w+/, id);
      outcomes[`${method} ${path}`] = await outcomeOf(method.toUpperCase(), address, traceOf(id));
      expected[`${method} ${path}`] = isRefused;
    }
    expect(outcomes).toEqual(expected);
  });

  it('may not be absent', async () => {
    const { status, body } = await ann.send('PUT', '/api/empire/', { description: 'x' });
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });
});

const noNumbers = [
  '',
  'five',
  '5.0',
  '1.5',
  '1e2',
  '1e400',
  'NaN',
  'Infinity',
  '0x10',
  '%205',
  '5%20',
  '%2B5',
  '5%00',
  '%E2%80%AE5',
  '%D9%A5',
  '9007199254740992',
  '-9007199254740992',
  '99999999999999999999',
  '5,6',
  '[5]',
  '{}',
  '__proto__',
];
const noWords = [
  '',
  'dragonlair',
  '__proto__',
  'constructor',
  'toString',
  'a%00b',
  '%E2%80%AEabc',
  'x'.repeat(500),
];
const noIds = [
  '',
  '5',
  `${unknownId}0`,
  `${unknownId}%00`,
  '__proto__',
  `%7B${unknownId}%7D`,
  "'%20OR%20''='",
];

interface QueryField {
  good: string;
  bad: string[];
}

const fromOne = { good: '2', bad: [...noNumbers, '0', '-1'] };

const position = { good: `1-${unknownId}`, bad: [...noIds, unknownId, `-1-${unknownId}`, '1-', '5'] };

const pageOfMessages = {
  before: fromOne,
  after: { good: '0', bad: [...noNumbers, '-1'] },
  limit: fromOne,
};

const queries: Record<string, Record<string, QueryField>> = {
  'GET /api/empires': {
    page: fromOne,
    limit: fromOne,
    sort: { good: 'name', bad: [...noWords, 'NAME', 'resources'] },
    order: { good: 'asc', bad: [...noWords, 'ASC', 'asc;drop'] },
  },
  'GET /api/empire/:empire_id/events': {
    after: { good: '0', bad: [...noNumbers, '-1', '99'] },
    limit: fromOne,
  },
  'GET /api/empire/:empire_id/ledger': { before: fromOne, limit: fromOne },
  'GET /api/battles': {
    empire_id: { good: unknownId, bad: noIds },
    status: { good: 'active', bad: [...noWords, 'Active', 'marching'] },
    limit: fromOne,
  },
  'GET /api/battle/:battle_id': { share: { good: 'x'.repeat(43), bad: ['', 'x'.repeat(101)] } },
  'GET /api/leaderboard': {
    type: { good: 'military', bad: [...noWords, 'military_score'] },
    limit: fromOne,
    from: fromOne,
  },
  'GET /api/seats': { from: { good: '1', bad: [...noNumbers, '-1'] }, limit: fromOne },
  'GET /api/reigns': { limit: fromOne },
  'GET /api/threads': { before: position, limit: fromOne },
  'GET /api/thread/:thread_id': pageOfMessages,
  'GET /api/blocks': { before: position, limit: fromOne },
  'GET /api/alliances': { before: position, limit: fromOne },
  'GET /api/alliance/:alliance_id/candidates': { before: position, limit: fromOne },
  'GET /api/alliance/:alliance_id/messages': pageOfMessages,
  'GET /api/candidacies': { before: position, limit: fromOne },
  'GET /api/search': {
    name: { good: 'e', bad: ['', 'a%00b', '%E2%80%AEabc', 'x'.repeat(51)] },
    after: {
      good: `empire.${unknownId}.ZQ`,
      bad: [...noIds, `empire.${unknownId}.`, `army.${unknownId}.ZQ`],
    },
    limit: fromOne,
  },
  'GET /api/map': {
    x: { good: '1', bad: [...noNumbers, '1001', '-1001'] },
    y: { good: '1', bad: [...noNumbers, '1001', '-1001'] },
    radius: { good: '5', bad: [...noNumbers, '0', '51', '-1'] },
  },
};

function addressOf(route: string, spoiled: string, text: string): string {
  const fields = Object.entries(queries[route] ?? {});
  const pairs = fields.map(([name, { good }]) => `${name}=${name === spoiled ? text : good}`);
  const path = route
    .replace('GET ', '')
    .replace(':empire_id', ann.empireId)
    .replace(':thread_id', threadId)
    .replace(':battle_id', battleId)
    .replace(':alliance_id', allianceId);
  return `${path}?${pairs.join('&')}`;
}

const fields = Object.entries(queries).flatMap(([route, byName]) =>
  Object.entries(byName).map(([name, field]) => ({ route, name, ...field })),
);

describe('the queries of this table', () => {
  it('are complete', () => {
    const known = Object.fromEntries(
      endpoints.flatMap((endpoint) =>
        endpoint.query instanceof z.ZodObject ? [[nameOf(endpoint), Object.keys(endpoint.query.shape)]] : [],
      ),
    );
    expect(
      Object.fromEntries(Object.entries(queries).map(([route, byName]) => [route, Object.keys(byName)])),
    ).toEqual(known);
  });

  it.each(Object.keys(queries))('are valid for %s', async (route) => {
    expect((await ann.send('GET', addressOf(route, '', ''))).status).toBe(200);
  });

  it.each(Object.keys(queries))('may have unknown parameters, for %s', async (route) => {
    const more = '&__proto__=x&constructor=x&page[]=x&x[y]=z&utm=';
    expect((await ann.send('GET', addressOf(route, '', '') + more)).status).toBe(200);
  });
});

describe.each(fields)('$name of $route', ({ route, name, good, bad }) => {
  it.each(bad)('may not be "%s"', async (text) => {
    expect(await outcomeOf('GET', addressOf(route, name, text), traceOf(text))).toEqual(isRefused);
  });

  it('may not be given twice', async () => {
    expect(await outcomeOf('GET', `${addressOf(route, '', '')}&${name}=${good}`, null)).toEqual(isRefused);
  });
});
