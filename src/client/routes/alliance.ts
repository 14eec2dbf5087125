/** The routes of alliances. */
import type * as account from '../../contract/account.ts';
import type * as alliance from '../../contract/alliance.ts';
import type * as chat from '../../contract/alliance-chat.ts';
import type * as messages from '../../contract/messages.ts';
import { route, type Body, type Query } from '../route.ts';

export const allianceRoutes = {
  /** All alliances, the newest first. For the next page, send `next` as `before`. */
  listAlliances: route<[query?: Query<typeof alliance.alliancesQuery>], typeof alliance.alliances>(
    'GET',
    '/api/alliances',
    'query',
  ),
  /** Founds an alliance, which you lead. */
  foundAlliance: route<[start: Body<typeof alliance.foundAllianceBody>], typeof alliance.foundAllianceAnswer>(
    'POST',
    '/api/alliances',
    'body',
  ),
  /** An alliance with its members. */
  readAlliance: route<[allianceId: string], typeof alliance.alliance>('GET', '/api/alliance/:alliance_id'),
  updateAlliance: route<
    [allianceId: string, changes: Body<typeof alliance.updateAllianceBody>],
    typeof account.done
  >('PUT', '/api/alliance/:alliance_id', 'body'),
  dissolveAlliance: route<[allianceId: string], typeof account.done>('DELETE', '/api/alliance/:alliance_id'),
  /** The empires that your alliance has invited, and those that have applied. */
  listCandidates: route<
    [allianceId: string, query?: Query<typeof alliance.candidatesQuery>],
    typeof alliance.candidates
  >('GET', '/api/alliance/:alliance_id/candidates', 'query'),
  inviteEmpire: route<
    [allianceId: string, invitation: Body<typeof alliance.inviteBody>],
    typeof account.done
  >('POST', '/api/alliance/:alliance_id/invitations', 'body'),
  applyToAlliance: route<[allianceId: string], typeof account.done>(
    'POST',
    '/api/alliance/:alliance_id/applications',
  ),
  /** Declines, withdraws or rejects an invitation or an application. */
  removeCandidate: route<[allianceId: string, empireId: string], typeof account.done>(
    'DELETE',
    '/api/alliance/:alliance_id/candidate/:empire_id',
  ),
  /** The alliances that have invited you, and those to which you have applied. */
  listCandidacies: route<[query?: Query<typeof alliance.candidaciesQuery>], typeof alliance.candidacies>(
    'GET',
    '/api/candidacies',
    'query',
  ),
  /** Accepts your invitation, or the application of another empire. */
  acceptMember: route<[allianceId: string, member: Body<typeof alliance.joinBody>], typeof account.done>(
    'POST',
    '/api/alliance/:alliance_id/members',
    'body',
  ),
  /** Gives a member a role; `leader` hands the alliance over. */
  changeRole: route<
    [allianceId: string, empireId: string, change: Body<typeof alliance.roleBody>],
    typeof account.done
  >('PUT', '/api/alliance/:alliance_id/member/:empire_id', 'body'),
  /** Your empire leaves, or another one is expelled. */
  removeMember: route<[allianceId: string, empireId: string], typeof account.done>(
    'DELETE',
    '/api/alliance/:alliance_id/member/:empire_id',
  ),
  /** What the members of your alliance write: the latest messages, or those before or after a number. */
  readChat: route<[allianceId: string, query?: Query<typeof chat.chatQuery>], typeof chat.chat>(
    'GET',
    '/api/alliance/:alliance_id/messages',
    'query',
  ),
  /** Writes to the members of your alliance. */
  writeToAlliance: route<
    [allianceId: string, message: Body<typeof messages.sendMessageBody>],
    typeof chat.writeToAllianceAnswer
  >('POST', '/api/alliance/:alliance_id/messages', 'body'),
  /** Reports a message of another member to the operator. */
  reportChat: route<[allianceId: string, report: Body<typeof messages.reportBody>], typeof account.done>(
    'POST',
    '/api/alliance/:alliance_id/report',
    'body',
  ),
  /** The attacks on their way to members of your alliance, soonest first. */
  listThreats: route<[allianceId: string], typeof chat.threats>('GET', '/api/alliance/:alliance_id/threats'),
};
