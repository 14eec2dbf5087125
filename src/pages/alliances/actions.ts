/** The forms of alliances: found, join, leave, and those of leader and officers. */
import { requireEmpire } from '../../alliance/locked-alliance.ts';
import { writeToAlliance } from '../../alliance/chat.ts';
import { acceptMember, changeRole, foundAlliance, removeMember } from '../../alliance/membership.ts';
import { apply, describeAlliance, dissolve, removeCandidate } from '../../alliance/operations.ts';
import {
  allianceParams,
  foundAllianceBody,
  memberParams,
  roleBody,
  updateAllianceBody,
} from '../../contract/alliance.ts';
import { sendMessageBody } from '../../contract/messages.ts';
import { report } from '../../messages/operations.ts';
import { defineAction } from '../framework/action.ts';
import { optionalText, pageTop } from '../shared/forms.ts';
import { reported, reportForm } from '../shared/message-views.ts';
import { alliancePage, alliancesPage } from './pages.ts';

/** A form of the alliance page, below its path, at an anchor. */
const allianceForm = (path: string, anchor: string) => ({
  path: `/alliance/:alliance_id/${path}`,
  page: alliancePage,
  anchor: () => anchor,
  params: allianceParams,
});

/** The same for the empire in the path. */
const memberForm = (path: string, anchor: string) => ({
  ...allianceForm(path, anchor),
  params: memberParams,
});

/** Where the form leads after the alliance is left. */
const outside = { anchor: pageTop, address: alliancesPage.path };

export const allianceActions = [
  defineAction({
    path: '/alliances',
    page: alliancesPage,
    anchor: () => 'found',
    body: foundAllianceBody,
    fromFields: ({ name, tag, description }) => ({ name, tag, description: optionalText(description) }),
    run: async ({ services, viewer, body }) => {
      const { alliance } = await foundAlliance(services, viewer, body);
      return { notice: 'Founded.', anchor: pageTop, address: `/alliance/${alliance.id}` };
    },
  }),
  defineAction({
    ...allianceForm('apply', 'join'),
    run: async ({ services, viewer, params }) => {
      await apply(services, viewer, params.alliance_id);
      return { notice: 'You have applied.' };
    },
  }),
  defineAction({
    ...allianceForm('join', 'join'),
    run: async ({ services, viewer, params: { alliance_id: allianceId } }) => {
      await acceptMember(services, viewer, { allianceId, empireId: requireEmpire(viewer) });
      return { notice: 'You are a member now.', anchor: pageTop };
    },
  }),
  defineAction({
    ...allianceForm('decline', 'join'),
    run: async ({ services, viewer, params: { alliance_id: allianceId } }) => {
      await removeCandidate(services, viewer, { allianceId, empireId: requireEmpire(viewer) });
      return { notice: 'Removed.' };
    },
  }),
  defineAction({
    ...allianceForm('leave', 'leave'),
    run: async ({ services, viewer, params: { alliance_id: allianceId } }) => {
      await removeMember(services, viewer, { allianceId, empireId: requireEmpire(viewer) });
      return { notice: 'You have left the alliance.', ...outside };
    },
  }),
  defineAction({
    ...allianceForm('write', 'write'),
    body: sendMessageBody,
    run: async ({ services, viewer, params: { alliance_id: allianceId }, body }) => {
      await writeToAlliance(services, viewer.userId, { allianceId, ...body });
      return { notice: null };
    },
  }),
  defineAction({
    ...allianceForm('report', 'write'),
    ...reportForm,
    run: async ({ services, viewer, params, body }) => {
      await report(services, viewer.userId, { threadId: params.alliance_id, ...body });
      return reported;
    },
  }),
  defineAction({
    ...allianceForm('describe', 'describe'),
    body: updateAllianceBody,
    fromFields: ({ description }) => ({ description: description ?? '' }),
    run: async ({ services, viewer, params: { alliance_id: allianceId }, body }) => {
      await describeAlliance(services, viewer, { allianceId, ...body });
      return { notice: 'Saved.' };
    },
  }),
  defineAction({
    ...allianceForm('dissolve', 'dissolve'),
    run: async ({ services, viewer, params }) => {
      await dissolve(services, viewer, params.alliance_id);
      return { notice: 'The alliance is dissolved.', ...outside };
    },
  }),
  defineAction({
    ...memberForm('candidate/:empire_id/accept', 'candidates'),
    run: async ({ services, viewer, params }) => {
      await acceptMember(services, viewer, { allianceId: params.alliance_id, empireId: params.empire_id });
      return { notice: 'Accepted.' };
    },
  }),
  defineAction({
    ...memberForm('candidate/:empire_id/remove', 'candidates'),
    run: async ({ services, viewer, params }) => {
      await removeCandidate(services, viewer, { allianceId: params.alliance_id, empireId: params.empire_id });
      return { notice: 'Removed.' };
    },
  }),
  defineAction({
    ...memberForm('member/:empire_id/role', 'members'),
    body: roleBody,
    run: async ({ services, viewer, params, body }) => {
      const { alliance_id: allianceId, empire_id: empireId } = params;
      await changeRole(services, viewer, { allianceId, empireId, ...body });
      return { notice: 'Saved.' };
    },
  }),
  defineAction({
    ...memberForm('member/:empire_id/expel', 'members'),
    run: async ({ services, viewer, params }) => {
      await removeMember(services, viewer, { allianceId: params.alliance_id, empireId: params.empire_id });
      return { notice: 'Expelled.' };
    },
  }),
];
