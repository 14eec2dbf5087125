/** Who may register, and the invitations that let people in. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { count, integer, moment } from '../db/columns.ts';
import { execute, select, selectOne, statement, type Db } from '../db/pool.ts';
import { createToken } from '../http/sessions/sessions.ts';
import { GameError } from '../kernel/errors.ts';
import type { Random } from '../kernel/random.ts';
import type { AccountDeps } from './deps.ts';

/** Throws REGISTRATION_CLOSED if nobody may register, or an invitation is missing; a given one is not checked. */
export function requireEntry({ registration }: Pick<AccountDeps, 'registration'>, invite: string): void {
  if (registration === 'open' || (registration === 'invite' && invite !== '')) return;
  const refusal = registration === 'closed' ? 'this server takes no new players' : 'you need an invitation';
  throw new GameError('REGISTRATION_CLOSED', `${refusal}; ask the operator`);
}

const updateUsed = statement('updateUsedInvite', {
  sql: 'UPDATE invites SET used = used + 1 WHERE token_hash = $1 AND expires_at > $2 AND used < uses',
});

/** In the transaction of the registration, which holds the invitation until then. Throws REGISTRATION_CLOSED. */
export async function useInvite(tx: Db, { clock }: Pick<AccountDeps, 'clock'>, token: string): Promise<void> {
  if ((await execute(tx, updateUsed, [hash('sha256', token), clock.now()])) === 1) return;
  throw new GameError(
    'REGISTRATION_CLOSED',
    'the invitation was used, taken back or has expired; ask for a new one',
  );
}

const insertInvite = statement('insertInvite', {
  sql: `INSERT INTO invites (token_hash, uses, created_at, expires_at) VALUES ($1, $2, $3, $4) RETURNING id`,
  row: z.strictObject({ id: integer }),
});

/** Only the response has the token. */
export async function createInvite(
  tx: Db,
  random: Random,
  { uses, now, expiresAt }: { uses: number; now: number; expiresAt: number },
): Promise<{ id: number; token: string }> {
  const token = createToken(random);
  return { ...(await selectOne(tx, insertInvite, [hash('sha256', token), uses, now, expiresAt])), token };
}

const selectInvitesStatement = statement('selectInvites', {
  sql: 'SELECT id, uses, used, created_at, expires_at FROM invites WHERE expires_at > $1 ORDER BY id DESC LIMIT $2',
  row: z.strictObject({ id: integer, uses: count, used: count, created_at: moment, expires_at: moment }),
});

/** Unexpired, latest first. */
export const selectInvites = (db: Db, now: number, limit: number) =>
  select(db, selectInvitesStatement, [now, limit]);

const deleteInviteStatement = statement('deleteInvite', {
  sql: 'DELETE FROM invites WHERE id = $1 RETURNING uses, used',
  row: z.strictObject({ uses: count, used: count }),
});

/** Empty if there is none. */
export const deleteInvite = (tx: Db, id: number) => select(tx, deleteInviteStatement, [id]);
