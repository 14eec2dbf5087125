/** The JSON routes for members of an alliance: its chat, and the attacks on them. */
import { done } from '../contract/account.ts';
import { allianceParams } from '../contract/alliance.ts';
import * as contract from '../contract/alliance-chat.ts';
import { reportBody, sendMessageBody } from '../contract/messages.ts';
import { endpointsOf } from '../http/endpoint.ts';
import { report } from '../messages/operations.ts';
import type { Services } from '../world/services.ts';
import { selectChat, writeToAlliance } from './chat.ts';
import { readThreats } from './threats.ts';

const defineEndpoint = endpointsOf<Services>('alliance');

export const chatEndpoints = [
  defineEndpoint({
    method: 'get',
    path: '/api/alliance/:alliance_id/messages',
    summary: 'What the members of your alliance write, since you joined',
    description:
      'Messages are deleted after 30 days, and with the alliance. After an absence, request the messages `after` the last number you have.',
    params: allianceParams,
    query: contract.chatQuery,
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    response: contract.chat,
    run: ({ viewer, params, query, services }) =>
      selectChat(services.pool, viewer.userId, params.alliance_id, query),
  }),
  defineEndpoint({
    method: 'post',
    path: '/api/alliance/:alliance_id/messages',
    summary: 'Write to the members of your alliance',
    description: 'At most 10 messages a minute, together with those to players.',
    params: allianceParams,
    body: sendMessageBody,
    refuses: ['NOT_FOUND', 'FORBIDDEN', 'MUTED'],
    status: 201,
    response: contract.writeToAllianceAnswer,
    run: ({ viewer, params: { alliance_id: allianceId }, body, services }) =>
      writeToAlliance(services, viewer.userId, { allianceId, ...body }),
  }),
  defineEndpoint({
    method: 'post',
    path: '/api/alliance/:alliance_id/report',
    summary: 'Report a message of another member to the operator',
    description: 'The operator sees the message with those around it. Repeating a report changes nothing.',
    params: allianceParams,
    body: reportBody,
    refuses: ['NOT_FOUND', ['INVALID_TARGET', 400]],
    response: done,
    run: ({ viewer, params, body, services }) =>
      report(services, viewer.userId, { threadId: params.alliance_id, ...body }),
  }),
  defineEndpoint({
    method: 'get',
    path: '/api/alliance/:alliance_id/threats',
    summary: 'The attacks on their way to members of your alliance',
    description: 'For members. `alliance_threat` tells of each new one.',
    params: allianceParams,
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    response: contract.threats,
    run: async ({ viewer, params, services }) => ({
      threats: await readThreats(services, viewer.empireId, params.alliance_id),
    }),
  }),
];
