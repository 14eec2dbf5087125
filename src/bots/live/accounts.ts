/**
 * Accounts and sessions of the bots, created in the database. The accounts are marked as bots, have no password, and
 * are reused at the next start.
 */
import type pg from 'pg';
import { z } from 'zod';
import { uuid } from '../../db/columns.ts';
import { createSecret, type Random } from '../../kernel/random.ts';
import { execute, selectOptional, statement } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import { origins } from '../mind/founding.ts';

export interface BotAccount {
  username: string;
  token: string;
}

/** Historical names, then the same names with a place of origin. */
const rulers: readonly string[] =
  `Agesilaus Alcibiades Amyntas Antiochus Arsinoe Artemisia Aspasia Attalus Berenice Brasidas Cassander
  Cimon Cleomenes Cynisca Demetrius Dion Epaminondas Eumenes Eurydice Gelon Gorgo Hamilcar Hiero
  Hipparchia Iphicrates Laodice Leonidas Lysander Lysimachus Mausolus Miltiades Nearchus Nicias
  Olympias Pausanias Pelopidas Perdiccas Phocion Ptolemy Pyrrhus Roxana Seleucus Sostratus Stratonice
  Telesilla Themistocles Timoleon Tomyris Xanthippus Zeno`.split(/\s+/);

/** @param number from 0 to 999 */
export function nameOfBot(number: number): string {
  const ruler = rulers[number % rulers.length] ?? '';
  const generation = Math.floor(number / rulers.length);
  const origin = origins[(generation - 1) % origins.length] ?? '';
  return generation === 0 ? ruler : `${ruler} of ${origin}`;
}

/** Far more than the bot names that people could have taken. */
const maxNumbers = 1000;

/** Not a valid hash, so no password matches it. */
const noPassword = 'no password';

const insertBotStatement = statement('insertBot', {
  sql: `INSERT INTO users (username, username_key, email, email_key, password_hash, salt, is_bot)
   VALUES ($1::text, $2::text, $3::text, $3::text, $4, $4, true)
   ON CONFLICT DO NOTHING
   RETURNING id`,
  row: z.strictObject({ id: uuid }),
});

const selectBotStatement = statement('selectBot', {
  sql: 'SELECT id FROM users WHERE username_key = $1 AND is_bot',
  row: z.strictObject({ id: uuid }),
});

const deleteBotSessions = statement('deleteBotSessions', { sql: 'DELETE FROM sessions WHERE user_id = $1' });

const insertBotSession = statement('insertBotSession', {
  sql: `INSERT INTO sessions (sid, sess, expire)
   SELECT $1, $3::jsonb || jsonb_build_object('created_at', extract(epoch FROM now()) * 1000),
     now() + make_interval(days => $2)
   FROM users WHERE id = $4 AND is_active`,
});

/**
 * Each in a transaction of its own. Creates missing accounts, replaces their sessions with a new one, and skips names
 * of persons.
 */
export async function claimBotAccounts(
  pool: pg.Pool,
  count: number,
  sessionDays: number,
  random: Random,
): Promise<BotAccount[]> {
  const accounts: BotAccount[] = [];
  for (let number = 0; accounts.length < count && number < maxNumbers; number += 1) {
    const account = await claimBotAccount(pool, nameOfBot(number), sessionDays, random);
    if (account !== null) accounts.push(account);
  }
  return accounts;
}

function claimBotAccount(
  pool: pg.Pool,
  username: string,
  sessionDays: number,
  random: Random,
): Promise<BotAccount | null> {
  return transaction(pool, async (tx) => {
    const userId = await ensureBotAccount(tx, username);
    if (userId === null) return null;
    const token = createSecret(random, 32);
    const cookie = { originalMaxAge: null, expires: null, httpOnly: true, path: '/' };
    const data = { cookie, user_id: userId, ip_address: null, user_agent: 'a bot of the operator' };
    await execute(tx, deleteBotSessions, [userId]);
    await execute(tx, insertBotSession, [token, sessionDays, JSON.stringify(data), userId]);
    return { username, token };
  });
}

/** Null if the name belongs to a person. */
async function ensureBotAccount(tx: Tx, username: string): Promise<string | null> {
  const key = username.toLowerCase();
  const address = `${key.replaceAll(' ', '.')}@bots.invalid`;
  const inserted = await selectOptional(tx, insertBotStatement, [username, key, address, noPassword]);
  const bot = inserted ?? (await selectOptional(tx, selectBotStatement, [key]));
  return bot?.id ?? null;
}
