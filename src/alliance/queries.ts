/** Every list is bounded by a literal and reads its index from a position. */
import { z } from 'zod';
import { candidate, type AllianceItem, type AllianceView } from '../contract/alliance.ts';
import { readCursor, toPage, type ListQuery } from '../contract/text.ts';
import { candidateKinds, type AllianceRole, type CandidateKind } from '../contract/vocabulary.ts';
import { databaseMoment, integer, moment, nowMsSql, uuid } from '../db/columns.ts';
import { select, selectOptional, statement, type Db } from '../db/pool.ts';
import { byService, leaderOf, rightsOf } from '../game/diplomacy/alliances.ts';
import type { Clock } from '../kernel/clock.ts';
import { dayMs, isoOf } from '../kernel/time.ts';
import { memberRow, memberSql, membersSql, notFound, requireRights } from './locked-alliance.ts';
import type { Context } from '../world/services.ts';

/** Then an invitation or application ends. */
export const candidateKeptMs = 30 * dayMs;

/** The largest page of the contract, and one row that reveals a next page. */
const maxListed = 51;

const allianceRow = z.strictObject({
  id: uuid,
  name: z.string(),
  tag: z.string(),
  description: z.string().nullable(),
  created_at: moment,
  members: integer,
});

/** SQL for `alliances a`. */
const allianceColumns = 'a.id, a.name, a.tag, a.description, a.created_at, a.members';

const toItem = ({ created_at, members, ...item }: z.infer<typeof allianceRow>): AllianceItem => ({
  ...item,
  created_at: isoOf(created_at),
  member_count: members,
});

const selectAlliancesStatement = statement('selectAlliances', {
  sql: `SELECT ${allianceColumns} FROM (
     SELECT * FROM alliances WHERE dissolved_at IS NULL AND (created_at, id) < ($1::bigint, $2::uuid)
     ORDER BY created_at DESC, id DESC LIMIT ${maxListed}
   ) AS a ORDER BY created_at DESC, id DESC LIMIT $3`,
  row: allianceRow,
});

/** The newest first. */
export async function selectAlliances(db: Db, { before, limit }: ListQuery) {
  const from = readCursor(before);
  const rows = await select(db, selectAlliancesStatement, [from.at, from.id, limit + 1]);
  const { shown, next } = toPage(rows, limit, ({ created_at, id }) => [created_at, id]);
  return { alliances: shown.map(toItem), next };
}

const listedMember = memberRow.omit({ empireId: true }).extend({
  empire_id: uuid,
  empire_name: z.string(),
  owner_id: uuid,
  owner_username: z.string(),
  is_bot: z.boolean(),
  score: integer,
});

const selectAllianceStatement = statement('selectAlliance', {
  sql: `SELECT ${allianceColumns}, ${nowMsSql}, (
     SELECT coalesce(json_agg(json_build_object('empire_id', e.id, 'empire_name', e.name, 'owner_id', e.owner_id,
       'owner_username', u.username, 'is_bot', u.is_bot, 'score', e.score, ${memberSql('e')})), '[]')
     FROM empires e JOIN users u ON u.id = e.owner_id WHERE e.alliance_id = a.id
   ) AS listed
   FROM alliances a WHERE a.id = $1 AND a.dissolved_at IS NULL`,
  row: allianceRow.extend({ now_ms: databaseMoment, listed: z.array(listedMember) }),
});

/** Throws NOT_FOUND, also for a dissolved alliance. */
export async function selectAlliance(db: Db, clock: Clock, allianceId: string): Promise<AllianceView> {
  const row = await selectOptional(db, selectAllianceStatement, [allianceId]);
  if (row === null) throw notFound();
  const { now_ms: nowMs, listed, ...alliance } = row;
  const members = byService(listed.map((member) => ({ ...member, empireId: member.empire_id })));
  return {
    ...toItem(alliance),
    leader_id: leaderOf(members, clock.at(nowMs)) ?? '',
    members: members.map(
      ({ empire_id, empire_name, owner_id, owner_username, is_bot, role, joinedAt, score, isOnLeave }) => ({
        empire_id,
        empire_name,
        owner_id,
        owner_username,
        is_bot,
        role,
        score,
        joined_at: isoOf(joinedAt),
        on_leave: isOnLeave,
      }),
    ),
  };
}

