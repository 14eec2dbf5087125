import * as contract from '../contract/military.ts';
import { routerOf } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import { ofOrders } from '../http/refusals.ts';
import { unitsOf } from '../game/economy/stock.ts';
import { countUnits } from '../game/counts.ts';
import { GameError } from '../kernel/errors.ts';
import type { Services } from '../world/services.ts';
import { dismiss, guard, merge, move, recall, split } from './operations.ts';
import { toArmyView } from './present.ts';

const endpoint = endpointsOf<Services>('military');

export const createMilitaryRouter = routerOf([
  endpoint.get('/api/empire/:empire_id/military', {
    summary: 'The units and armies of an empire',
    refuses: ['NOT_FOUND'],
    response: contract.military,
    run: async ({ params, viewer, services }) => {
      const state = await services.readEmpire('empire', params.empire_id);
      if (state === null) throw new GameError('NOT_FOUND');
      const { empire, now } = state;
      const units = unitsOf(empire);
      const own = viewer.empireId === empire.id;
      return {
        total_units: countUnits(units),
        units_by_type: units,
        armies: empire.armies.map((army) => toArmyView(empire, army, now, own)),
      };
    },
  }),
  endpoint.post('/api/army/:army_id/move', {
    summary: 'Send an army to a tile',
    description:
      'An army on a plain march accepts a new order; an army that attacks, fights or returns is busy.',
    body: contract.moveBody,
    refuses: [...ofOrders, 'ARMY_BUSY', 'ARMY_LIMIT'],
    response: contract.armyResponse,
    run: (call) => move(call, call.params.army_id, call.body),
  }),
  endpoint.post('/api/army/:army_id/recall', {
    summary: 'Recall a marching army; a recalled attack is called off',
    refuses: [...ofOrders, 'INVALID_TARGET', 'ARMY_BUSY'],
    response: contract.armyResponse,
    run: (call) => recall(call, call.params.army_id),
  }),
  endpoint.post('/api/army/:army_id/guard', {
    summary: 'Send an army to guard a city or seat of an ally',
    description:
      'The army marches there, and meets every attacker before the holder does, until it gets another order, falls, or one of both empires leaves the alliance. A place has one guard, and at most three armies of an empire guard or are on the way: 409 `GUARD_LIMIT`.',
    body: contract.guardBody,
    refuses: [...ofOrders, 'INVALID_TARGET', 'ARMY_BUSY', 'ARMY_LIMIT', 'GUARD_LIMIT'],
    response: contract.armyResponse,
    run: (call) => guard(call, call.params.army_id, call.body),
  }),
  endpoint.post('/api/army/:army_id/split', {
    summary: 'Split some units off into a second army',
    body: contract.splitBody,
    refuses: [...ofOrders, 'MUTED', 'ARMY_BUSY', 'ARMY_LIMIT'],
    status: 201,
    response: contract.armyResponse,
    run: (call) => split(call, call.params.army_id, call.body),
  }),
  endpoint.post('/api/army/:army_id/merge', {
    summary: 'Merge another army on the same tile into this one',
    body: contract.mergeBody,
    refuses: [...ofOrders, 'ARMY_BUSY', 'INVALID_TARGET'],
    response: contract.armyResponse,
    run: (call) => merge(call, call.params.army_id, call.body),
  }),
  endpoint.post('/api/army/:army_id/dismiss', {
    summary: 'Discharge units of an army',
    description:
      'The army must stand in a city of its empire. Discharging refunds nothing; it frees the people of the units and ends their upkeep.',
    body: contract.dismissBody,
    refuses: [...ofOrders, 'ARMY_BUSY', 'INVALID_TARGET'],
    response: contract.dismissResponse,
    run: (call) => dismiss(call, call.params.army_id, call.body),
  }),
]);
