/** The JSON routes of alliances. */
import { done } from '../contract/account.ts';
import * as contract from '../contract/alliance.ts';
import { listQuery } from '../contract/text.ts';
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';
import { withStoredResponse, type Services } from '../world/services.ts';
import { chatEndpoints } from './chat-router.ts';
import { requireEmpire } from './locked-alliance.ts';
import { acceptMember, changeRole, foundAlliance, removeMember } from './membership.ts';
import { apply, describeAlliance, dissolve, invite, removeCandidate } from './operations.ts';
import { selectAlliance, selectAlliances, selectCandidacies, selectCandidates } from './queries.ts';

export function allianceEndpoints(services: Services): Endpoint[] {
  return [
    ...allianceRoutes(services),
    ...candidateRoutes(services),
    ...memberRoutes(services),
    ...chatEndpoints(services),
  ];
}

const common = { tag: 'alliance' } as const;
const ofAlliance = { ...common, params: contract.allianceParams } as const;
const ofMember = { ...common, params: contract.memberParams } as const;

function allianceRoutes(services: Services): Endpoint[] {
  const { pool, clock } = services;
  return [
    defineEndpoint({
      ...common,
      method: 'get',
      path: '/api/alliances',
      summary: 'All alliances, the newest first',
      query: listQuery,
      response: contract.alliances,
      run: ({ query }) => selectAlliances(pool, query),
    }),
    defineEndpoint({
      ...common,
      method: 'post',
      path: '/api/alliances',
      summary: 'Found an alliance, which you lead',
      description:
        'Its members cannot attack each other, also not for seats, until 24 hours (divided by the speed) after one has left. For as long after the end of a membership, an empire joins and founds no other alliance.',
      body: contract.foundAllianceBody,
      refuses: ['NOT_FOUND', 'FORBIDDEN', 'NAME_TAKEN', 'ALLIANCE_MEMBER', 'ALLIANCE_PAUSE'],
      status: 201,
      response: contract.foundAllianceAnswer,
      run: ({ viewer, body, idempotencyKey }) =>
        foundAlliance(withStoredResponse(services, idempotencyKey), viewer, body),
    }),
    defineEndpoint({
      ...ofAlliance,
      method: 'get',
      path: '/api/alliance/:alliance_id',
      summary: 'An alliance with its members',
      description: 'Every player can read every alliance.',
      refuses: ['NOT_FOUND'],
      response: contract.alliance,
      run: ({ params }) => selectAlliance(pool, clock, params.alliance_id),
    }),
    defineEndpoint({
      ...ofAlliance,
      method: 'put',
      path: '/api/alliance/:alliance_id',
      summary: 'Change the description of the alliance that you lead',
      body: contract.updateAllianceBody,
      refuses: ['NOT_FOUND', 'FORBIDDEN'],
      response: done,
      run: ({ viewer, params: { alliance_id: allianceId }, body, idempotencyKey }) =>
        describeAlliance(withStoredResponse(services, idempotencyKey), viewer, { allianceId, ...body }),
    }),
    defineEndpoint({
      ...ofAlliance,
      method: 'delete',
      path: '/api/alliance/:alliance_id',
      summary: 'Dissolve the alliance that you lead',
      description: 'All memberships end at this moment.',
      refuses: ['NOT_FOUND', 'FORBIDDEN'],
      response: done,
      run: ({ viewer, params, idempotencyKey }) =>
        dissolve(withStoredResponse(services, idempotencyKey), viewer, params.alliance_id),
    }),
  ];
}

