/** The JSON routes of battles. */
import * as contract from '../contract/battle.ts';
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';
import { GameError } from '../kernel/errors.ts';
import { withStoredResponse, type Services } from '../world/services.ts';
import { attack } from './operations.ts';
import { toBattleItem, toBattleView } from './present.ts';
import { selectBattleOptional, selectBattles } from './queries.ts';

export function battleEndpoints(services: Services): Endpoint[] {
  const { pool, clock, settings } = services;
  return [
    defineEndpoint({
      method: 'get',
      path: '/api/battles',
      tag: 'battle',
      summary: 'Battles of the world or of one empire, newest first',
      auth: 'required',
      limit: 'data',
      query: contract.battlesQuery,
      status: 200,
      answer: contract.battles,
      run: async ({ query }) => {
        const now = clock.now();
        const rows = await selectBattles(pool, query, now);
        return { battles: rows.map((row) => toBattleItem(row, now)) };
      },
    }),
    defineEndpoint({
      method: 'post',
      path: '/api/battle',
      tag: 'battle',
      summary: 'Send an army to attack a city, a standing army or a seat',
      description:
        'The target is warned at once. The contact checks again whether the target is still there and whether it is protected.',
      auth: 'required',
      limit: 'action',
      body: contract.attackBody,
      refuses: [
        'NOT_FOUND',
        'FORBIDDEN',
        ['INVALID_TARGET', 400],
        'PROTECTED',
        'INVALID_TARGET',
        'RECENTLY_RECALLED',
        'ARMY_BUSY',
        'ARMY_LIMIT',
        'SEAT_LIMIT',
        'SEAT_TRUCE',
      ],
      status: 201,
      answer: contract.attackAnswer,
      run: ({ body, viewer, idempotencyKey }) =>
        attack(withStoredResponse(services, idempotencyKey), viewer.empireId, body),
    }),
    defineEndpoint({
      method: 'get',
      path: '/api/battle/:battle_id',
      tag: 'battle',
      summary: 'A battle of your empire, round by round',
      description:
        'Each round appears when its time has come. Once the seed is published, every roll can be recomputed from it.',
      auth: 'required',
      limit: 'data',
      params: contract.battleParams,
      refuses: ['NOT_FOUND', 'FORBIDDEN'],
      status: 200,
      answer: contract.battle,
      run: async ({ params, viewer }) => {
        const row = await selectBattleOptional(pool, params.battle_id);
        if (row === null) throw new GameError('NOT_FOUND');
        if (viewer.empireId !== row.attacker_id && viewer.empireId !== row.defender_id)
          throw new GameError('FORBIDDEN');
        return toBattleView(row, clock.now(), settings.speed);
      },
    }),
  ];
}
