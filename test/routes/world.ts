/** The cases of what belongs to no empire: rankings, seats, the map, the search, rules and documents. */
import { noIds, noNumbers, noWords } from '../support/bad-values.ts';
import { unknownId } from '../support/set-state.ts';
import { fromOne, fromZero } from './queries.ts';
import type { RouteCases } from './route-case.ts';

const open = { nobody: 200, rival: 200 };
const coordinate = { good: '1', bad: [...noNumbers, '1001', '-1001'], isRequired: true as const };

export const worldCases: RouteCases = {
  'GET /api/search': {
    rival: 200,
    query: {
      name: { good: 'e', bad: ['', 'a%00b', '%E2%80%AEabc', 'x'.repeat(51)], isRequired: true },
      after: {
        good: `empire.${unknownId}.ZQ`,
        bad: [...noIds, `empire.${unknownId}.`, `army.${unknownId}.ZQ`],
      },
      limit: fromOne,
    },
  },
  'GET /api/announcement': { ...open, statements: 'session' },
  'GET /api/leaderboard': {
    ...open,
    query: {
      type: { good: 'military', bad: [...noWords, 'military_score'] },
      limit: fromOne,
      from: fromOne,
    },
  },
  'GET /api/seats': { ...open, query: { after: fromZero, limit: fromOne } },
  'GET /api/reigns': { ...open, query: { limit: fromOne } },
  'GET /api/map': {
    rival: 200,
    query: { x: coordinate, y: coordinate, radius: { good: '5', bad: [...noNumbers, '0', '51', '-1'] } },
  },
  'GET /api/rules': { ...open, statements: 'none' },
  'GET /api/openapi.json': { ...open, statements: 'none' },
  'GET /api/asyncapi.json': { ...open, statements: 'none' },
};