const selectMembersStatement = statement('selectMembers', {
  sql: `SELECT ${nowMsSql}, ${membersSql('a.id')} AS members
   FROM alliances a WHERE a.id = $1 AND a.dissolved_at IS NULL`,
  row: z.strictObject({ now_ms: databaseMoment, members: z.array(memberRow) }),
});

/** Null outside the alliance. */
export async function readRights(
  { pool, clock }: { pool: Db; clock: Clock },
  allianceId: string,
  empireId: string,
): Promise<AllianceRole | null> {
  const row = await selectOptional(pool, selectMembersStatement, [allianceId]);
  return row === null ? null : rightsOf(row.members, empireId, clock.at(row.now_ms));
}

const candidateRow = candidate.omit({ since: true }).extend({ at: moment }).strict();

const selectCandidatesStatement = statement('selectCandidates', {
  sql: `SELECT ${nowMsSql}, ${membersSql('a.id')} AS members, (
     SELECT coalesce(json_agg(seen ORDER BY at DESC, empire_id DESC), '[]') FROM (
       SELECT c.kind, c.at, e.id AS empire_id, e.name AS empire_name, e.alliance_tag, e.owner_id,
         u.username AS owner_username, u.is_bot, e.score
       FROM alliance_candidates c JOIN empires e ON e.id = c.empire_id JOIN users u ON u.id = e.owner_id
       WHERE c.alliance_id = a.id AND c.is_open AND (c.at, c.empire_id) < ($2::bigint, $3::uuid)
       ORDER BY c.at DESC, c.empire_id DESC LIMIT least($4, ${maxListed})
     ) AS seen
   ) AS candidates
   FROM alliances a WHERE a.id = $1 AND a.dissolved_at IS NULL`,
  row: z.strictObject({
    now_ms: databaseMoment,
    members: z.array(memberRow),
    candidates: z.array(candidateRow),
  }),
});

/** For leader and officers, the newest first. Throws NOT_FOUND, FORBIDDEN. */
export async function selectCandidates(
  { pool, clock }: { pool: Db; clock: Clock },
  viewer: Context['viewer'],
  allianceId: string,
  { before, limit }: ListQuery,
) {
  const from = readCursor(before);
  const values = [allianceId, from.at, from.id, limit + 1];
  const row = await selectOptional(pool, selectCandidatesStatement, values);
  if (row === null) throw notFound();
  requireRights(row, viewer, clock.at(row.now_ms), 'officer');
  const { shown, next } = toPage(row.candidates, limit, ({ at, empire_id }) => [at, empire_id]);
  return { candidates: shown.map(({ at, ...rest }) => ({ ...rest, since: isoOf(at) })), next };
}

const selectCandidaciesStatement = statement('selectCandidacies', {
  sql: `SELECT c.kind, c.at, ${allianceColumns}
   FROM (
     SELECT * FROM alliance_candidates WHERE empire_id = $1 AND is_open AND NOT withheld AND (at, alliance_id) < ($2::bigint, $3::uuid)
     ORDER BY at DESC, alliance_id DESC LIMIT ${maxListed}
   ) AS c JOIN alliances a ON a.id = c.alliance_id
   ORDER BY c.at DESC, c.alliance_id DESC LIMIT $4`,
  row: allianceRow.extend({ kind: z.enum(candidateKinds), at: moment }),
});

/** Newest first. */
export async function selectCandidacies(db: Db, empireId: string, { before, limit }: ListQuery) {
  const from = readCursor(before);
  const rows = await select(db, selectCandidaciesStatement, [empireId, from.at, from.id, limit + 1]);
  const { shown, next } = toPage(rows, limit, ({ at, id }) => [at, id]);
  return {
    candidacies: shown.map(({ kind, at, ...row }) => ({ kind, since: isoOf(at), alliance: toItem(row) })),
    next,
  };
}

// $3: whether the alliance asks, which does not learn of withholding.
const selectCandidacyStatement = statement('selectCandidacy', {
  sql: `SELECT kind FROM alliance_candidates
   WHERE alliance_id = $1 AND empire_id = $2 AND is_open AND (NOT withheld OR $3)`,
  row: z.strictObject({ kind: z.enum(candidateKinds) }),
});

export async function selectCandidacy(
  db: Db,
  allianceId: string,
  empireId: string,
  side: 'alliance' | 'empire',
): Promise<CandidateKind | null> {
  const values = [allianceId, empireId, side === 'alliance'];
  return (await selectOptional(db, selectCandidacyStatement, values))?.kind ?? null;
}
