/** The routes of alliances. */
import type * as account from '../../contract/account.ts';
import type * as alliance from '../../contract/alliance.ts';
import type * as chat from '../../contract/alliance-chat.ts';
import type * as messages from '../../contract/messages.ts';
import type { listQuery } from '../../contract/text.ts';
import { del, get, getWithQuery, post, postBody, putBody } from '../route.ts';

export const allianceRoutes = {
  /** Newest first. For the next page, send `next` as `before`. */
  listAlliances: getWithQuery<[], typeof listQuery, typeof alliance.alliances>('/api/alliances'),
  foundAlliance: postBody<[], typeof alliance.foundAllianceBody, typeof alliance.foundAllianceResponse>(
    '/api/alliances',
  ),
  readAlliance: get<[allianceId: string], typeof alliance.alliance>('/api/alliance/:alliance_id'),
  updateAlliance: putBody<[allianceId: string], typeof alliance.updateAllianceBody, typeof account.done>(
    '/api/alliance/:alliance_id',
  ),
  dissolveAlliance: del<[allianceId: string], typeof account.done>('/api/alliance/:alliance_id'),
  /** Empires that your alliance has invited, and those that have applied. */
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
  /** Alliances that have invited you, and those to which you have applied. */
  listCandidacies: getWithQuery<[], typeof listQuery, typeof alliance.candidacies>('/api/candidacies'),
  /** Accepts your invitation, or the application of another empire. */
  acceptMember: postBody<[allianceId: string], typeof alliance.joinBody, typeof account.done>(
    '/api/alliance/:alliance_id/members',
  ),
  /** `leader` hands the alliance over. */
  changeRole: putBody<[allianceId: string, empireId: string], typeof alliance.roleBody, typeof account.done>(
    '/api/alliance/:alliance_id/member/:empire_id',
  ),
  /** Your empire leaves, or another one is expelled. */
  removeMember: del<[allianceId: string, empireId: string], typeof account.done>(
    '/api/alliance/:alliance_id/member/:empire_id',
  ),
  /** The latest messages of members, or those before or after a number. */
  readChat: getWithQuery<[allianceId: string], typeof chat.chatQuery, typeof chat.chat>(
    '/api/alliance/:alliance_id/messages',
  ),
  writeToAlliance: postBody<
    [allianceId: string],
    typeof messages.sendMessageBody,
    typeof chat.writeToAllianceResponse
  >('/api/alliance/:alliance_id/messages'),
  reportChat: postBody<[allianceId: string], typeof messages.reportBody, typeof account.done>(
    '/api/alliance/:alliance_id/report',
  ),
  /** Attacks on their way to members of your alliance, soonest first. */
  listThreats: get<[allianceId: string], typeof chat.threats>('/api/alliance/:alliance_id/threats'),
};
