/**
 * Alliances: membership is part of an empire, so that a contact sees that of its own moment. Callers read the members
 * on which rights depend.
 */
import type { AllianceRole, LeaveReason } from '../../contract/vocabulary.ts';
import { GameError } from '../../kernel/errors.ts';
import { dayMs, isoOf } from '../../kernel/time.ts';
import type { Emit } from '../events.ts';
import { endGuardsOf } from './guards.ts';
import { changeCrownRate } from './reigns.ts';
import type { Empire, Membership, WorldSlice } from '../types.ts';

export const maxMembers = 20;
/** Open invitations and applications of an alliance, and of an empire. */
export const maxCandidates = 100;
/**
 * After leaving one, an empire joins none for so long, and its members stay protected from it; divided by the world's
 * speed.
 */
export const alliancePauseMs = dayMs;
/** Real time. */
export const leaderAbsenceMs = 30 * dayMs;

/** What the protection from attacks depends on. */
export interface Allegiance {
  membership: Pick<Membership, 'allianceId' | 'dissolvedAt'> | null;
  formerAlliance: Empire['formerAlliance'];
}

function bondsOf({ membership, formerAlliance }: Allegiance, speed: number) {
  const endOf = (leftAt: number | null): number =>
    leftAt === null ? Infinity : leftAt + Math.ceil(alliancePauseMs / speed);
  return [
    ...(membership === null ? [] : [{ id: membership.allianceId, until: endOf(membership.dissolvedAt) }]),
    ...(formerAlliance === null
      ? []
      : [{ id: formerAlliance.allianceId, until: endOf(formerAlliance.leftAt) }]),
  ];
}

/** Until when two empires cannot attack each other; Infinity while both are members, null if they can. */
export function alliedUntil(one: Allegiance, other: Allegiance, now: number, speed: number): number | null {
  const others = bondsOf(other, speed);
  const ends = bondsOf(one, speed).flatMap(({ id, until }) =>
    others.filter((bond) => bond.id === id).map((bond) => Math.min(until, bond.until)),
  );
  const latest = Math.max(...ends);
  return now < latest ? latest : null;
}

function requireFreeToJoin({ membership, formerAlliance }: Empire, now: number, speed: number): void {
  if (membership !== null) throw new GameError('ALLIANCE_MEMBER');
  const until = formerAlliance === null ? now : formerAlliance.leftAt + Math.ceil(alliancePauseMs / speed);
  if (now < until) throw new GameError('ALLIANCE_PAUSE', `until ${isoOf(until)}`);
}

interface Change {
  now: number;
  speed: number;
  emit: Emit;
}

/** Throws ALLIANCE_MEMBER, ALLIANCE_PAUSE. */
export function joinAlliance(
  empire: Empire,
  { id, tag }: { id: string; tag: string },
  role: AllianceRole,
  { now, speed, emit }: Change,
): void {
  requireFreeToJoin(empire, now, speed);
  changeCrownRate(empire, now, speed, () => {
    empire.membership = { allianceId: id, tag, role, joinedAt: now, roleSince: now, dissolvedAt: null };
  });
  emit({ kind: 'alliance_joined', at: now, empireId: empire.id, allianceId: id, tag, role });
}

/** Also ends the guards that depend on the membership. Throws FORBIDDEN outside the alliance. */
export function leaveAlliance(
  world: WorldSlice,
  empire: Empire,
  allianceId: string,
  reason: LeaveReason,
  { now, speed, emit }: Change,
): void {
  const { tag } = requireMembership(empire, allianceId);
  endGuardsOf(world, empire, { at: now, emit });
  changeCrownRate(empire, now, speed, () => {
    empire.membership = null;
  });
  empire.formerAlliance = { allianceId, leftAt: now };
  emit({ kind: 'alliance_left', at: now, empireId: empire.id, allianceId, tag, reason });
}

/** The present role changes nothing. Throws FORBIDDEN outside the alliance. */
export function setRole(
  empire: Empire,
  allianceId: string,
  role: AllianceRole,
  { now, emit }: Pick<Change, 'now' | 'emit'>,
): void {
  const membership = requireMembership(empire, allianceId);
  if (membership.role === role) return;
  membership.role = role;
  membership.roleSince = now;
  emit({ kind: 'alliance_role', at: now, empireId: empire.id, allianceId, tag: membership.tag, role });
}

function requireMembership({ membership }: Empire, allianceId: string): Membership {
  if (membership?.allianceId !== allianceId)
    throw new GameError('FORBIDDEN', 'only members of the alliance can do this');
  return membership;
}

export interface Member {
  empireId: string;
  role: AllianceRole;
  joinedAt: number;
  roleSince: number;
  lastActiveAt: number;
  isOnLeave: boolean;
}

const rank = { leader: 0, officer: 1, member: 2 } satisfies Record<AllianceRole, number>;

/** Leaders, then officers, then members, each by the time of service, but the latest leader first. */
export function byService<M extends Member>(members: readonly M[]): M[] {
  return members.toSorted(
    (a, b) =>
      rank[a.role] - rank[b.role] ||
      (a.role === 'leader' ? b.roleSince - a.roleSince : a.roleSince - b.roleSince) ||
      (a.empireId < b.empireId ? -1 : 1),
  );
}

/**
 * Null without members. A member is present unless it is on leave or was absent for 30 real days. Candidates are
 * leaders and officers by service, without those the members. The first present candidate leads, or the first if none
 * is present.
 */
export function leaderOf(members: readonly Member[], now: number): string | null {
  const raised = members.filter(({ role }) => role !== 'member');
  const successors = byService(raised.length > 0 ? raised : members);
  const present = successors.find(
    ({ lastActiveAt, isOnLeave }) => !isOnLeave && now < lastActiveAt + leaderAbsenceMs,
  );
  return (present ?? successors[0])?.empireId ?? null;
}

/**
 * The rights of the leader belong to the one that leads; a leader that does not lead has those of an officer. Asking
 * counts as activity. Null outside the alliance.
 */
export function rightsOf(
  members: readonly Member[],
  empireId: string | null,
  now: number,
): AllianceRole | null {
  const own = members.find((member) => member.empireId === empireId);
  if (own === undefined) return null;
  const active = members.map((member) => (member === own ? { ...member, lastActiveAt: now } : member));
  if (leaderOf(active, now) === empireId) return 'leader';
  return own.role === 'leader' ? 'officer' : own.role;
}
