/** The link that makes an account the first operator. It works only while there is none. */
import { hash } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { uuid } from '../db/columns.ts';
import { execute, select, selectOne, statement } from '../db/pool.ts';
import { createToken } from '../http/sessions/sessions.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { changeOnce } from '../world/idempotency/change-once.ts';
import { GameError } from '../kernel/errors.ts';
import type { Random } from '../kernel/random.ts';
import { dayMs } from '../kernel/time.ts';
import { changesOf, type AccountDeps } from './deps.ts';
import { linkTo } from './mail-texts.ts';
import { lockOperators } from './operators.ts';

export const operatorPath = '/operator';
const lifetimeMs = 7 * dayMs;

const hasOperator = `EXISTS (SELECT FROM users WHERE role = 'operator' AND is_active)`;

const insertOperatorLink = statement('insertOperatorLink', {
  sql: `WITH expired AS (DELETE FROM operator_links WHERE expires_at <= $3)
   INSERT INTO operator_links (token_hash, expires_at) SELECT $1, $2::bigint WHERE NOT ${hasOperator}`,
});

/** Valid for a week. Null if there is an operator. */
export async function issueOperatorLink(
  pool: pg.Pool,
  random: Random,
  now: number,
  baseUrl: string,
): Promise<string | null> {
  const token = createToken(random);
  const inserted = await execute(pool, insertOperatorLink, [hash('sha256', token), now + lifetimeMs, now]);
  return inserted === 0 ? null : linkTo(baseUrl, operatorPath, token);
}

const selectOperator = statement('selectOperator', {
  sql: `SELECT ${hasOperator} AS is_there`,
  row: z.strictObject({ is_there: z.boolean() }),
});

export const isThereOperator = async (pool: pg.Pool): Promise<boolean> =>
  (await selectOne(pool, selectOperator, [])).is_there;

const nameFirstOperator = statement('nameFirstOperator', {
  sql: `WITH named AS (
     UPDATE users SET role = 'operator'
     WHERE id = $1 AND is_active AND NOT ${hasOperator}
       AND EXISTS (SELECT FROM operator_links WHERE token_hash = $2 AND expires_at > $3)
     RETURNING id, username
   ), used AS (
     DELETE FROM operator_links WHERE EXISTS (SELECT FROM named)
   ), recorded AS (
     INSERT INTO admin_actions (operator, command, target, details)
     SELECT username || ' (' || id || ')', 'operator link', username || ' (' || id || ')', '{"role":"operator"}' FROM named
   )
   SELECT id FROM named`,
  row: z.strictObject({ id: uuid }),
});

/** Makes the viewer the first operator; all links end. Throws INVALID_LINK. */
export async function becomeOperator(deps: AccountDeps, viewer: Viewer, token: string): Promise<void> {
  await changeOnce(changesOf(deps, viewer), async (tx) => {
    await lockOperators(tx);
    const named = await select(tx, nameFirstOperator, [
      viewer.userId,
      hash('sha256', token),
      deps.clock.now(),
    ]);
    if (named.length === 0)
      throw new GameError(
        'INVALID_LINK',
        'as long as there is no operator, a new one comes from the start of the server on a terminal, or from its command `operator-link`',
      );
    return null;
  });
}