function candidateRoutes(services: Services): Endpoint[] {
  return [
    defineEndpoint({
      ...ofAlliance,
      method: 'get',
      path: '/api/alliance/:alliance_id/candidates',
      summary: 'The empires that the alliance has invited, and those that have applied',
      description: 'For its leader and officers. Invitations and applications end after 30 days.',
      query: listQuery,
      refuses: ['NOT_FOUND', 'FORBIDDEN'],
      response: contract.candidates,
      run: ({ viewer, params, query }) => selectCandidates(services, viewer, params.alliance_id, query),
    }),
    defineEndpoint({
      ...ofAlliance,
      method: 'post',
      path: '/api/alliance/:alliance_id/invitations',
      summary: 'Invite an empire',
      description:
        'The leader and officers can invite. If the player blocks you, the response is the same, but no invitation arrives. Repeating an invitation changes nothing.',
      body: contract.inviteBody,
      refuses: [
        'NOT_FOUND',
        'FORBIDDEN',
        'MUTED',
        'ALLIANCE_MEMBER',
        'CANDIDATE_LIMIT',
        ['INVALID_TARGET', 400],
        'INVALID_TARGET',
      ],
      status: 201,
      response: done,
      run: ({ viewer, params, body, idempotencyKey }) =>
        invite(withStoredResponse(services, idempotencyKey), viewer, {
          allianceId: params.alliance_id,
          empireId: body.empire_id,
        }),
    }),
    defineEndpoint({
      ...ofAlliance,
      method: 'post',
      path: '/api/alliance/:alliance_id/applications',
      summary: 'Apply for the membership of your empire',
      description: 'Repeating an application changes nothing.',
      refuses: ['NOT_FOUND', 'FORBIDDEN', 'ALLIANCE_MEMBER', 'CANDIDATE_LIMIT', 'INVALID_TARGET'],
      status: 201,
      response: done,
      run: ({ viewer, params, idempotencyKey }) =>
        apply(withStoredResponse(services, idempotencyKey), viewer, params.alliance_id),
    }),
    defineEndpoint({
      ...ofMember,
      method: 'delete',
      path: '/api/alliance/:alliance_id/candidate/:empire_id',
      summary: 'Remove an invitation or an application',
      description:
        'Your own empire declines or withdraws. Leader and officers withdraw an invitation or reject an application.',
      refuses: ['NOT_FOUND', 'FORBIDDEN'],
      response: done,
      run: ({ viewer, params: { alliance_id: allianceId, empire_id: empireId }, idempotencyKey }) =>
        removeCandidate(withStoredResponse(services, idempotencyKey), viewer, { allianceId, empireId }),
    }),
    defineEndpoint({
      ...common,
      method: 'get',
      path: '/api/candidacies',
      summary: 'The alliances that have invited you, and those to which you have applied',
      query: listQuery,
      refuses: ['FORBIDDEN'],
      response: contract.candidacies,
      run: ({ viewer, query }) => selectCandidacies(services.pool, requireEmpire(viewer), query),
    }),
  ];
}

function memberRoutes(services: Services): Endpoint[] {
  return [
    defineEndpoint({
      ...ofAlliance,
      method: 'post',
      path: '/api/alliance/:alliance_id/members',
      summary: 'Accept your invitation, or the application of another empire',
      description: 'Leader and officers accept applications. An empire that joins has no other candidacies.',
      body: contract.joinBody,
      refuses: ['NOT_FOUND', 'FORBIDDEN', 'ALLIANCE_MEMBER', 'ALLIANCE_PAUSE', 'ALLIANCE_FULL'],
      status: 201,
      response: done,
      run: ({ viewer, params, body, idempotencyKey }) =>
        acceptMember(withStoredResponse(services, idempotencyKey), viewer, {
          allianceId: params.alliance_id,
          empireId: body.empire_id,
        }),
    }),
    defineEndpoint({
      ...ofMember,
      method: 'put',
      path: '/api/alliance/:alliance_id/member/:empire_id',
      summary: 'Give a member a role, or hand the alliance over',
      description: 'For the leader.',
      body: contract.roleBody,
      refuses: ['NOT_FOUND', 'FORBIDDEN', ['INVALID_TARGET', 400]],
      response: done,
      run: ({ viewer, params: { alliance_id: allianceId, empire_id: empireId }, body, idempotencyKey }) =>
        changeRole(withStoredResponse(services, idempotencyKey), viewer, { allianceId, empireId, ...body }),
    }),
    defineEndpoint({
      ...ofMember,
      method: 'delete',
      path: '/api/alliance/:alliance_id/member/:empire_id',
      summary: 'Leave the alliance, or expel a member',
      description:
        'The leader expels every member, officers those without a role. The alliance ends with its last member. After its leader, the longest-serving officer leads.',
      refuses: ['NOT_FOUND', 'FORBIDDEN'],
      response: done,
      run: ({ viewer, params: { alliance_id: allianceId, empire_id: empireId }, idempotencyKey }) =>
        removeMember(withStoredResponse(services, idempotencyKey), viewer, { allianceId, empireId }),
    }),
  ];
}
