/**
 * Every field of every body against invalid values: refused with 400, without repeating the value and without any
 * change.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  badIds,
  badIntegers,
  badMessages,
  badObjects,
  badTexts,
  badWishes,
  badWords,
  traceOf,
  type BadValue,
} from '../support/bad-values.ts';
import { unknownId } from '../support/endow.ts';
import { startTestGame, type Player, type Ruler, type TestGame } from '../support/game.ts';
import { seatPlayer, seatRuler } from '../support/guests.ts';
import { dumpWorld } from '../support/refusals.ts';
import { nameOf, readRoutes } from '../support/routes.ts';

let game: TestGame;
let ann: Ruler;
let bob: Ruler;
let visitor: Player;

beforeAll(async () => {
  game = await startTestGame();
  ann = await seatRuler(game, { x: 0, y: 0 });
  bob = await seatRuler(game, { x: 0, y: 9 });
  visitor = await seatPlayer(game);
  await game.pass(60_000);
});
afterAll(() => game.stop());

interface Route {
  method: string;
  path: () => string;
  sender?: () => Player;
  /** A valid body. */
  good: () => Record<string, unknown>;
  /** Bad values by the path of the field, `a.b`. */
  fields: Record<string, BadValue[]>;
}

const tile = badIntegers(-1_000, 1_000);
const reserved = badIntegers(0, 100_000_000);
const count = badIntegers(0, 1_000_000_000, false);

const badReports = {
  number: badIntegers(1, Number.MAX_SAFE_INTEGER),
  reason: badTexts(0, 500, false),
};

