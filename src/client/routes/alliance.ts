/** The routes of alliances. */
import type * as account from '../../contract/account.ts';
import type * as alliance from '../../contract/alliance.ts';
import type * as chat from '../../contract/alliance-chat.ts';
import type * as messages from '../../contract/messages.ts';
import type { listQuery } from '../../contract/text.ts';
import { del, get, getWithQuery, post, postBody, putBody } from '../route.ts';

export const allianceRoutes = {
  /** All alliances, the newest first. For the next page, send `next` as `before`. */
  listAlliances: getWithQuery<[], typeof listQuery, typeof alliance.alliances>('/api/alliances'),
  /** Founds an alliance, which you lead. */
  foundAlliance: postBody<[], typeof alliance.foundAllianceBody, typeof alliance.foundAllianceAnswer>(
    '/api/alliances',
  ),
  /** An alliance with its members. */
  readAlliance: get<[allianceId: string], typeof alliance.alliance>('/api/alliance/:alliance_id'),
  updateAlliance: putBody<[allianceId: string], typeof alliance.updateAllianceBody, typeof account.done>(
    '/api/alliance/:alliance_id',
  ),
  dissolveAlliance: del<[allianceId: string], typeof account.done>('/api/alliance/:alliance_id'),
  /** The empires that your alliance has invited, and those that have applied. */
  listCandidates: getWithQuery<[allianceId: string], typeof listQuery, typeof alliance.candidates>(
    '/api/alliance/:alliance_id/candidates',
  ),
  inviteEmpire: postBody<[allianceId: string], typeof alliance.inviteBody, typeof account.done>(
    '/api/alliance/:alliance_id/invitations',
  ),
  applyToAlliance: post<[allianceId: string], typeof account.done>('/api/alliance/:alliance_id/applications'),
  /** Declines, withdraws or rejects an invitation or an application. */
  removeCandidate: del<[allianceId: string, empireId: string], typeof account.done>(
    '/api/alliance/:alliance_id/candidate/:empire_id',
  ),
  /** The alliances that have invited you, and those to which you have applied. */
  listCandidacies: getWithQuery<[], typeof listQuery, typeof alliance.candidacies>('/api/candidacies'),
  /** Accepts your invitation, or the application of another empire. */
  acceptMember: postBody<[allianceId: string], typeof alliance.joinBody, typeof account.done>(
    '/api/alliance/:alliance_id/members',
  ),
  /** Gives a member a role; `leader` hands the alliance over. */
  changeRole: putBody<[allianceId: string, empireId: string], typeof alliance.roleBody, typeof account.done>(
    '/api/alliance/:alliance_id/member/:empire_id',
  ),
  /** Your empire leaves, or another one is expelled. */
  removeMember: del<[allianceId: string, empireId: string], typeof account.done>(
    '/api/alliance/:alliance_id/member/:empire_id',
  ),
  /** What the members of your alliance write: the latest messages, or those before or after a number. */
  readChat: getWithQuery<[allianceId: string], typeof chat.chatQuery, typeof chat.chat>(
    '/api/alliance/:alliance_id/messages',
  ),
  /** Writes to the members of your alliance. */
  writeToAlliance: postBody<
    [allianceId: string],
    typeof messages.sendMessageBody,
    typeof chat.writeToAllianceAnswer
  >('/api/alliance/:alliance_id/messages'),
  /** Reports a message of another member to the operator. */
  reportChat: postBody<[allianceId: string], typeof messages.reportBody, typeof account.done>(
    '/api/alliance/:alliance_id/report',
  ),
  /** The attacks on their way to members of your alliance, soonest first. */
  listThreats: get<[allianceId: string], typeof chat.threats>('/api/alliance/:alliance_id/threats'),
};
