/**
 * The seats of the bots, taken on the operator's side: an account that is marked as a bot and that nobody can log in
 * to, and a session for it. The same accounts serve again at the next start. Everything else a bot does, it does as
 * an ordinary player.
 */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { id } from '../../db/columns.ts';
import { execute, selectOptional, statement } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import { nameOfBot } from './names.ts';

export interface BotAccount {
  username: string;
  token: string;
}

/** More numbers than names that might be taken by people. */
const maxNumbers = 1000;

/** No hash looks like this, so that no password is right. */
const noPassword = 'no password';

const insertBotStatement = statement(
  'insertBot',
  `INSERT INTO users (username, username_key, email, email_key, password_hash, salt, is_bot)
   VALUES ($1::text, $2::text, $3::text, $3::text, $4, $4, true)
   ON CONFLICT DO NOTHING
   RETURNING id`,
  z.strictObject({ id }),
);

const selectBotStatement = statement(
  'selectBot',
  'SELECT id FROM users WHERE username_key = $1 AND is_bot',
  z.strictObject({ id }),
);

const deleteBotSessions = statement('deleteBotSessions', 'DELETE FROM sessions WHERE user_id = $1');

const insertBotSession = statement(
  'insertBotSession',
  `INSERT INTO sessions (session_token, created_at, expires_at, data)
   SELECT $1, now(), now() + make_interval(days => $2), $3 FROM users WHERE id = $4 AND is_active`,
);

/**
 * Seats `count` bots, in one transaction each: the account of every number is made where it does not exist, and gets
 * a new session in the place of its earlier ones. A number whose name belongs to a person is left out.
 */
export async function claimBotAccounts(
  pool: pg.Pool,
  count: number,
  sessionDays: number,
): Promise<BotAccount[]> {
  const accounts: BotAccount[] = [];
  for (let number = 0; accounts.length < count && number < maxNumbers; number += 1) {
    const account = await claimBotAccount(pool, nameOfBot(number), sessionDays);
    if (account !== null) accounts.push(account);
  }
  return accounts;
}

function claimBotAccount(pool: pg.Pool, username: string, sessionDays: number): Promise<BotAccount | null> {
  return transaction(pool, async (tx) => {
    const userId = await ensureBotAccount(tx, username);
    if (userId === null) return { value: null, writes: null };
    const token = randomBytes(32).toString('base64url');
    const cookie = { originalMaxAge: null, expires: null, httpOnly: true, path: '/' };
    const data = { cookie, user_id: userId, ip_address: null, user_agent: 'a bot of the operator' };
    const ended = execute(tx, deleteBotSessions, [userId]);
    const begun = execute(tx, insertBotSession, [token, sessionDays, JSON.stringify(data), userId]);
    return { value: { username, token }, writes: [ended, begun] };
  });
}

/** The id of the bot's account, or null where the name is a person's. */
async function ensureBotAccount(tx: Tx, username: string): Promise<string | null> {
  const key = username.toLowerCase();
  const address = `${key.replaceAll(' ', '.')}@bots.invalid`;
  const made = await selectOptional(tx, insertBotStatement, [username, key, address, noPassword]);
  const bot = made ?? (await selectOptional(tx, selectBotStatement, [key]));
  return bot?.id ?? null;
}
