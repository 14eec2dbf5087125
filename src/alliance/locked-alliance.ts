/** Changes an alliance under its lock, and checks the rights of the viewer. */
import { z } from 'zod';
import { allianceRoles, candidateKinds, empireKinds, type AllianceRole } from '../contract/vocabulary.ts';
import { count, databaseMoment, moment, nowMsSql, uuid } from '../db/columns.ts';
import { execute, selectOptional, statement } from '../db/pool.ts';
import type { Tx, Writer } from '../db/transaction.ts';
import { maxCandidates, rightsOf, type Member } from '../game/diplomacy/alliances.ts';
import { requirePresent } from '../game/diplomacy/leave.ts';
import { GameError } from '../kernel/errors.ts';
import { lockUser } from '../messages/send.ts';
import { change, type ChangingDeps, type ScopesOf } from '../world/change.ts';
import { leave } from '../world/rows/shapes.ts';
import type { Context } from '../world/services.ts';
import { sendUpdate } from './writes.ts';

const lockAllianceStatement = statement('lockAlliance', {
  sql: 'SELECT FROM alliances WHERE id = $1 FOR NO KEY UPDATE',
  row: z.object({}),
});

export const memberRow = z.strictObject({
  empireId: uuid,
  role: z.enum(allianceRoles),
  joinedAt: moment,
  roleSince: moment,
  lastActiveAt: moment,
  isOnLeave: z.boolean(),
}) satisfies z.ZodType<Member>;

/** SQL: at most 20 members. @param alliance SQL of the id */
export const membersSql = (alliance: string): string => `(
  SELECT coalesce(json_agg(json_build_object('empireId', m.id, ${memberSql('m')})), '[]')
  FROM empires m WHERE m.alliance_id = ${alliance})`;

/** SQL of the JSON members of `memberRow` without the id. @param empire the alias of the table */
export const memberSql = (empire: string): string => `'role', ${empire}.alliance_role,
  'joinedAt', ${empire}.alliance_joined_at, 'roleSince', ${empire}.alliance_role_since,
  'lastActiveAt', ${empire}.last_active_at, 'isOnLeave', (${empire}.leave ->> 'beganAt') IS NOT NULL`;

const lockedAllianceRow = z.strictObject({
  now_ms: databaseMoment,
  tag: z.string(),
  members: z.array(memberRow),
  viewer_leave: leave.nullable(),
  viewer_muted_until: moment.nullable(),
  /** The members whose players block the viewer. */
  blocking_ids: z.array(uuid),
  /** Open candidacies of the alliance, up to the limit, and of the subject. */
  candidates: count,
  candidacies: count,
  /** The empire that is invited, applies, joins or leaves. */
  subject: z
    .strictObject({
      name: z.string(),
      kind: z.enum(empireKinds),
      alliance_id: uuid.nullable(),
      is_bot: z.boolean(),
      /** Its account was deleted. */
      is_abandoned: z.boolean(),
      /** Its player blocks the viewer. */
      is_blocking: z.boolean(),
      candidacy: z
        .strictObject({
          kind: z.enum(candidateKinds),
          withheld: z.boolean(),
          is_open: z.boolean(),
          is_quiet: z.boolean(),
          expires_at: moment,
        })
        .nullable(),
    })
    .nullable(),
});

const countOpenSql = (condition: string): string => `(
  SELECT count(*) FROM (SELECT FROM alliance_candidates WHERE ${condition} AND is_open LIMIT ${maxCandidates}) AS s)`;

// $1 alliance, $2 subject, $3 the viewer's user id, $4 the viewer's empire. The statement begins after the lock, so it
// sees the latest change.
const selectLockedAlliance = statement('selectLockedAlliance', {
  sql: `SELECT ${nowMsSql}, a.tag, ${membersSql('a.id')} AS members,
     (SELECT leave FROM empires WHERE id = $4) AS viewer_leave,
     (SELECT muted_until FROM users WHERE id = $3) AS viewer_muted_until,
     (SELECT coalesce(json_agg(m.id), '[]') FROM blocks JOIN empires m ON m.owner_id = blocker_id AND m.alliance_id = a.id
      WHERE blocked_id = $3) AS blocking_ids,
     ${countOpenSql('alliance_id = a.id')} AS candidates, ${countOpenSql('empire_id = $2')} AS candidacies,
     (SELECT to_json(s) FROM (
       SELECT e.name, e.kind, e.alliance_id, u.is_bot, u.deleted_at IS NOT NULL AS is_abandoned,
         EXISTS (SELECT FROM blocks WHERE blocker_id = u.id AND blocked_id = $3) AS is_blocking,
         (SELECT to_json(c) FROM (
           SELECT kind, withheld, is_open, is_quiet, expires_at FROM alliance_candidates
           WHERE alliance_id = a.id AND empire_id = e.id
         ) AS c) AS candidacy
       FROM empires e JOIN users u ON u.id = e.owner_id
       WHERE e.id = $2
     ) s) AS subject
   FROM alliances a WHERE a.id = $1 AND a.dissolved_at IS NULL`,
  row: lockedAllianceRow,
});

