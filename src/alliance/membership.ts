import type { z } from 'zod';
import type { foundAllianceBody } from '../contract/alliance.ts';
import type { AllianceRole, LeaveReason } from '../contract/vocabulary.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { joinAlliance, leaveAlliance, maxMembers, setRole } from '../game/diplomacy/alliances.ts';
import { guardsIn } from '../game/diplomacy/guards.ts';
import { requirePresent } from '../game/diplomacy/leave.ts';
import type { Guard } from '../game/types.ts';
import { GameError } from '../kernel/errors.ts';
import { isoOf } from '../kernel/time.ts';
import { requireUnmuted } from '../messages/mute.ts';
import { change, type ChangingDeps } from '../world/change.ts';
import type { Context } from '../world/services.ts';
import type { CommandScope } from '../world/attempt.ts';
import { selectGuardOwners } from '../world/rows/guard-rows.ts';
import {
  changeAlliance,
  requireEmpire,
  requireRights,
  type AllianceSubject,
  type LockedAlliance,
} from './locked-alliance.ts';
import { changeMemberCount, deleteCandidacies, insertAlliance } from './writes.ts';

/** The viewer's empire leads the alliance. Refusals: FORBIDDEN, MUTED, NAME_TAKEN, ALLIANCE_MEMBER, ALLIANCE_PAUSE. */
export function foundAlliance(
  { services, viewer }: Context<ChangingDeps>,
  { name, tag, description = null }: z.infer<typeof foundAllianceBody>,
) {
  const empireId = requireEmpire(viewer);
  const id = services.random.uuid();
  const createdAt = services.clock.now();
  requireUnmuted(viewer, createdAt);
  const text = description === '' ? null : description;
  const lockOthers = (tx: Tx) => insertAlliance(tx, { id, name, tag, description: text }, createdAt);
  return change(services, { empireIds: [empireId], lockOthers }, ([scope], tx) => {
    requirePresent(scope.empire.leave, scope.now);
    joinAlliance(scope.empire, { id, tag }, 'leader', scope);
    scope.empire.lastActiveAt = scope.now;
    tx.write(deleteCandidacies, [empireId]);
    const alliance = { id, name, tag, description: text, created_at: isoOf(createdAt), member_count: 1 };
    return { success: true as const, alliance };
  });
}

/**
 * By an invitation of the viewer's empire, or an application of another one. Refusals: NOT_FOUND (without invitation or
 * application), FORBIDDEN, ALLIANCE_MEMBER, ALLIANCE_PAUSE, ALLIANCE_FULL.
 */
export function acceptMember(context: Context<ChangingDeps>, subject: AllianceSubject) {
  const { allianceId, empireId } = subject;
  const isOwn = context.viewer.empireId === empireId;
  return changeAlliance(context, subject, [empireId], (locked, now, [scope], tx) => {
    const candidacy = locked.subject?.candidacy ?? null;
    if (!isOwn) requireRights(locked, context.viewer, now, 'officer');
    const isOpen = candidacy !== null && candidacy.is_open && !candidacy.withheld;
    if (!isOpen || candidacy.kind !== (isOwn ? 'invitation' : 'application')) {
      throw new GameError(
        'NOT_FOUND',
        isOwn ? 'the alliance has not invited you' : 'the empire has not applied',
      );
    }
    if (locked.members.length >= maxMembers) throw new GameError('ALLIANCE_FULL');
    joinAlliance(scope.empire, { id: allianceId, tag: locked.tag }, 'member', scope);
    tx.write(changeMemberCount, [allianceId, 1, now]);
    tx.write(deleteCandidacies, [empireId]);
    return { message: 'The empire is a member now' };
  });
}

/**
 * Officers expel members, the leader officers, too. The alliance ends with its last member. Refusals: NOT_FOUND,
 * FORBIDDEN.
 */
export async function removeMember(context: Context<ChangingDeps>, subject: AllianceSubject) {
  const { allianceId, empireId } = subject;
  const isOwn = context.viewer.empireId === empireId;
  const empireIds = await selectLeaving(context.services.pool, empireId);
  return changeAlliance(context, subject, empireIds, (locked, now, [scope], tx) => {
    const rights = requireRights(locked, context.viewer, now, isOwn ? 'member' : 'officer');
    const { role } = requireMember(locked, empireId);
    if (!isOwn && rights === 'officer' && role !== 'member')
      throw new GameError('FORBIDDEN', 'only its leader can expel officers');
    endMembership(scope, allianceId, isOwn ? 'left' : 'expelled');
    tx.write(changeMemberCount, [allianceId, -1, now]);
    return { message: isOwn ? 'You have left the alliance' : 'The empire was expelled' };
  });
}

/** With the empires whose armies guard its places. */
export async function selectLeaving(db: Db, empireId: string): Promise<[string, ...string[]]> {
  const owners = await selectGuardOwners(db, empireId);
  return [empireId, ...owners.filter((id) => id !== empireId)];
}

/** The empires of `selectLeaving` must be loaded. Throws BUSY if a guard has arrived since these were read. */
export function endMembership(scope: CommandScope, allianceId: string, reason: LeaveReason): void {
  const { world, empire } = scope;
  const isMissing = ({ holderId, empireId, arrivesAt }: Guard): boolean =>
    holderId === empire.id && arrivesAt === null && !world.empires.has(empireId);
  if (guardsIn(world).some(isMissing)) throw new GameError('BUSY');
  leaveAlliance(world, empire, allianceId, reason, scope);
}

/**
 * `leader` hands the alliance over, and the viewer's empire becomes an officer. Refusals: NOT_FOUND, FORBIDDEN,
 * INVALID_TARGET (the viewer's own empire).
 */
export async function changeRole(
  context: Context<ChangingDeps>,
  { role, ...subject }: AllianceSubject & { role: AllianceRole },
) {
  const { allianceId, empireId } = subject;
  const ownId = requireEmpire(context.viewer);
  if (ownId === empireId) throw new GameError('INVALID_TARGET', 'you cannot change your own role', 400);
  const empireIds: readonly [string, ...string[]] = role === 'leader' ? [empireId, ownId] : [empireId];
  return changeAlliance(context, subject, empireIds, (locked, now, [member, leader]) => {
    requireRights(locked, context.viewer, now, 'leader');
    requireMember(locked, empireId);
    setRole(member.empire, allianceId, role, member);
    if (leader !== undefined) setRole(leader.empire, allianceId, 'officer', leader);
    return { message: 'The role is changed' };
  });
}

/** Throws NOT_FOUND. */
function requireMember({ members }: LockedAlliance, empireId: string) {
  const member = members.find((each) => each.empireId === empireId);
  if (member === undefined) throw new GameError('NOT_FOUND', 'the empire is not a member of the alliance');
  return member;
}
