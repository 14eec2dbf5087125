/** The cases of alliances. test/api/alliances.test.ts has the roles of their members. */
import { badIds, badMessages, badTexts, badWords } from '../support/bad-values.ts';
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
  'GET /api/alliances': {
    owner: 200,
    rival: 200,
    query: { before: position, limit: fromOne },
    statements: 'read',
  },
  'POST /api/alliances': {
    owner: 201,
    rival: 409,
    ids: freeOwner,
    body: ({ count }) => ({ name: `Owls ${count()}`, tag: `T${count()}`, description: 'Wise' }),
    badBody: {
      name: badTexts(3, 30),
      tag: [...badTexts(2, 5), ['a blank', '"A B"'], ['a bracket', '"[A]"']],
      description: badTexts(0, 1000, false).filter(([, json]) => json !== 'null'),
    },
    statements: 'other',
  },
  'GET /api/alliance/:alliance_id': { owner: 200, rival: 200, ids: lead, statements: 'read' },
  'PUT /api/alliance/:alliance_id': {
    owner: 200,
    rival: 403,
    ids: lead,
    body: () => ({ description: 'Wise', note: 'Hold the north' }),
    badBody: {
      description: badTexts(0, 1000, false).filter(([, json]) => json !== 'null'),
      note: badMessages.slice(1).filter(([, json]) => json !== 'null'),
    },
    statements: 'other',
  },
  'DELETE /api/alliance/:alliance_id': { owner: 200, rival: 403, ids: lead, statements: 'other' },
  'GET /api/alliance/:alliance_id/candidates': {
    owner: 200,
    rival: 403,
    ids: lead,
    query: { before: position, limit: fromOne },
    statements: 'read',
  },
  'POST /api/alliance/:alliance_id/invitations': {
    owner: 201,
    rival: 403,
    ids: lead,
    body: bystandersEmpire,
    badBody: { empire_id: badIds },
    statements: 'other',
  },
  // The owner is a member already, the rival one of another alliance.
  'POST /api/alliance/:alliance_id/applications': {
    owner: 409,
    rival: 409,
    ids: lead,
    statements: 'other',
    success: async (stage) => ({ by: stage.bystander, ids: [await lead(stage)] }),
  },
  'DELETE /api/alliance/:alliance_id/candidate/:empire_id': {
    owner: 200,
    rival: 403,
    ids: inviteBystander,
    statements: 'other',
  },
  'GET /api/candidacies': {
    owner: 200,
    rival: 200,
    query: { before: position, limit: fromOne },
    statements: 'read',
  },
  // The bystander has not applied.
  'POST /api/alliance/:alliance_id/members': {
    owner: 404,
    rival: 403,
    ids: lead,
    body: bystandersEmpire,
    badBody: { empire_id: badIds },
    statements: 'other',
    success: async (stage) => ({
      by: stage.callers.owner,
      ids: [await hearApplicant(stage)],
      body: bystandersEmpire(stage),
    }),
  },
  'PUT /api/alliance/:alliance_id/member/:empire_id': {
    owner: 200,
    rival: 403,
    ids: enlistBystander,
    body: () => ({ role: 'officer' }),
    badBody: { role: badWords },
    statements: 'other',
  },
  'DELETE /api/alliance/:alliance_id/member/:empire_id': {
    owner: 200,
    rival: 403,
    ids: enlistBystander,
    statements: 'other',
  },
  'GET /api/alliance/:alliance_id/messages': {
    owner: 200,
    rival: 403,
    ids: lead,
    query: pageOfMessages,
    statements: 'read',
  },
  'POST /api/alliance/:alliance_id/messages': {
    owner: 201,
    rival: 403,
    ids: lead,
    body: () => ({ text: 'Greetings' }),
    badBody: { text: badMessages },
    statements: 'other',
  },
  'POST /api/alliance/:alliance_id/report': {
    owner: 200,
    rival: 404,
    ids: hearBystander,
    body: () => ({ number: 1, reason: 'Rude' }),
    badBody: badReports,
    statements: 'other',
  },
  'GET /api/alliance/:alliance_id/threats': { owner: 200, rival: 403, ids: lead, statements: 'read' },
};
