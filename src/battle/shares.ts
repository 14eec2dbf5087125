/** Public links to reports of battles: at most one for each participant and battle. */
import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { moment } from '../db/columns.ts';
import { execute, selectOptional, statement, type Db } from '../db/pool.ts';
import { createToken } from '../http/sessions/sessions.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { changeOnce } from '../world/idempotency/change-once.ts';
import { GameError } from '../kernel/errors.ts';
import type { Context } from '../world/services.ts';
import { toShareView } from './present.ts';
import { selectBattle, type BattleDetailRow } from './queries.ts';

/** Takes the same time for every wrong token of the right length. */
function isSameToken(token: string, other: string): boolean {
  const [a, b] = [Buffer.from(token), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** For a participant, or for anybody with the token. Throws NOT_FOUND, and FORBIDDEN without such a right. */
export async function selectReport(
  db: Db,
  battleId: string,
  { viewer, token }: { viewer: Viewer | null; token: string | undefined },
): Promise<BattleDetailRow> {
  const row = await selectBattle(db, battleId);
  if (row === null) throw new GameError('NOT_FOUND');
  const empireId = viewer?.empireId ?? null;
  if (empireId !== null && [row.attacker_id, row.defender_id, row.ally_id].includes(empireId)) return row;
  if (token === undefined) throw new GameError('FORBIDDEN');
  if (row.shares.some((share) => isSameToken(share.token, token))) return row;
  throw new GameError('FORBIDDEN', 'the link is wrong or was revoked');
}

const insertShare = statement('insertShare', {
  sql: `WITH battle AS (
     SELECT id, coalesce($2::uuid IN (attacker_id, defender_id, ally_id), false) AS is_own,
       coalesce(ends_at <= $5::bigint, false) AS is_over
     FROM battles WHERE id = $1
   ), share AS (
     INSERT INTO battle_shares (battle_id, user_id, token, created_at)
     SELECT id, $3, $4, $5 FROM battle WHERE is_own AND is_over
     ON CONFLICT (battle_id, user_id) DO UPDATE SET token = battle_shares.token
     RETURNING token, created_at
   )
   SELECT is_own, is_over, token, created_at FROM battle LEFT JOIN share ON true`,
  row: z.strictObject({
    is_own: z.boolean(),
    is_over: z.boolean(),
    token: z.string().nullable(),
    created_at: moment.nullable(),
  }),
});

/**
 * Returns the viewer's existing link. Throws NOT_FOUND, FORBIDDEN for a battle of others, and BATTLE_ACTIVE before its
 * last round was shown.
 */
export function shareBattle({ services, viewer }: Context, battleId: string) {
  return changeOnce(services, async (tx) => {
    const { random, clock } = services;
    const values = [battleId, viewer.empireId, viewer.userId, createToken(random), clock.now()];
    const row = await selectOptional(tx, insertShare, values);
    if (row === null) throw new GameError('NOT_FOUND');
    if (!row.is_own) throw new GameError('FORBIDDEN');
    const { token, created_at } = row;
    if (token === null || created_at === null) throw new GameError('BATTLE_ACTIVE');
    return { success: true as const, share: toShareView(battleId, { token, created_at }) };
  });
}

const deleteShare = statement('deleteShare', {
  sql: 'DELETE FROM battle_shares WHERE battle_id = $1 AND user_id = $2',
});

/** Throws NOT_FOUND without a link. */
export function revokeShare({ services, viewer }: Context, battleId: string) {
  return changeOnce(services, async (tx) => {
    if ((await execute(tx, deleteShare, [battleId, viewer.userId])) === 0) throw new GameError('NOT_FOUND');
    return { success: true as const, message: 'The link was revoked' };
  });
}
