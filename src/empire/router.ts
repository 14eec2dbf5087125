import { events, eventsQuery, news, readNewsResponse, readNewsBody } from '../contract/event-log.ts';
import * as contract from '../contract/empire.ts';
import { leaveResponse, leaveBody } from '../contract/leave.ts';
import { ledger, ledgerQuery } from '../contract/ledger.ts';
import { setWishesBody, wishes } from '../contract/wishes.ts';
import { routerOf } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import { ofOrders } from '../http/refusals.ts';
import { GameError } from '../kernel/errors.ts';
import type { Services } from '../world/services.ts';
import { markResultsRead, readUnreadResults } from '../world/log/results.ts';
import { requireOwnEmpire } from '../world/ownership.ts';
import { readEventLog } from './event-log.ts';
import { readLedger } from './ledger.ts';
import { foundEmpire, updateEmpire } from './operations.ts';
import { writeEmpireView } from './present.ts';
import { readEmpires } from './queries.ts';
import { endLeave, takeLeave } from './leave.ts';
import { replaceWishes, toWishesView } from './wishes.ts';

const endpoint = endpointsOf<Services>('empire');

export const createEmpireRouter = routerOf([
  endpoint.get('/api/empire/:empire_id', {
    summary: 'The current state of an empire',
    description:
      'Every player can read every empire. Only the owner sees the queues of its cities and the goals.',
    refuses: ['NOT_FOUND'],
    response: contract.empire,
    run: async ({ params, viewer, services }) => {
      const state = await services.readEmpire('empire', params.empire_id);
      if (state === null) throw new GameError('NOT_FOUND');
      return writeEmpireView(services.writeLasting, state, viewer.empireId === state.empire.id);
    },
  }),
  endpoint.get('/api/empires', {
    summary: 'All empires, in pages',
    query: contract.empiresQuery,
    response: contract.empires,
    run: async ({ query, services }) => {
      const { empires, total } = await readEmpires(services, query);
      const { page, limit } = query;
      return { empires, pagination: { page, limit, total, pages: Math.ceil(total / limit) } };
    },
  }),
  endpoint.get('/api/empire/:empire_id/events', {
    summary: 'What happened to your empire, oldest first',
    description:
      'The event log. Entries are numbered from 1 without gaps and kept for 30 days. To continue, send the last number you have as `after`; a number beyond the latest entry is refused. `battle_contact` names the moment at which `battle_end` follows, with the outcome.',
    query: eventsQuery,
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    response: events,
    run: async ({ params, query, ...context }) => {
      await requireOwnEmpire(context, params.empire_id);
      const page = await readEventLog(context.services.pool, params.empire_id, query);
      const reached = page.events.at(-1)?.number ?? page.last;
      return { ...page, next: reached < page.last ? reached : null };
    },
  }),
  endpoint.get('/api/empire/:empire_id/news', {
    summary: 'Your unread results, newest first',
    description:
      'Results are entries of the event log whose moment you do not choose, such as battles and arrivals. Pages show them until they are read. Attacks of one empire that were called off within 24 hours are one result with their `count`: reading it reads all.',
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    response: news,
    run: async ({ params, ...context }) => {
      await requireOwnEmpire(context, params.empire_id);
      return { results: await readUnreadResults(context.services.pool, params.empire_id) };
    },
  }),
  endpoint.post('/api/empire/:empire_id/news/read', {
    summary: 'Mark results as read',
    body: readNewsBody,
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    response: readNewsResponse,
    run: async ({ params, body: { numbers }, ...context }) => {
      await requireOwnEmpire(context, params.empire_id);
      return markResultsRead(context.services, params.empire_id, numbers);
    },
  }),
  endpoint.get('/api/empire/:empire_id/ledger', {
    summary: 'What changed your stock and your units, newest first',
    description:
      'The ledger. Entries are numbered from 1 without gaps and kept for 30 days. The changes of the stock add up to the stock that is shown.',
    query: ledgerQuery,
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    response: ledger,
    run: async ({ params, query, ...context }) => {
      await requireOwnEmpire(context, params.empire_id);
      return readLedger(context.services.pool, params.empire_id, query);
    },
  }),
  endpoint.get('/api/empire/:empire_id/wishes', {
    summary: 'Your wishes: what is ordered as soon as it can be paid',
    description:
      'A list of up to 60 levels and batches in your order. The first possible wish is the next one; it is ordered at the moment at which the stock suffices for its price and the reserve, as an order of your own. Nothing overtakes it. Wishes that are impossible at present keep their place.',
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    response: wishes,
    run: async (call) => {
      const { params, services } = call;
      await requireOwnEmpire(call, params.empire_id);
      const state = await services.readEmpire('empire', params.empire_id);
      if (state === null) throw new GameError('NOT_FOUND');
      return toWishesView(state.empire, state.world.speed);
    },
  }),
  endpoint.put('/api/empire/:empire_id/wishes', {
    summary: 'Set your list of wishes and their order',
    description:
      'Replaces the whole list; name wishes that stay by their `id`. Wishes that can be paid at once are ordered at once and are missing in the response.',
    body: setWishesBody,
    refuses: ofOrders,
    response: wishes,
    run: (call) => replaceWishes(call, call.params.empire_id, call.body),
  }),
  endpoint.put('/api/empire/:empire_id/leave', {
    summary: 'Order a leave',
    description:
      'After a notice of 12 hours (divided by the speed), and as soon as all armies are home, your empire stands still for some real days: it produces, builds and consumes nothing, takes no orders, and nobody can attack it. All that is under way continues after the end. A leave that has not begun 48 hours (divided by the speed) after its notice is dropped.',
    body: leaveBody,
    refuses: ['NOT_FOUND', 'FORBIDDEN', 'ON_LEAVE', 'LEAVE_PAUSE', 'HOLDS_SEAT'],
    response: leaveResponse,
    run: (call) => takeLeave(call, call.params.empire_id, call.body.days),
  }),
  endpoint.delete('/api/empire/:empire_id/leave', {
    summary: 'Return from a leave, or cancel its notice',
    description:
      'A leave lasts at least 48 real hours. The next one can be ordered 30 real days after its end. A notice can be cancelled at any time; the same pause follows. Without a leave, nothing changes.',
    refuses: ['NOT_FOUND', 'FORBIDDEN', 'LEAVE_PAUSE'],
    response: leaveResponse,
    run: (call) => endLeave(call, call.params.empire_id),
  }),
  endpoint.post('/api/empire', {
    summary: 'Found your empire',
    description:
      'A user has one empire. The capital is founded on the legal tile nearest to `starting_location`, with a garrison army.',
    body: contract.foundEmpireBody,
    refuses: ['MUTED', 'EMPIRE_EXISTS', 'NAME_TAKEN', 'WORLD_FULL'],
    status: 201,
    response: contract.foundEmpireResponse,
    run: (call) => foundEmpire(call, call.body),
  }),
  endpoint.put('/api/empire/:empire_id', {
    summary: 'Change the name or the description of your empire',
    body: contract.updateEmpireBody,
    refuses: [...ofOrders, 'MUTED', 'NAME_TAKEN'],
    response: contract.updateEmpireResponse,
    run: (call) => updateEmpire(call, call.params.empire_id, call.body),
  }),
]);