const routes: Record<string, Route> = {
  'POST /api/threads': {
    method: 'POST',
    path: () => '/api/threads',
    good: () => ({ user_id: unknownId, text: 'Greetings' }),
    fields: { user_id: badIds, text: badMessages },
  },
  'POST /api/thread/:thread_id/messages': {
    method: 'POST',
    path: () => `/api/thread/${unknownId}/messages`,
    good: () => ({ text: 'Greetings' }),
    fields: { text: badMessages },
  },
  'POST /api/thread/:thread_id/read': {
    method: 'POST',
    path: () => `/api/thread/${unknownId}/read`,
    good: () => ({ number: 1 }),
    fields: { number: badIntegers(0, Number.MAX_SAFE_INTEGER) },
  },
  'POST /api/thread/:thread_id/report': {
    method: 'POST',
    path: () => `/api/thread/${unknownId}/report`,
    good: () => ({ number: 1, reason: 'Rude' }),
    fields: badReports,
  },
  'POST /api/blocks': {
    method: 'POST',
    path: () => '/api/blocks',
    good: () => ({ user_id: unknownId }),
    fields: { user_id: badIds },
  },
  'POST /api/alliances': {
    method: 'POST',
    path: () => '/api/alliances',
    good: () => ({ name: 'The Owls', tag: 'OWL', description: 'Wise' }),
    fields: {
      name: badTexts(3, 30),
      tag: [...badTexts(2, 5), ['a blank', '"A B"'], ['a bracket', '"[A]"']],
      description: badTexts(0, 1000, false).filter(([, json]) => json !== 'null'),
    },
  },
  'PUT /api/alliance/:alliance_id': {
    method: 'PUT',
    path: () => `/api/alliance/${unknownId}`,
    good: () => ({ description: 'Wise' }),
    fields: { description: badTexts(0, 1000).filter(([, json]) => json !== 'null') },
  },
  'POST /api/alliance/:alliance_id/invitations': {
    method: 'POST',
    path: () => `/api/alliance/${unknownId}/invitations`,
    good: () => ({ empire_id: unknownId }),
    fields: { empire_id: badIds },
  },
  'POST /api/alliance/:alliance_id/members': {
    method: 'POST',
    path: () => `/api/alliance/${unknownId}/members`,
    good: () => ({ empire_id: unknownId }),
    fields: { empire_id: badIds },
  },
  'POST /api/alliance/:alliance_id/messages': {
    method: 'POST',
    path: () => `/api/alliance/${unknownId}/messages`,
    good: () => ({ text: 'Greetings' }),
    fields: { text: badMessages },
  },
  'POST /api/alliance/:alliance_id/report': {
    method: 'POST',
    path: () => `/api/alliance/${unknownId}/report`,
    good: () => ({ number: 1, reason: 'Rude' }),
    fields: badReports,
  },
  'PUT /api/alliance/:alliance_id/member/:empire_id': {
    method: 'PUT',
    path: () => `/api/alliance/${unknownId}/member/${unknownId}`,
    good: () => ({ role: 'officer' }),
    fields: { role: badWords },
  },
  'POST /api/empire': {
    method: 'POST',
    path: () => '/api/empire',
    sender: () => visitor,
    good: () => ({ name: 'Wessex', capital_name: 'Wessex', starting_location: { x: 1, y: 1 } }),
    fields: {
      name: badTexts(3, 50),
      capital_name: badTexts(1, 50, false),
      starting_location: badObjects,
      'starting_location.x': tile,
      'starting_location.y': tile,
    },
  },
  'PUT /api/empire/:empire_id': {
    method: 'PUT',
    path: () => `/api/empire/${ann.empireId}`,
    good: () => ({ name: 'Wessex', description: 'Old' }),
    fields: {
      name: badTexts(3, 50, false),
      // null is valid: it removes the description.
      description: badTexts(0, 1000, false).filter(([, json]) => json !== 'null'),
    },
  },
  'PUT /api/empire/:empire_id/wishes': {
    method: 'PUT',
    path: () => `/api/empire/${ann.empireId}/wishes`,
    good: () => ({ wishes: [], reserve: { gold: 1, food: 2, materials: 3 } }),
    fields: {
      reserve: badObjects.filter(([, json]) => json !== undefined),
      'reserve.gold': reserved,
      'reserve.food': reserved,
      'reserve.materials': reserved,
      wishes: badWishes,
    },
  },
  'POST /api/empire/:empire_id/news/read': {
    method: 'POST',
    path: () => `/api/empire/${ann.empireId}/news/read`,
    good: () => ({ numbers: [1] }),
    fields: {
      numbers: [
        ...badIntegers(1, Number.MAX_SAFE_INTEGER).filter(([, json]) => json !== '[5]'),
        ['an empty list', '[]'],
      ],
    },
  },
  'POST /api/empire/:empire_id/cities': {
    method: 'POST',
    path: () => `/api/empire/${ann.empireId}/cities`,
    good: () => ({ name: 'Wessex', location: { x: 20, y: 20 } }),
    fields: { name: badTexts(1, 50, false), location: badObjects, 'location.x': tile, 'location.y': tile },
  },
  'PUT /api/city/:city_id': {
    method: 'PUT',
    path: () => `/api/city/${ann.capitalId}`,
    good: () => ({ name: 'Wessex' }),
    fields: { name: badTexts(1, 50) },
  },
  'POST /api/city/:city_id/buildings': {
    method: 'POST',
    path: () => `/api/city/${ann.capitalId}/buildings`,
    good: () => ({ type: 'farm', quantity: 1 }),
    fields: { type: badWords, quantity: badIntegers(1, 25, false) },
  },
  'POST /api/city/:city_id/train': {
    method: 'POST',
    path: () => `/api/city/${ann.capitalId}/train`,
    good: () => ({ unit_type: 'soldiers', quantity: 1 }),
    fields: { unit_type: badWords, quantity: badIntegers(1, 1000) },
  },
  'POST /api/army/:army_id/move': {
    method: 'POST',
    path: () => `/api/army/${ann.armyId}/move`,
    good: () => ({ destination: { x: 5, y: 5 } }),
    fields: { destination: badObjects, 'destination.x': tile, 'destination.y': tile },
  },
  'POST /api/army/:army_id/split': {
    method: 'POST',
    path: () => `/api/army/${ann.armyId}/split`,
    good: () => ({ units: { soldiers: 1, archers: 0, knights: 0, catapults: 0 }, name: 'Wessex' }),
    fields: {
      name: badTexts(1, 50, false),
      units: badObjects,
      'units.soldiers': count,
      'units.archers': count,
      'units.knights': count,
      'units.catapults': count,
    },
  },
  'POST /api/army/:army_id/merge': {
    method: 'POST',
    path: () => `/api/army/${ann.armyId}/merge`,
    good: () => ({ army_id: bob.armyId }),
    fields: { army_id: badIds },
  },
  'POST /api/army/:army_id/dismiss': {
    method: 'POST',
    path: () => `/api/army/${ann.armyId}/dismiss`,
    good: () => ({ units: { soldiers: 1, archers: 0, knights: 0, catapults: 0 } }),
    fields: {
      units: badObjects,
      'units.soldiers': count,
      'units.archers': count,
      'units.knights': count,
      'units.catapults': count,
    },
  },
  'POST /api/battle': {
    method: 'POST',
    path: () => '/api/battle',
    good: () => ({ army_id: ann.armyId, target_type: 'city', target_id: bob.capitalId }),
    fields: { army_id: badIds, target_type: badWords, target_id: badIds },
  },
};

