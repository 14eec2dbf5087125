/** Changes of an alliance without a change of members: invite, apply, remove a candidate, describe, dissolve. */
import type { Tx } from '../db/transaction.ts';
import { leaderOf, maxCandidates } from '../game/alliances.ts';
import { changeOnce } from '../idempotency/change-once.ts';
import type { IdempotencyKey } from '../idempotency/key.ts';
import { GameError } from '../kernel/errors.ts';
import { isoOf } from '../kernel/time.ts';
import { appendLogEntries } from '../world/announcement-statements.ts';
import type { WorldDeps } from '../world/deps.ts';
import type { NewLogEntry } from '../world/event-log.ts';
import { lockFacts, requireEmpire, requireRights, type AllianceFacts, type Question } from './facts.ts';
import type { Done } from './membership.ts';
import {
  announceUpdate,
  deleteCandidate,
  dissolveAlliance,
  insertCandidate,
  updateDescription,
} from './writes.ts';

type Deps = Pick<WorldDeps, 'pool' | 'clock' | 'onDue'>;
type Viewer = Question['viewer'];

interface Decision {
  message: string;
  writes: (tx: Tx) => Promise<unknown>[];
}

/** Changes an alliance under its lock, in three round trips. */
function changeAlliance(
  deps: Deps,
  question: Question,
  idempotencyKey: IdempotencyKey | null,
  decide: (facts: AllianceFacts, now: number) => Decision,
): Promise<Done> {
  return changeOnce(deps, idempotencyKey, async (tx) => {
    const facts = await lockFacts(tx, question);
    const now = deps.clock.at(facts.now_ms);
    const { message, writes } = decide(facts, now);
    await Promise.all(writes(tx));
    return { success: true as const, message };
  });
}

const idsOf = ({ members }: AllianceFacts): string[] => members.map(({ empireId }) => empireId);

function requireRoom({ candidates, candidacies }: AllianceFacts): void {
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
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Done> {
  const question = { allianceId, subjectId: empireId, viewer };
  return changeAlliance(deps, question, idempotencyKey, (facts, now) => {
    requireRights(facts, viewer, now, 'officer');
    const { subject, tag, muted_until: mutedUntil } = facts;
    if (subject === null) throw new GameError('NOT_FOUND', 'there is no such empire');
    if (subject.kind !== 'player' || subject.is_bot || subject.is_abandoned)
      throw new GameError('INVALID_TARGET', 'nobody answers invitations to this empire', 400);
    if (mutedUntil !== null && now < mutedUntil) throw new GameError('MUTED', `until ${isoOf(mutedUntil)}`);
    if (subject.alliance_id === allianceId) throw new GameError('ALLIANCE_MEMBER');
    if (subject.candidacy === 'application')
      throw new GameError('INVALID_TARGET', 'the empire has applied; accept the application');
    const message = 'The empire is invited';
    if (subject.candidacy === 'invitation') return { message, writes: () => [] };
    requireRoom(facts);
    const withheld = subject.is_blocking;
    const data = { alliance_id: allianceId, alliance_tag: tag };
    const entries: NewLogEntry[] = withheld
      ? []
      : [{ empire_id: empireId, at: now, type: 'alliance_invited', data }];
    return {
      message,
      writes: (tx) => [
        insertCandidate(tx, [allianceId, empireId, 'invitation', now, withheld]),
        ...(entries.length === 0 ? [] : [appendLogEntries(tx, entries)]),
        announceUpdate(tx, allianceId, idsOf(facts), now),
      ],
    };
  });
}

/**
 * Applies for the membership of the viewer's empire; leader and officers receive an entry of their event logs. Repeating an
 * application changes nothing. Refusals: NOT_FOUND, FORBIDDEN (without an empire), ALLIANCE_MEMBER, CANDIDATE_LIMIT,
 * INVALID_TARGET (the empire is invited).
 */
export async function apply(
  deps: Deps,
  viewer: Viewer,
  allianceId: string,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Done> {
  const empireId = requireEmpire(viewer);
  const question = { allianceId, subjectId: empireId, viewer };
  return changeAlliance(deps, question, idempotencyKey, (facts, now) => {
    const { subject, tag, members } = facts;
    if (subject === null) throw new GameError('FORBIDDEN', 'you have no empire');
    if (subject.alliance_id !== null) throw new GameError('ALLIANCE_MEMBER');
    const isInvited = subject.candidacy === 'invitation' && subject.is_withheld !== true;
    if (isInvited) throw new GameError('INVALID_TARGET', 'you are invited; accept the invitation');
    const message = 'You have applied';
    if (subject.candidacy === 'application') return { message, writes: () => [] };
    requireRoom(facts);
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
        insertCandidate(tx, [allianceId, empireId, 'application', now, false]),
        appendLogEntries(tx, entries),
        announceUpdate(tx, allianceId, idsOf(facts), now),
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
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Done> {
  const question = { allianceId, subjectId: empireId, viewer };
  return changeAlliance(deps, question, idempotencyKey, (facts, now) => {
    const isOwn = viewer.empireId === empireId;
    if (!isOwn) requireRights(facts, viewer, now, 'officer');
    const { subject } = facts;
    const candidacy = subject?.candidacy ?? null;
    if (candidacy === null || (isOwn && subject?.is_withheld === true))
      throw new GameError('NOT_FOUND', 'there is no such invitation or application');
    const concerned = subject?.is_withheld === true ? idsOf(facts) : [...idsOf(facts), empireId];
    return {
      message: candidacy === 'invitation' ? 'The invitation is removed' : 'The application is removed',
      writes: (tx) => [
        deleteCandidate(tx, allianceId, empireId),
        announceUpdate(tx, allianceId, concerned, now),
      ],
    };
  });
}

/** Runs a change that only its leader may make. */
function changeAsLeader(
  deps: Deps,
  viewer: Viewer,
  allianceId: string,
  idempotencyKey: IdempotencyKey | null,
  decide: (facts: AllianceFacts, now: number) => Decision,
): Promise<Done> {
  return changeAlliance(deps, { allianceId, subjectId: null, viewer }, idempotencyKey, (facts, now) => {
    requireRights(facts, viewer, now, 'leader');
    return decide(facts, now);
  });
}

/** Changes the description; null or the empty text removes it. Refusals: NOT_FOUND, FORBIDDEN. */
export function describeAlliance(
  deps: Deps,
  viewer: Viewer,
  { allianceId, description }: { allianceId: string; description: string | null },
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Done> {
  return changeAsLeader(deps, viewer, allianceId, idempotencyKey, (facts, now) => ({
    message: 'The description is changed',
    writes: (tx) => [
      updateDescription(tx, allianceId, description === '' ? null : description),
      announceUpdate(tx, allianceId, idsOf(facts), now),
    ],
  }));
}

/**
 * Dissolves an alliance. Its empires are not locked: the clock ends their memberships at that moment. Refusals: NOT_FOUND,
 * FORBIDDEN.
 */
export async function dissolve(
  deps: Deps,
  viewer: Viewer,
  allianceId: string,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Done> {
  const done = await changeAsLeader(deps, viewer, allianceId, idempotencyKey, (facts, now) => ({
    message: 'The alliance is dissolved',
    writes: (tx) => [
      dissolveAlliance(tx, allianceId, now),
      announceUpdate(tx, allianceId, idsOf(facts), now),
    ],
  }));
  deps.onDue(deps.clock.now());
  return done;
}
