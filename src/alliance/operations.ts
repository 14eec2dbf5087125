/** Changes of an alliance without a change of members. */
import type { AllianceTexts } from '../contract/alliance.ts';
import type { CandidateKind } from '../contract/vocabulary.ts';
import { leaderOf, maxCandidates } from '../game/diplomacy/alliances.ts';
import { GameError } from '../kernel/errors.ts';
import { dayMs } from '../kernel/time.ts';
import { requireUnmuted } from '../messages/mute.ts';
import type { Writer } from '../db/transaction.ts';
import type { ChangingDeps } from '../world/change.ts';
import { appendLogEntries } from '../world/log/log-statements.ts';
import type { NewLogEntry } from '../world/log/event-log.ts';
import type { Context } from '../world/services.ts';
import {
  changeAlliance,
  memberIdsOf,
  requireEmpire,
  requireRights,
  type AllianceSubject,
  type LockedAlliance,
} from './locked-alliance.ts';
import { candidateKeptMs } from './queries.ts';
import { dissolveAlliance, endCandidacy, insertCandidate, updateTexts } from './writes.ts';

/** After its end, a repeated candidacy is quiet for this time; divided by the world's speed. */
const quietMs = dayMs;

function readersOf(locked: LockedAlliance): string[] {
  return memberIdsOf(locked).filter((id) => !locked.blocking_ids.includes(id));
}

const openKindOf = ({ subject }: LockedAlliance): CandidateKind | null =>
  subject?.candidacy?.is_open === true ? subject.candidacy.kind : null;

/** Whether the subject had the same candidacy within `quietMs`, not withheld. */
function isRepetition({ subject }: LockedAlliance, kind: CandidateKind, now: number): boolean {
  const before = subject?.candidacy ?? null;
  return before?.kind === kind && !before.is_open && !before.withheld && now < before.expires_at;
}

function requireRoom({ candidates, candidacies }: LockedAlliance): void {
  if (candidates >= maxCandidates || candidacies >= maxCandidates) throw new GameError('CANDIDATE_LIMIT');
}

/**
 * The invited empire does not learn of it if its player blocks the viewer. A repetition changes nothing or is quiet.
 * Refusals: NOT_FOUND, FORBIDDEN, MUTED, ALLIANCE_MEMBER, CANDIDATE_LIMIT, INVALID_TARGET (400 for an empire without a
 * human player, 409 for one that has applied).
 */
export function invite(context: Context<ChangingDeps>, invited: AllianceSubject) {
  const { allianceId, empireId } = invited;
  return changeAlliance(context, invited, [], (locked, now, _, tx) => {
    requireRights(locked, context.viewer, now, 'officer');
    const { subject, tag } = locked;
    if (subject === null) throw new GameError('NOT_FOUND', 'there is no such empire');
    if (subject.kind !== 'player' || subject.is_bot || subject.is_abandoned)
      throw new GameError(
        'INVALID_TARGET',
        'bots, villages and abandoned empires answer no invitations',
        400,
      );
    requireUnmuted({ mutedUntil: locked.viewer_muted_until }, now);
    if (subject.alliance_id === allianceId) throw new GameError('ALLIANCE_MEMBER');
    const openKind = openKindOf(locked);
    if (openKind === 'application')
      throw new GameError('INVALID_TARGET', 'the empire has applied; accept the application');
    const message = 'The empire is invited';
    if (openKind === 'invitation') return { message, readerIds: [] };
    requireRoom(locked);
    const data = { alliance_id: allianceId, alliance_tag: tag };
    const entry: NewLogEntry = { empire_id: empireId, at: now, type: 'alliance_invited', data };
    const entries = subject.is_blocking ? [] : [entry];
    const candidacy = { ...invited, kind: 'invitation' as const, withheld: subject.is_blocking, entries };
    return { message, readerIds: openCandidacy(locked, candidacy, now, tx) };
  });
}

/**
 * Leader and officers who do not block the player learn of it. A repetition changes nothing or is quiet. Refusals:
 * NOT_FOUND, FORBIDDEN (without an empire), MUTED, ALLIANCE_MEMBER, CANDIDATE_LIMIT, INVALID_TARGET (the empire is
 * invited).
 */
