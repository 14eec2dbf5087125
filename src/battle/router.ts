import * as contract from '../contract/battle.ts';
import { targets } from '../contract/targets.ts';
import { routerOf } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import { ofOrders } from '../http/refusals.ts';
import { GameError } from '../kernel/errors.ts';
import type { Services } from '../world/services.ts';
import { attack, attackMany } from './operations.ts';
import { toBattleItem, toBattleView } from './present.ts';
import { selectBattles } from './queries.ts';
import { readRaids, toTargetView } from './raids.ts';
import { revokeShare, selectReport, shareBattle } from './shares.ts';

const endpoint = endpointsOf<Services>('battle');

export const createBattleRouter = routerOf([
  endpoint.get('/api/battles', {
    summary: 'Battles of the world or of one empire, newest first',
    query: contract.battlesQuery,
    response: contract.battles,
    run: async ({ query, services: { pool, clock } }) => {
      const now = clock.now();
      const rows = await selectBattles(pool, query, now);
      return { battles: rows.map((row) => toBattleItem(row, now)) };
    },
  }),
  endpoint.post('/api/battle', {
    summary: 'Send an army to attack a city, a standing army or a seat',
    description:
      'The target is warned at once. The contact checks again whether the target is still there and whether it is protected.',
    body: contract.attackBody,
    refuses: [
      ...ofOrders,
      ['INVALID_TARGET', 400],
      'ALLIED',
      'PROTECTED',
      'INVALID_TARGET',
      'RECENTLY_RECALLED',
      'ARMY_BUSY',
      'ARMY_LIMIT',
      'SEAT_LIMIT',
    ],
    status: 201,
    response: contract.attackResponse,
    run: (call) => attack(call, call.body),
  }),
  endpoint.post('/api/battles', {
    summary: 'Send several armies to attack, each with its own outcome',
    description:
      'Up to 20 orders, each like that of `POST /api/battle`. A refused order changes nothing and does not prevent the others: the response has its refusal, with the code that that route answers.',
    body: contract.attacksBody,
    refuses: ['ON_LEAVE', 'FORBIDDEN'],
    response: contract.attacksResponse,
    run: (call) => attackMany(call, call.body.orders),
  }),
  endpoint.get('/api/targets', {
    summary: 'Your targets: what they hold, and the army and the odds of a raid',
    description:
      'The 20 cities and seats of others that you attacked last. Order the raids with `POST /api/battles`: an `army` for each target.',
    refuses: ['FORBIDDEN'],
    response: targets,
    run: async ({ viewer, services }) => {
      const state = viewer.empireId === null ? null : await services.readEmpire('empire', viewer.empireId);
      if (state === null) throw new GameError('FORBIDDEN', 'found an empire first');
      return { targets: (await readRaids(services, state)).map(toTargetView) };
    },
  }),
  endpoint.get('/api/battle/:battle_id', {
    summary: 'A battle of your empire, or one that was shared, round by round',
    description:
      'Each round appears when its time has come. Once the seed is published, every roll can be recomputed from it.',
    auth: 'shared',
    query: contract.battleQuery,
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    response: contract.battle,
    run: async ({ params, query, viewer, services: { pool, clock, settings } }) => {
      const row = await selectReport(pool, params.battle_id, { viewer, token: query.share });
      return toBattleView(row, viewer?.userId ?? null, { now: clock.now(), speed: settings.speed });
    },
  }),
  endpoint.post('/api/battle/:battle_id/share', {
    summary: 'Make a public link to the report of your battle',
    description:
      'Everybody with the link can read the report, until you revoke it or delete your account. A repeated request returns the same link.',
    refuses: ['NOT_FOUND', 'FORBIDDEN', 'BATTLE_ACTIVE'],
    status: 201,
    response: contract.shareResponse,
    run: (call) => shareBattle(call, call.params.battle_id),
  }),
  endpoint.delete('/api/battle/:battle_id/share', {
    summary: 'Revoke your public link to the report of a battle',
    refuses: ['NOT_FOUND'],
    run: (call) => revokeShare(call, call.params.battle_id),
  }),
]);