/** The valid body as JSON text, with one field replaced. */
function spoil(good: Record<string, unknown>, path: string, json: string | undefined): string {
  const body = structuredClone(good);
  const names = path.split('.');
  const last = names.pop() ?? '';
  let inner = body;
  for (const name of names) inner = inner[name] as Record<string, unknown>;
  inner[last] = json === undefined ? undefined : '@@';
  return JSON.stringify(body).replace('"@@"', () => json ?? '');
}

interface Outcome {
  status: number;
  code: unknown;
  repeats: boolean;
  changed: boolean;
}

const isRefused: Outcome = { status: 400, code: 'VALIDATION_ERROR', repeats: false, changed: false };

async function sendRaw({ method, path, sender = () => ann }: Route, body: string): Promise<Response> {
  return fetch(game.url + path(), {
    method,
    headers: { authorization: `Bearer ${sender().token}`, 'content-type': 'application/json' },
    body,
  });
}

async function outcomeOf(route: Route, body: string, trace: string | null): Promise<Outcome> {
  game.clock.advance(1);
  const before = await dumpWorld(game);
  const response = await sendRaw(route, body);
  const text = await response.text();
  return {
    status: response.status,
    code: (JSON.parse(text) as { code?: unknown }).code,
    repeats: trace !== null && text.includes(trace),
    changed: (await dumpWorld(game)) !== before,
  };
}

describe('the bodies of this table', () => {
  it('are complete and have every field', () => {
    const known = readRoutes(game)
      .endpoints.filter(({ body, limit }) => body !== undefined && limit !== 'auth')
      .map((endpoint) => [nameOf(endpoint), Object.keys((endpoint.body as z.ZodObject).shape).sort()]);
    const tabled = Object.entries(routes).map(([route, { good }]) => [route, Object.keys(good()).sort()]);
    expect(Object.fromEntries(tabled)).toEqual(Object.fromEntries(known));
  });

  it.each(Object.entries(routes))('have bad values for every field of %s', (_route, { good, fields }) => {
    const tabled = new Set(Object.keys(fields).map((path) => path.split('.')[0]));
    expect([...tabled].sort()).toEqual(Object.keys(good()).sort());
  });
});

describe.each(Object.entries(routes))('%s', (_name, route) => {
  const cases = Object.entries(route.fields).flatMap(([field, values]) =>
    values.map(([what, json]): [string, string, string | undefined] => [field, what, json]),
  );

  it.each(cases)('refuses %s: %s', async (field, _what, json) => {
    const body = spoil(route.good(), field, json);
    expect(await outcomeOf(route, body, traceOf(json ?? ''))).toEqual(isRefused);
  });

  it('accepts the valid body', async () => {
    const response = await sendRaw(route, JSON.stringify(route.good()));
    expect(response.status).not.toBe(400);
  });

  it('names the invalid field', async () => {
    const field = Object.keys(route.fields)[0] ?? '';
    const response = await sendRaw(route, spoil(route.good(), field, '["wrong"]'));
    expect(await response.json()).toMatchObject({
      details: expect.stringMatching(new RegExp(`^${field}(\\.0)?: `)) as string,
    });
  });

  it.each([
    ['an empty object', '{}'],
    ['a list', '[]'],
    ['a list of bodies', '[{"name":"Wessex"}]'],
    ['null', 'null'],
    ['a number', '5'],
    ['a text', '"Wessex"'],
    ['true', 'true'],
  ])('refuses %s as the body', async (_what, body) => {
    expect(await outcomeOf(route, body, traceOf(body))).toEqual(isRefused);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('reads no field from %s', async (key) => {
    const body = `{${JSON.stringify(key)}:${JSON.stringify(route.good())}}`;
    expect(await outcomeOf(route, body, null)).toEqual(isRefused);
  });

  it.each([
    ['half a body', '{"name":"Wes', 'MALFORMED_JSON'],
    ['a body nested too deeply', `{"a":${'['.repeat(9)}${']'.repeat(9)}}`, 'PAYLOAD_TOO_LARGE'],
    ['a body of 17 kB', `{"a":"${'Wessex '.repeat(2500)}"}`, 'PAYLOAD_TOO_LARGE'],
  ])('refuses %s', async (_what, body, code) => {
    expect(await outcomeOf(route, body, 'Wes')).toEqual({ ...isRefused, code });
  });
});
