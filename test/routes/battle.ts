/** The cases of battles and their public links. */
import { badAttacks, badIds, badUnits, badWords, noIds, noWords } from '../support/bad-values.ts';
import { unknownId } from '../support/set-state.ts';
import { fromOne } from './queries.ts';
import type { RouteCases } from './route-case.ts';
import { findFinished, raise, shareFinished } from './stage.ts';

export const battleCases: RouteCases = {
  'POST /api/battle': {
    owner: 201,
    rival: 403,
    body: async (stage) => ({
      army_id: await raise(stage),
      target_type: 'city',
      target_id: stage.bystander.capitalId,
      units: { soldiers: 1 },
    }),
    badBody: { army_id: badIds, target_type: badWords, target_id: badIds, units: badUnits },
  },
  'POST /api/battles': {
    // The army is not theirs: the order is refused in its line.
    rival: 200,
    body: async (stage) => ({
      orders: [{ army_id: await raise(stage), target_type: 'city', target_id: stage.bystander.capitalId }],
    }),
    badBody: { orders: badAttacks },
  },
  'GET /api/battles': {
    rival: 200,
    query: {
      empire_id: { good: unknownId, bad: noIds },
      status: { good: 'active', bad: [...noWords, 'Active', 'marching'] },
      limit: fromOne,
    },
  },
  'GET /api/targets': { rival: 200, statements: 'other' },
  'GET /api/battle/:battle_id': {
    rival: 403,
    ids: findFinished,
    query: { share: { good: 'x'.repeat(43), bad: ['', 'x'.repeat(101)] } },
  },
  'POST /api/battle/:battle_id/share': { owner: 201, rival: 403, ids: findFinished },
  // The rival has no link.
  'DELETE /api/battle/:battle_id/share': { rival: 404, ids: shareFinished },
};
