import * as contract from '../contract/alliance.ts';
import * as chat from '../contract/alliance-chat.ts';
import { reportBody, reporting, sendMessageBody } from '../contract/messages.ts';
import { listQuery } from '../contract/text.ts';
import { routerOf } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import { ofOrders } from '../http/refusals.ts';
import { reportMessage } from '../messages/reports.ts';
import type { Services } from '../world/services.ts';
import { selectChat, writeToAlliance } from './chat.ts';
import { requireEmpire } from './locked-alliance.ts';
import { acceptMember, changeRole, foundAlliance, removeMember } from './membership.ts';
import { apply, describeAlliance, dissolve, invite, removeCandidate } from './operations.ts';
import { selectAlliance, selectAlliances, selectCandidacies, selectCandidates } from './queries.ts';
import { readThreats } from './threats.ts';

const endpoint = endpointsOf<Services>('alliance');

export const createAllianceRouter = routerOf([
  endpoint.get('/api/alliances', {
    summary: 'All alliances, the newest first',
    query: listQuery,
    response: contract.alliances,
    run: ({ query, services: { pool } }) => selectAlliances(pool, query),
  }),
  endpoint.post('/api/alliances', {
    summary: 'Found an alliance, which you lead',
    description:
      'Its members cannot attack each other, except at seats, until 24 hours (divided by the speed) after one has left. For as long after the end of a membership, an empire joins and founds no other alliance.',
    body: contract.foundAllianceBody,
    refuses: [...ofOrders, 'MUTED', 'NAME_TAKEN', 'ALLIANCE_MEMBER', 'ALLIANCE_PAUSE'],
    status: 201,
    response: contract.foundAllianceResponse,
    run: (call) => foundAlliance(call, call.body),
  }),
  endpoint.get('/api/alliance/:alliance_id', {
    summary: 'An alliance with its members',
    description: 'Every player can read every alliance.',
    refuses: ['NOT_FOUND'],
    response: contract.alliance,
    run: ({ params, services: { pool, clock } }) => selectAlliance(pool, clock, params.alliance_id),
  }),
  endpoint.put('/api/alliance/:alliance_id', {
    summary: 'Change the description or the note of the alliance that you lead',
    body: contract.updateAllianceBody,
    refuses: [...ofOrders, 'MUTED'],
    run: ({ params: { alliance_id: allianceId }, body, ...context }) =>
      describeAlliance(context, { allianceId, ...body }),
  }),
  endpoint.delete('/api/alliance/:alliance_id', {
    summary: 'Dissolve the alliance that you lead',
    description: 'All memberships end at this moment.',
    refuses: ofOrders,
    run: (call) => dissolve(call, call.params.alliance_id),
  }),
  endpoint.get('/api/alliance/:alliance_id/candidates', {
    summary: 'The empires that the alliance has invited, and those that have applied',
    description: 'For its leader and officers. Invitations and applications end after 30 days.',
    query: listQuery,
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    response: contract.candidates,
    run: ({ viewer, params, query, services }) =>
      selectCandidates(services, viewer, params.alliance_id, query),
  }),
  endpoint.post('/api/alliance/:alliance_id/invitations', {
    summary: 'Invite an empire',
    description:
      'The leader and officers can invite. If the player blocks you, the response is the same, but no invitation arrives. Repeating an invitation changes nothing; for 24 hours (divided by the speed) after its end, a further one is not announced.',
    body: contract.inviteBody,
    refuses: [
      ...ofOrders,
      'MUTED',
      'ALLIANCE_MEMBER',
      'CANDIDATE_LIMIT',
      ['INVALID_TARGET', 400],
      'INVALID_TARGET',
    ],
    status: 201,
    run: ({ params, body, ...context }) =>
      invite(context, { allianceId: params.alliance_id, empireId: body.empire_id }),
  }),
  endpoint.post('/api/alliance/:alliance_id/applications', {
    summary: 'Apply for the membership of your empire',
    description:
      'Repeating an application changes nothing. For 24 hours (divided by the speed) after its end, a further one is not announced; members who block you learn of none.',
    refuses: [...ofOrders, 'MUTED', 'ALLIANCE_MEMBER', 'CANDIDATE_LIMIT', 'INVALID_TARGET'],
    status: 201,
    run: (call) => apply(call, call.params.alliance_id),
  }),
  endpoint.delete('/api/alliance/:alliance_id/candidate/:empire_id', {
    summary: 'Remove an invitation or an application',
    description:
      'Your own empire declines or withdraws. Leader and officers withdraw an invitation or reject an application.',
    refuses: ofOrders,
    run: ({ params: { alliance_id: allianceId, empire_id: empireId }, ...context }) =>
      removeCandidate(context, { allianceId, empireId }),
  }),
  endpoint.get('/api/candidacies', {
    summary: 'The alliances that have invited you, and those to which you have applied',
    query: listQuery,
    refuses: ['FORBIDDEN'],
    response: contract.candidacies,
    run: ({ viewer, query, services }) => selectCandidacies(services.pool, requireEmpire(viewer), query),
  }),
  endpoint.post('/api/alliance/:alliance_id/members', {
    summary: 'Accept your invitation, or the application of another empire',
    description: 'Leader and officers accept applications. An empire that joins has no other candidacies.',
    body: contract.joinBody,
    refuses: [...ofOrders, 'ALLIANCE_MEMBER', 'ALLIANCE_PAUSE', 'ALLIANCE_FULL'],
    status: 201,
    run: ({ params, body, ...context }) =>
      acceptMember(context, { allianceId: params.alliance_id, empireId: body.empire_id }),
  }),
  endpoint.put('/api/alliance/:alliance_id/member/:empire_id', {
    summary: 'Give a member a role, or hand the alliance over',
    description: 'For the leader.',
    body: contract.roleBody,
    refuses: [...ofOrders, ['INVALID_TARGET', 400]],
    run: ({ params: { alliance_id: allianceId, empire_id: empireId }, body, ...context }) =>
      changeRole(context, { allianceId, empireId, ...body }),
  }),
  endpoint.delete('/api/alliance/:alliance_id/member/:empire_id', {
    summary: 'Leave the alliance, or expel a member',
    description:
      'The leader expels every member, officers those without a role. The alliance ends with its last member. After its leader, the longest-serving officer leads.',
    refuses: ofOrders,
    run: ({ params: { alliance_id: allianceId, empire_id: empireId }, ...context }) =>
      removeMember(context, { allianceId, empireId }),
  }),
  endpoint.get('/api/alliance/:alliance_id/messages', {
    summary: 'What the members of your alliance write, since you joined',
    description:
      'Messages are deleted after 30 days, and with the alliance. After an absence, request the messages `after` the last number you have.',
    query: chat.chatQuery,
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    response: chat.chat,
    run: ({ viewer, params, query, services }) =>
      selectChat(services.pool, viewer.userId, params.alliance_id, query),
  }),
  endpoint.post('/api/alliance/:alliance_id/messages', {
    summary: 'Write to the members of your alliance',
    description: 'At most 10 messages a minute, together with those to players.',
    body: sendMessageBody,
    refuses: ['NOT_FOUND', 'FORBIDDEN', 'MUTED'],
    status: 201,
    response: chat.writeToAllianceResponse,
    run: ({ params: { alliance_id: allianceId }, body, ...context }) =>
      writeToAlliance(context, { allianceId, ...body }),
  }),
  endpoint.post('/api/alliance/:alliance_id/report', {
    summary: 'Report a message of another member to the operator',
    description: reporting,
    body: reportBody,
    refuses: ['NOT_FOUND', ['INVALID_TARGET', 400]],
    run: ({ params, body, ...context }) => reportMessage(context, { threadId: params.alliance_id, ...body }),
  }),
  endpoint.get('/api/alliance/:alliance_id/threats', {
    summary: 'The attacks on their way to members of your alliance',
    description: 'For members. `alliance_threat` tells of each new one.',
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    response: chat.threats,
    run: async ({ viewer, params, services }) => ({
      threats: await readThreats(services, viewer.empireId, params.alliance_id),
    }),
  }),
]);
