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

/** A button of the alliance page at an anchor, for the viewer's own empire. */
const ownButton = (anchor: string) => ({
  page: alliancePage,
  anchor: () => anchor,
  params: allianceParams,
});

/** A button of the alliance page at an anchor, for the empire in the path. */
const memberButton = (anchor: string) => ({ ...ownButton(anchor), params: memberParams });

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
    path: '/alliance/:alliance_id/apply',
    ...ownButton('join'),
    run: async ({ services, viewer, params }) => {
      await apply(services, viewer, params.alliance_id);
      return { notice: 'You have applied.' };
    },
  }),
  defineAction({
    path: '/alliance/:alliance_id/join',
    ...ownButton('join'),
    run: async ({ services, viewer, params: { alliance_id: allianceId } }) => {
      await acceptMember(services, viewer, { allianceId, empireId: requireEmpire(viewer) });
      return { notice: 'You are a member now.', anchor: pageTop };
    },
  }),
  defineAction({
    path: '/alliance/:alliance_id/decline',
    ...ownButton('join'),
    run: async ({ services, viewer, params: { alliance_id: allianceId } }) => {
      await removeCandidate(services, viewer, { allianceId, empireId: requireEmpire(viewer) });
      return { notice: 'Removed.' };
    },
  }),
  defineAction({
    path: '/alliance/:alliance_id/leave',
    ...ownButton('leave'),
    run: async ({ services, viewer, params: { alliance_id: allianceId } }) => {
      await removeMember(services, viewer, { allianceId, empireId: requireEmpire(viewer) });
      return { notice: 'You have left the alliance.', ...outside };
    },
  }),
  defineAction({
    path: '/alliance/:alliance_id/write',
    ...ownButton('write'),
    body: sendMessageBody,
    run: async ({ services, viewer, params: { alliance_id: allianceId }, body }) => {
      await writeToAlliance(services, viewer.userId, { allianceId, ...body });
      return { notice: null };
    },
  }),
  defineAction({
    path: '/alliance/:alliance_id/report',
    ...ownButton('write'),
    ...reportForm,
    run: async ({ services, viewer, params, body }) => {
      await report(services, viewer.userId, { threadId: params.alliance_id, ...body });
      return reported;
    },
  }),
  defineAction({
    path: '/alliance/:alliance_id/describe',
    ...ownButton('describe'),
    body: updateAllianceBody,
    fromFields: ({ description }) => ({ description: description ?? '' }),
    run: async ({ services, viewer, params: { alliance_id: allianceId }, body }) => {
      await describeAlliance(services, viewer, { allianceId, ...body });
      return { notice: 'Saved.' };
    },
  }),
  defineAction({
    path: '/alliance/:alliance_id/dissolve',
    ...ownButton('dissolve'),
    run: async ({ services, viewer, params }) => {
      await dissolve(services, viewer, params.alliance_id);
      return { notice: 'The alliance is dissolved.', ...outside };
    },
  }),
  defineAction({
    path: '/alliance/:alliance_id/candidate/:empire_id/accept',
    ...memberButton('candidates'),
    run: async ({ services, viewer, params }) => {
      await acceptMember(services, viewer, { allianceId: params.alliance_id, empireId: params.empire_id });
      return { notice: 'Accepted.' };
    },
  }),
  defineAction({
    path: '/alliance/:alliance_id/candidate/:empire_id/remove',
    ...memberButton('candidates'),
    run: async ({ services, viewer, params }) => {
      await removeCandidate(services, viewer, { allianceId: params.alliance_id, empireId: params.empire_id });
      return { notice: 'Removed.' };
    },
  }),
  defineAction({
    path: '/alliance/:alliance_id/member/:empire_id/role',
    ...memberButton('members'),
    body: roleBody,
    run: async ({ services, viewer, params, body }) => {
      const { alliance_id: allianceId, empire_id: empireId } = params;
      await changeRole(services, viewer, { allianceId, empireId, ...body });
      return { notice: 'Saved.' };
    },
  }),
  defineAction({
    path: '/alliance/:alliance_id/member/:empire_id/expel',
    ...memberButton('members'),
    run: async ({ services, viewer, params }) => {
      await removeMember(services, viewer, { allianceId: params.alliance_id, empireId: params.empire_id });
      return { notice: 'Expelled.' };
    },
  }),
];
