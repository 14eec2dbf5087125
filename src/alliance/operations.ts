/** Changes of an alliance without a change of members: invite, apply, remove a candidate, describe, dissolve. */
import { execute } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { leaderOf, maxCandidates } from '../game/alliances.ts';
import { changeOnce } from '../idempotency/change-once.ts';
import { GameError } from '../kernel/errors.ts';
import { isoOf } from '../kernel/time.ts';
import { appendLogEntries } from '../world/log/log-statements.ts';
import type { Services } from '../world/services.ts';
import type { NewLogEntry } from '../world/log/event-log.ts';
import {
  lockAlliance,
  requireEmpire,
  requireRights,
  type LockedAlliance,
  type AllianceRequest,
} from './locked-alliance.ts';
import type { Done } from './membership.ts';
import {
  sendUpdate,
  deleteCandidate,
  dissolveAlliance,
  insertCandidate,
  updateDescription,
} from './writes.ts';

type Deps = Pick<Services, 'pool' | 'clock' | 'onDue' | 'idempotencyKey'>;
type Viewer = AllianceRequest['viewer'];

interface Decision {
  message: string;
  /** Null: nothing changes. */
  writes: ((tx: Tx) => Promise<unknown>[]) | null;
  /** The empire that learns of the change beside the members. */
  concernedId?: string;
}

/** Changes an alliance under its lock, in three round trips. */
function changeAlliance(
  deps: Deps,
  request: AllianceRequest,
  decide: (locked: LockedAlliance, now: number) => Decision,
): Promise<Done> {
  return changeOnce(deps, async (tx) => {
    const locked = await lockAlliance(tx, request);
    const now = deps.clock.at(locked.now_ms);
    const { message, writes, concernedId } = decide(locked, now);
    if (writes !== null) {
      const memberIds = locked.members.map(({ empireId }) => empireId);
      const concernedIds = concernedId === undefined ? memberIds : [...memberIds, concernedId];
      await Promise.all([...writes(tx), sendUpdate(tx, request.allianceId, concernedIds, now)]);
    }
    return { success: true as const, message };
  });
}

function requireRoom({ candidates, candidacies }: LockedAlliance): void {
  if (candidates >= maxCandidates || candidacies >= maxCandidates) throw new GameError('CANDIDATE_LIMIT');
}

/**
 * Invites an empire. It does not learn of an invitation by a player whom its player blocks. Repeating an invitation changes
 * nothing. Refusals: NOT_FOUND, FORBIDDEN, MUTED, ALLIANCE_MEMBER, CANDIDATE_LIMIT, INVALID_TARGET (400 for an empire
 * without a human player, 409 for one that has applied).
 */
export function invite(
  deps: Deps,
  viewer: Viewer,
  { allianceId, empireId }: { allianceId: string; empireId: string },
): Promise<Done> {
  const request = { allianceId, subjectId: empireId, viewer };
  return changeAlliance(deps, request, (locked, now) => {
    requireRights(locked, viewer, now, 'officer');
    const { subject, tag, muted_until: mutedUntil } = locked;
    if (subject === null) throw new GameError('NOT_FOUND', 'there is no such empire');
    if (subject.kind !== 'player' || subject.is_bot || subject.is_abandoned)
      throw new GameError('INVALID_TARGET', 'nobody answers invitations to this empire', 400);
    if (mutedUntil !== null && now < mutedUntil) throw new GameError('MUTED', `until ${isoOf(mutedUntil)}`);
    if (subject.alliance_id === allianceId) throw new GameError('ALLIANCE_MEMBER');
    if (subject.candidacy === 'application')
      throw new GameError('INVALID_TARGET', 'the empire has applied; accept the application');
    const message = 'The empire is invited';
    if (subject.candidacy === 'invitation') return { message, writes: null };
    requireRoom(locked);
    const withheld = subject.is_blocking;
    const data = { alliance_id: allianceId, alliance_tag: tag };
    const entries: NewLogEntry[] = withheld
      ? []
      : [{ empire_id: empireId, at: now, type: 'alliance_invited', data }];
    return {
      message,
      writes: (tx) => [
        execute(tx, insertCandidate, [allianceId, empireId, 'invitation', now, withheld]),
        ...(entries.length === 0 ? [] : [appendLogEntries(tx, entries)]),
      ],
    };
  });
}

