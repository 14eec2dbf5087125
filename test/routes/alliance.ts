/** The cases of alliances. test/api/alliances.test.ts has the roles of their members. */
import { badDescriptions, badIds, badMessages, badTexts, badWords } from '../support/bad-values.ts';
import { badReports } from './messages.ts';
import { fromOne, pageOfMessages, position } from './queries.ts';
import type { RouteCases } from './route-case.ts';
import {
  enlistBystander,
  freeOwner,
  hearApplicant,
  hearBystander,
  inviteBystander,
  lead,
  type Stage,
} from './stage.ts';

const bystandersEmpire = ({ bystander }: Stage): object => ({ empire_id: bystander.empireId });

export const allianceCases: RouteCases = {
  'GET /api/alliances': { rival: 200, query: { before: position, limit: fromOne } },
  'POST /api/alliances': {
    owner: 201,
    rival: 409,
    ids: freeOwner,
    body: ({ count }) => ({ name: `Owls ${count()}`, tag: `T${count()}`, description: 'Wise' }),
    badBody: {
      name: badTexts(3, 30),
      tag: [...badTexts(2, 5), ['a blank', '"A B"'], ['a bracket', '"[A]"']],
      description: badDescriptions,
    },
  },
  'GET /api/alliance/:alliance_id': { rival: 200, ids: lead },
  'PUT /api/alliance/:alliance_id': {
    rival: 403,
    ids: lead,
    body: () => ({ description: 'Wise', note: 'Hold the north' }),
    badBody: {
      description: badDescriptions,
      note: badMessages.slice(1).filter(([, json]) => json !== 'null'),
    },
  },
  'DELETE /api/alliance/:alliance_id': { rival: 403, ids: lead },
  'GET /api/alliance/:alliance_id/candidates': {
    rival: 403,
    ids: lead,
    query: { before: position, limit: fromOne },
  },
  'POST /api/alliance/:alliance_id/invitations': {
    owner: 201,
    rival: 403,
    ids: lead,
    body: bystandersEmpire,
    badBody: { empire_id: badIds },
  },
  // The owner is a member already, the rival one of another alliance.
  'POST /api/alliance/:alliance_id/applications': {
    owner: 409,
    rival: 409,
    ids: lead,
    success: async (stage) => ({ by: stage.bystander, ids: [await lead(stage)] }),
  },
  'DELETE /api/alliance/:alliance_id/candidate/:empire_id': { rival: 403, ids: inviteBystander },
  'GET /api/candidacies': { rival: 200, query: { before: position, limit: fromOne } },
  // The bystander has not applied.
  'POST /api/alliance/:alliance_id/members': {
    owner: 404,
    rival: 403,
    ids: lead,
    body: bystandersEmpire,
    badBody: { empire_id: badIds },
    success: async (stage) => ({
      by: stage.callers.owner,
      ids: [await hearApplicant(stage)],
      body: bystandersEmpire(stage),
    }),
  },
  'PUT /api/alliance/:alliance_id/member/:empire_id': {
    rival: 403,
    ids: enlistBystander,
    body: () => ({ role: 'officer' }),
    badBody: { role: badWords },
  },
  'DELETE /api/alliance/:alliance_id/member/:empire_id': { rival: 403, ids: enlistBystander },
  'GET /api/alliance/:alliance_id/messages': { rival: 403, ids: lead, query: pageOfMessages },
  'POST /api/alliance/:alliance_id/messages': {
    owner: 201,
    rival: 403,
    ids: lead,
    body: () => ({ text: 'Greetings' }),
    badBody: { text: badMessages },
  },
  'POST /api/alliance/:alliance_id/report': {
    rival: 404,
    ids: hearBystander,
    body: () => ({ number: 1, reason: 'Rude' }),
    badBody: badReports,
  },
  'GET /api/alliance/:alliance_id/threats': { rival: 403, ids: lead },
};