export async function apply(context: Context<ChangingDeps>, allianceId: string) {
  const empireId = requireEmpire(context.viewer);
  return changeAlliance(context, { allianceId, empireId }, [], (locked, now, _, tx) => {
    const { subject, tag, members } = locked;
    if (subject === null) throw new GameError('FORBIDDEN', 'you have no empire');
    requireUnmuted({ mutedUntil: locked.viewer_muted_until }, now);
    if (subject.alliance_id !== null) throw new GameError('ALLIANCE_MEMBER');
    const openKind = openKindOf(locked);
    if (openKind === 'invitation' && subject.candidacy?.withheld !== true)
      throw new GameError('INVALID_TARGET', 'you are invited; accept the invitation');
    const message = 'You have applied';
    if (openKind === 'application') return { message, readerIds: [] };
    requireRoom(locked);
    const leaderId = leaderOf(members, now);
    const entries = members
      .filter(({ empireId: id, role }) => role !== 'member' || id === leaderId)
      .filter(({ empireId: id }) => !locked.blocking_ids.includes(id))
      .map((member): NewLogEntry => ({
        empire_id: member.empireId,
        at: now,
        type: 'alliance_applied',
        data: { alliance_id: allianceId, alliance_tag: tag, empire_id: empireId, empire_name: subject.name },
      }));
    const candidacy = { allianceId, empireId, kind: 'application' as const, withheld: false, entries };
    return { message, readerIds: openCandidacy(locked, candidacy, now, tx) };
  });
}

interface NewCandidacy extends AllianceSubject {
  kind: CandidateKind;
  withheld: boolean;
  /** For those who learn of it. */
  entries: readonly NewLogEntry[];
}

/** A repetition is quiet. Returns the members who learn of it. */
function openCandidacy(
  locked: LockedAlliance,
  { allianceId, empireId, kind, withheld, entries }: NewCandidacy,
  now: number,
  tx: Writer,
): string[] {
  const isQuiet = isRepetition(locked, kind, now);
  tx.write(insertCandidate, [allianceId, empireId, kind, now, withheld, isQuiet, now + candidateKeptMs]);
  if (!isQuiet) appendLogEntries(tx, entries);
  return isQuiet ? [] : readersOf(locked);
}

/**
 * The viewer's own empire declines or withdraws, or the alliance withdraws or rejects. The withdrawal of a repetition
 * is quiet. Refusals: NOT_FOUND, FORBIDDEN.
 */
export function removeCandidate(context: Context<ChangingDeps>, candidate: AllianceSubject) {
  const { allianceId, empireId } = candidate;
  return changeAlliance(context, candidate, [], (locked, now, _, tx) => {
    const isOwn = context.viewer.empireId === empireId;
    if (!isOwn) requireRights(locked, context.viewer, now, 'officer');
    const candidacy = locked.subject?.candidacy ?? null;
    if (candidacy?.is_open !== true || (isOwn && candidacy.withheld))
      throw new GameError('NOT_FOUND', 'there is no such invitation or application');
    const { kind, withheld, is_quiet: isQuiet } = candidacy;
    const isWithdrawn = isOwn === (kind === 'application');
    const learns = isOwn || !(withheld || locked.subject?.is_blocking === true);
    const until = now + Math.ceil(quietMs / context.services.settings.speed);
    tx.write(endCandidacy, [allianceId, empireId, until]);
    return {
      message: kind === 'invitation' ? 'The invitation is removed' : 'The application is removed',
      readerIds: isQuiet && isWithdrawn ? [] : learns ? [...readersOf(locked), empireId] : readersOf(locked),
    };
  });
}

/** Undefined leaves a text, null or the empty text removes it. Refusals: NOT_FOUND, FORBIDDEN, MUTED. */
export function describeAlliance(
  context: Context<ChangingDeps>,
  { allianceId, description, note }: { allianceId: string } & AllianceTexts,
) {
  return changeAlliance(context, { allianceId, empireId: null }, [], (locked, now, _, tx) => {
    requireRights(locked, context.viewer, now, 'leader');
    requireUnmuted({ mutedUntil: locked.viewer_muted_until }, now);
    const changes = [description, note].flatMap((text) => [text !== undefined, text === '' ? null : text]);
    tx.write(updateTexts, [allianceId, ...changes]);
    return { message: description === undefined ? 'The note is changed' : 'The description is changed' };
  });
}

/** Locks no empire: the clock ends the memberships at that moment. Refusals: NOT_FOUND, FORBIDDEN. */
export async function dissolve(context: Context<ChangingDeps>, allianceId: string) {
  const done = await changeAlliance(context, { allianceId, empireId: null }, [], (locked, now, _, tx) => {
    requireRights(locked, context.viewer, now, 'leader');
    dissolveAlliance(tx, allianceId, now);
    return { message: 'The alliance is dissolved' };
  });
  context.services.onDue(context.services.clock.now());
  return done;
}