/**
 * Applies for the membership of the viewer's empire; leader and officers receive an entry of their event logs. Repeating an
 * application changes nothing. Refusals: NOT_FOUND, FORBIDDEN (without an empire), ALLIANCE_MEMBER, CANDIDATE_LIMIT,
 * INVALID_TARGET (the empire is invited).
 */
export async function apply(deps: Deps, viewer: Viewer, allianceId: string): Promise<Done> {
  const empireId = requireEmpire(viewer);
  const request = { allianceId, subjectId: empireId, viewer };
  return changeAlliance(deps, request, (locked, now) => {
    const { subject, tag, members } = locked;
    if (subject === null) throw new GameError('FORBIDDEN', 'you have no empire');
    if (subject.alliance_id !== null) throw new GameError('ALLIANCE_MEMBER');
    const isInvited = subject.candidacy === 'invitation' && subject.is_withheld !== true;
    if (isInvited) throw new GameError('INVALID_TARGET', 'you are invited; accept the invitation');
    const message = 'You have applied';
    if (subject.candidacy === 'application') return { message, writes: null };
    requireRoom(locked);
    const leaderId = leaderOf(members, now);
    const entries = members
      .filter((member) => member.role !== 'member' || member.empireId === leaderId)
      .map((member): NewLogEntry => ({
        empire_id: member.empireId,
        at: now,
        type: 'alliance_applied',
        data: { alliance_id: allianceId, alliance_tag: tag, empire_id: empireId, empire_name: subject.name },
      }));
    return {
      message,
      writes: (tx) => [
        execute(tx, insertCandidate, [allianceId, empireId, 'application', now, false]),
        appendLogEntries(tx, entries),
      ],
    };
  });
}

/**
 * Removes a candidate: the viewer's own empire declines or withdraws, or the alliance withdraws an invitation or rejects an
 * application. Refusals: NOT_FOUND, FORBIDDEN.
 */
export function removeCandidate(
  deps: Deps,
  viewer: Viewer,
  { allianceId, empireId }: { allianceId: string; empireId: string },
): Promise<Done> {
  const request = { allianceId, subjectId: empireId, viewer };
  return changeAlliance(deps, request, (locked, now) => {
    const isOwn = viewer.empireId === empireId;
    if (!isOwn) requireRights(locked, viewer, now, 'officer');
    const { subject } = locked;
    const candidacy = subject?.candidacy ?? null;
    if (candidacy === null || (isOwn && subject?.is_withheld === true))
      throw new GameError('NOT_FOUND', 'there is no such invitation or application');
    return {
      message: candidacy === 'invitation' ? 'The invitation is removed' : 'The application is removed',
      writes: (tx) => [execute(tx, deleteCandidate, [allianceId, empireId])],
      ...(subject?.is_withheld === true ? {} : { concernedId: empireId }),
    };
  });
}

/** Changes the description; null or the empty text removes it. Refusals: NOT_FOUND, FORBIDDEN. */
export function describeAlliance(
  deps: Deps,
  viewer: Viewer,
  { allianceId, description }: { allianceId: string; description: string | null },
): Promise<Done> {
  return changeAlliance(deps, { allianceId, subjectId: null, viewer }, (locked, now) => {
    requireRights(locked, viewer, now, 'leader');
    const text = description === '' ? null : description;
    return {
      message: 'The description is changed',
      writes: (tx) => [execute(tx, updateDescription, [allianceId, text])],
    };
  });
}

/**
 * Dissolves an alliance. Its empires are not locked: the clock ends their memberships at that moment. Refusals: NOT_FOUND,
 * FORBIDDEN.
 */
export async function dissolve(deps: Deps, viewer: Viewer, allianceId: string): Promise<Done> {
  const request = { allianceId, subjectId: null, viewer };
  const done = await changeAlliance(deps, request, (locked, now) => {
    requireRights(locked, viewer, now, 'leader');
    return { message: 'The alliance is dissolved', writes: (tx) => [dissolveAlliance(tx, allianceId, now)] };
  });
  deps.onDue(deps.clock.now());
  return done;
}
