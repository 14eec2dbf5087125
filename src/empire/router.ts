/** The JSON routes of empires. */
import { events, eventsQuery } from '../contract/event-log.ts';
import * as contract from '../contract/empire.ts';
import { ledger, ledgerQuery } from '../contract/ledger.ts';
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';
import { GameError } from '../kernel/errors.ts';
import { withStoredResponse, type Services } from '../world/services.ts';
import { notYours } from '../world/ownership.ts';
import { readEventLog } from './event-log.ts';
import { readLedger } from './ledger.ts';
import { foundEmpire, updateEmpire } from './operations.ts';
import { toEmpireView } from './present.ts';
import { selectEmpires } from './queries.ts';

export function empireEndpoints(services: Services): Endpoint[] {
  const { pool, clock } = services;
  return [
    defineEndpoint({
      method: 'get',
      path: '/api/empire/:empire_id',
      tag: 'empire',
      summary: 'The current state of an empire',
      description: 'Every player can read every empire. Only the owner sees the queues of its cities.',
      auth: 'required',
      limit: 'data',
      params: contract.empireParams,
      refuses: ['NOT_FOUND'],
      status: 200,
      answer: contract.empire,
      run: async ({ params, viewer }) => {
        const state = await services.readEmpire('empire', params.empire_id);
        if (state === null) throw new GameError('NOT_FOUND');
        return toEmpireView(state, viewer.empireId === state.empire.id);
      },
    }),
    defineEndpoint({
      method: 'get',
      path: '/api/empires',
      tag: 'empire',
      summary: 'All empires, in pages',
      auth: 'required',
      limit: 'data',
      query: contract.empiresQuery,
      status: 200,
      answer: contract.empires,
      run: async ({ query }) => {
        const { empires, total } = await selectEmpires(pool, clock, query);
        const { page, limit } = query;
        return { empires, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
      },
    }),
    defineEndpoint({
      method: 'get',
      path: '/api/empire/:empire_id/events',
      tag: 'empire',
      summary: 'What happened to your empire, oldest first',
      description:
        'The event log. Entries are numbered from 1 without gaps and kept for 30 days. To continue, send the last number you have as `after`; a number beyond the latest entry is refused. To learn how a battle ended, read the battle after the `ends_at` of its `battle_contact`.',
      auth: 'required',
      limit: 'data',
      params: contract.empireParams,
      query: eventsQuery,
      refuses: ['NOT_FOUND', 'FORBIDDEN'],
      status: 200,
      answer: events,
      run: async ({ params, query, viewer }) => {
        if (viewer.empireId !== params.empire_id) throw await notYours(pool, 'empire', params.empire_id);
        return readEventLog(pool, params.empire_id, query);
      },
    }),
    defineEndpoint({
      method: 'get',
      path: '/api/empire/:empire_id/ledger',
      tag: 'empire',
      summary: 'What changed your stock and your units, newest first',
      description:
        'The ledger. Entries are numbered from 1 without gaps and kept for 30 days. The changes of the stock add up to the stock that is shown.',
      auth: 'required',
      limit: 'data',
      params: contract.empireParams,
      query: ledgerQuery,
      refuses: ['NOT_FOUND', 'FORBIDDEN'],
      status: 200,
      answer: ledger,
      run: async ({ params, query, viewer }) => {
        if (viewer.empireId !== params.empire_id) throw await notYours(pool, 'empire', params.empire_id);
        return { entries: await readLedger(pool, params.empire_id, query) };
      },
    }),
    defineEndpoint({
      method: 'post',
      path: '/api/empire',
      tag: 'empire',
      summary: 'Found your empire',
      description:
        'A user has one empire. The capital is founded on the legal tile nearest to `starting_location`, with a garrison army.',
      auth: 'required',
      limit: 'action',
      body: contract.foundEmpireBody,
      refuses: ['EMPIRE_EXISTS', 'NAME_TAKEN', 'WORLD_FULL'],
      status: 201,
      answer: contract.foundEmpireAnswer,
      run: ({ body, viewer, idempotencyKey }) => foundEmpire(services, viewer, body, idempotencyKey),
    }),
    defineEndpoint({
      method: 'put',
      path: '/api/empire/:empire_id',
      tag: 'empire',
      summary: 'Change the name or the description of your empire',
      auth: 'required',
      limit: 'action',
      params: contract.empireParams,
      body: contract.updateEmpireBody,
      refuses: ['NOT_FOUND', 'FORBIDDEN', 'NAME_TAKEN'],
      status: 200,
      answer: contract.updateEmpireAnswer,
      run: ({ params, body, viewer, idempotencyKey }) =>
        updateEmpire(withStoredResponse(services, idempotencyKey), viewer.empireId, params.empire_id, body),
    }),
  ];
}