export type LockedAlliance = z.infer<typeof lockedAllianceRow>;

export interface AllianceSubject {
  allianceId: string;
  empireId: string;
}

const names = { officer: 'its officers and its leader', leader: 'its leader', member: 'its members' };

export const notFound = (): GameError => new GameError('NOT_FOUND', 'there is no such alliance');

export const membersOnly = (): GameError => new GameError('FORBIDDEN', `only ${names.member} can do this`);

/** One round trip. Throws NOT_FOUND, also for a dissolved alliance. */
export async function lockAlliance(
  tx: Tx,
  viewer: Context['viewer'],
  { allianceId, empireId }: AllianceSubject | { allianceId: string; empireId: null },
): Promise<LockedAlliance> {
  const [, row] = await Promise.all([
    execute(tx, lockAllianceStatement, [allianceId]),
    selectOptional(tx, selectLockedAlliance, [allianceId, empireId, viewer.userId, viewer.empireId]),
  ]);
  if (row === null) throw notFound();
  return row;
}

interface Decision {
  message: string;
  /** Further empires that learn of the change; by default the members before it. */
  readerIds?: readonly string[];
}

/**
 * Under the lock of the alliance and those of the empires whose rows change. Their due contacts are decided first.
 * Throws ON_LEAVE while the viewer's empire is on leave. Without empires, it locks the row of the viewer, so that a
 * block or a mute comes either before the change or after it.
 */
export function changeAlliance<const Ids extends readonly string[]>(
  { services, viewer }: Context<ChangingDeps>,
  subject: Parameters<typeof lockAlliance>[2],
  empireIds: Ids,
  decide: (locked: LockedAlliance, now: number, scopes: ScopesOf<Ids>, tx: Writer) => Decision,
) {
  const lockOthers = async (tx: Tx): Promise<LockedAlliance> => {
    const lockingViewer = empireIds.length === 0 ? lockUser(tx, viewer.userId) : null;
    const [locked] = await Promise.all([lockAlliance(tx, viewer, subject), lockingViewer]);
    return locked;
  };
  return change(services, { empireIds, lockOthers }, (found, tx, locked) => {
    const now = Math.max(services.clock.at(locked.now_ms), ...found.map((scope) => scope.now));
    const own = found.find(({ empire }) => empire.id === viewer.empireId)?.empire;
    requirePresent(own === undefined ? locked.viewer_leave : own.leave, now);
    const scopes = found.map((scope) => ({ ...scope, now })) as unknown as ScopesOf<Ids>;
    const { message, readerIds = memberIdsOf(locked) } = decide(locked, now, scopes, tx);
    if (own !== undefined) own.lastActiveAt = now;
    const readers = [...readerIds, ...empireIds];
    if (readers.length > 0) sendUpdate(tx, subject.allianceId, readers, now);
    return { success: true as const, message };
  });
}

export const memberIdsOf = ({ members }: LockedAlliance): string[] => members.map(({ empireId }) => empireId);

/** Throws FORBIDDEN if the rights of the viewer's empire are below `least`. */
export function requireRights(
  { members }: Pick<LockedAlliance, 'members'>,
  { empireId }: Context['viewer'],
  now: number,
  least: AllianceRole,
): AllianceRole {
  const rights = rightsOf(members, empireId, now);
  const isEnough = rights === 'leader' || rights === least || (rights === 'officer' && least === 'member');
  if (rights === null || !isEnough) throw new GameError('FORBIDDEN', `only ${names[least]} can do this`);
  return rights;
}

/** Throws FORBIDDEN without an empire. */
export function requireEmpire({ empireId }: Context['viewer']): string {
  if (empireId === null) throw new GameError('FORBIDDEN', 'you have no empire');
  return empireId;
}
