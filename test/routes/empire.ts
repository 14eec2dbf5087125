/** The cases of empires: their views, events, ledger, wishes and further cities. */
import {
  badDescriptions,
  badIntegers,
  badObjects,
  badTexts,
  badWishes,
  noNumbers,
  noWords,
} from '../support/bad-values.ts';
import { createPlayer } from '../support/players.ts';
import { fromOne } from './queries.ts';
import type { RouteCases } from './route-case.ts';
import { newTile, ownEmpire, type Stage } from './stage.ts';

export const tile = badIntegers(-1_000, 1_000);
const reserved = badIntegers(0, 100_000_000);

/** The owner's empire, without a leave. */
const withoutLeave = async (stage: Stage): Promise<string> => {
  const id = ownEmpire(stage);
  await stage.game.query('UPDATE empires SET leave = NULL, leave_ended_at = NULL WHERE id = $1', id);
  return id;
};

export const empireCases: RouteCases = {
  // Both users already have an empire.
  'POST /api/empire': {
    owner: 409,
    rival: 409,
    body: (stage) => ({
      name: `Realm ${stage.count()}`,
      capital_name: 'Wessex',
      starting_location: newTile(stage),
    }),
    badBody: {
      name: badTexts(3, 50),
      capital_name: badTexts(1, 50, false),
      starting_location: badObjects,
      'starting_location.x': tile,
      'starting_location.y': tile,
    },
    success: async ({ game }) => ({
      by: await createPlayer(game),
      body: { name: 'New world', starting_location: { x: 50, y: 50 } },
    }),
  },
  'PUT /api/empire/:empire_id': {
    rival: 403,
    ids: ownEmpire,
    body: () => ({ name: 'Wessex', description: 'Old' }),
    badBody: {
      name: badTexts(3, 50, false),
      description: badDescriptions,
    },
    statements: 'command',
  },
  'GET /api/empire/:empire_id': { rival: 200, ids: ownEmpire, statements: 'cached' },
  'GET /api/empires': {
    rival: 200,
    query: {
      page: fromOne,
      limit: fromOne,
      sort: { good: 'name', bad: [...noWords, 'NAME', 'resources'] },
      order: { good: 'asc', bad: [...noWords, 'ASC', 'asc;drop'] },
    },
  },
  'GET /api/empire/:empire_id/cities': { rival: 200, ids: ownEmpire, statements: 'cached' },
  'POST /api/empire/:empire_id/cities': {
    owner: 201,
    rival: 403,
    ids: ownEmpire,
    body: (stage) => ({ name: `City ${stage.count()}`, location: newTile(stage) }),
    badBody: { name: badTexts(1, 50), location: badObjects, 'location.x': tile, 'location.y': tile },
    statements: 'command',
  },
  'GET /api/empire/:empire_id/military': { rival: 200, ids: ownEmpire, statements: 'cached' },
  'GET /api/empire/:empire_id/news': { rival: 403, ids: ownEmpire },
  'POST /api/empire/:empire_id/news/read': {
    rival: 403,
    ids: ownEmpire,
    body: () => ({ numbers: [1] }),
    badBody: {
      numbers: [
        ...badIntegers(1, Number.MAX_SAFE_INTEGER).filter(([, json]) => json !== '[5]'),
        ['an empty list', '[]'],
        ['a list with 0', '[0]'],
        ['a list with a text', '["1"]'],
        ['51 numbers', JSON.stringify(Array.from({ length: 51 }, (_, index) => index + 1))],
      ],
    },
  },
  'GET /api/empire/:empire_id/events': {
    rival: 403,
    ids: ownEmpire,
    query: { after: { good: '0', bad: [...noNumbers, '-1', '99'] }, limit: fromOne },
  },
  'GET /api/empire/:empire_id/ledger': {
    rival: 403,
    ids: ownEmpire,
    query: { before: fromOne, limit: fromOne },
  },
  'GET /api/empire/:empire_id/wishes': { rival: 403, ids: ownEmpire, statements: 'cached' },
  'PUT /api/empire/:empire_id/wishes': {
    rival: 403,
    ids: ownEmpire,
    body: () => ({ wishes: [], reserve: { gold: 1, food: 2, materials: 3 } }),
    badBody: {
      reserve: badObjects.filter(([, json]) => json !== undefined),
      'reserve.gold': reserved,
      'reserve.food': reserved,
      'reserve.materials': reserved,
      wishes: badWishes,
    },
    statements: 'command',
  },
  'PUT /api/empire/:empire_id/leave': {
    rival: 403,
    ids: withoutLeave,
    body: () => ({ days: 2 }),
    badBody: { days: badIntegers(2, 30) },
    statements: 'command',
  },
  // Directly after it, so that the owner can send armies again.
  'DELETE /api/empire/:empire_id/leave': { rival: 403, ids: withoutLeave, statements: 'command' },
};
