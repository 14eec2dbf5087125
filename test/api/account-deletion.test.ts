/** Deleting an account: seven days to take it back, then nothing personal is left, and the empire stays. */
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteDueAccounts } from '../../src/account/deletion.ts';
import { finishLogin } from '../../src/account/login-queries.ts';
import { createSecurityLog } from '../../src/http/security/security-log.ts';
import {
  registerPlayer,
  registerEmpire,
  requestsOf,
  password,
  sendAnonymously,
  useTestGame,
  useNew,
  type Player,
} from '../support/game.ts';
import { begin } from '../support/database.ts';
import { captureLog } from '../support/capture-log.ts';
import { attackCity, createNeighbours, userIdOf } from '../support/players.ts';
import { countWaiting } from '../world/stage.ts';

const dayMs = 86_400_000;
const kept = captureLog('info');

const game = useTestGame({ log: kept.log });
const player = useNew(() => registerPlayer(game.url));

const leave = (who: Player, current_password = password) =>
  who.send('POST', '/delete-account', { current_password });
const logIn = ({ username }: Player) => sendAnonymously(game.url, 'POST', '/login', { username, password });
const deletedIds = () =>
  kept.lines().flatMap(({ security, accountId }) => (security === 'account_deleted' ? [accountId] : []));
/** Returns the ids of the deleted accounts, as the log has them. */
async function deleteDue(): Promise<unknown[]> {
  const { services } = game.instance;
  const security = createSecurityLog('secret', kept.log, services.metrics);
  const before = deletedIds().length;
  await deleteDueAccounts({ ...services, log: kept.log, security }, game.clock.now());
  return deletedIds().slice(before);
}
/** Moves the deletion of an account to the past. The clock stays, so that only the test deletes. */
const makeDue = (who: Player) =>
  query(
    `UPDATE users SET deletion_at = '2000-01-01' WHERE username = $1 AND deletion_at IS NOT NULL`,
    who.username,
  );
const query = (sql: string, ...values: unknown[]) => game.query(sql, ...values);
/** Requests a deletion that is due at once. */
async function leaveDue(leaver: Player): Promise<void> {
  await leave(leaver);
  await makeDue(leaver);
}

describe('the request', () => {
  it('says when the account is deleted, and ends all sessions', async () => {
    const other = (await logIn(player)).body.token;
    const answer = await leave(player);
    expect(answer.status).toBe(200);
    const inDays = (Date.parse(String(answer.body.deletes_at)) - game.clock.now()) / dayMs;
    expect(inDays).toBeCloseTo(7, 2);
    expect(answer.headers.get('set-cookie')).toMatch(/^session_token=;/);
    expect((await player.send('GET', '/api/user/profile')).status).toBe(401);
    expect((await requestsOf(game.url, String(other)).send('GET', '/api/user/profile')).status).toBe(401);
  });

  it('is refused with a wrong password', async () => {
    expect(await leave(player, 'guess')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await player.send('GET', '/api/user/profile')).status).toBe(200);
  });

  it('made twice at once keeps one moment', async () => {
    const answers = await Promise.all([leave(player), leave(player)]);
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ body }) => body.deletes_at)).size).toBe(1);
  });

  it('has one line in the log, and so has what follows', async () => {
    const id = await userIdOf(game, player);
    await leave(player);
    await logIn(player);
    const events = kept.lines().flatMap(({ accountId, security }) => (accountId === id ? [security] : []));
    const expected = 'login_succeeded deletion_requested login_succeeded deletion_cancelled';
    expect(events.join(' ')).toBe(expected);
  });
});

describe('a login in the seven days', () => {
  it('takes it back and says so', async () => {
    await leave(player);
    const first = await logIn(player);
    expect(first.body).toMatchObject({
      deletion_cancelled: true,
      message: expect.stringContaining('stays') as string,
    });
    expect((await logIn(player)).body).toMatchObject({ deletion_cancelled: false });
    await makeDue(player);
    expect(await deleteDue()).toEqual([]);
    expect((await logIn(player)).status).toBe(200);
  });

  it('does not, if its session was ended by the request before it was complete', async () => {
    const [row] = await query('SELECT id, password_hash FROM users WHERE username = $1', player.username);
    await leave(player);
    const { token } = player;
    const login = { token, loggedInMs: game.clock.now(), attemptKeys: [], addressHash: 'x' };
    const account = { userId: String(row?.id), passwordHash: String(row?.password_hash) };
    expect(await finishLogin(game.instance.pool, { ...account, ...login })).toBeNull();
    await makeDue(player);
    expect(await deleteDue()).toEqual([row?.id]);
  });

  it('with a wrong password does not', async () => {
    await leave(player);
    const wrong = { username: player.username, password: 'guess' };
    expect((await sendAnonymously(game.url, 'POST', '/login', wrong)).status).toBe(401);
    await makeDue(player);
    expect(await deleteDue()).toHaveLength(1);
  });
});

it('an account without an empire is gone after seven days, and its name and e-mail are free', async () => {
  const id = await userIdOf(game, player);
  await leave(player);
  expect(await deleteDue()).toEqual([]);
  await makeDue(player);
  expect(await deleteDue()).toEqual([id]);
  expect(await query('SELECT FROM users WHERE id = $1', id)).toEqual([]);
  expect((await logIn(player)).status).toBe(401);
  const again = { username: player.username, email: `${player.username}@example.org` };
  const account = { ...again, password, confirm_password: password };
  expect((await sendAnonymously(game.url, 'POST', '/register', account)).status).toBe(200);
});

describe('an account with an empire', () => {
  let id: string;
  const ruler = useNew(() => registerEmpire(game.url));
  const rival = useNew(() => registerEmpire(game.url, { x: 9, y: 9 }));

  beforeEach(async () => {
    id = await userIdOf(game, ruler);
    // A stored response, and something that the empire does later.
    await ruler.send('POST', `/api/city/${ruler.capitalId}/buildings`, { type: 'farm' });
    await leaveDue(ruler);
  });

  it('leaves no personal data behind', async () => {
    expect(await deleteDue()).toContain(id);
    expect(await query('SELECT FROM users WHERE id = $1', id)).toEqual([]);
    const [row] = await query(
      'SELECT u.* FROM users u JOIN empires e ON e.owner_id = u.id AND u.empire_id = e.id WHERE e.id = $1',
      ruler.empireId,
    );
    expect(row).toMatchObject({ is_active: false, password_hash: '', salt: '', email: '', last_login: null });
    const tables = 'login_addresses idempotency_keys active_connections account_tokens sessions';
    for (const table of tables.split(' '))
      expect([table, await query(`SELECT FROM ${table} WHERE user_id = $1`, id)]).toEqual([table, []]);
    const everything = await query(
      `SELECT to_jsonb(users)::text AS text FROM users UNION ALL SELECT to_jsonb(event_log_entries)::text FROM event_log_entries`,
    );
    expect(JSON.stringify(everything)).not.toContain(`"${ruler.username}`);
  });

  it('leaves the empire in the world, for rankings, lists, map and attacks', async () => {
    await deleteDue();
    const body = await rival.read<{ id: string; cities: unknown[] }>(`/api/empire/${ruler.empireId}`);
    expect(body).toMatchObject({ id: ruler.empireId, name: `Empire of ${ruler.username}` });
    const ranking = await rival.send('GET', '/api/leaderboard?type=score&limit=100');
    expect(ranking.status).toBe(200);
    expect(JSON.stringify(ranking.body)).toContain('[deleted player]');
    for (const path of ['/api/empires', `/api/map?x=0&y=0&radius=10`, '/api/reigns', '/api/seats']) {
      expect([path, (await rival.send('GET', path)).status]).toEqual([path, 200]);
    }
    const order = { army_id: rival.armyId, target_type: 'city', target_id: ruler.capitalId };
    expect((await rival.send('POST', '/api/battle', order)).status).toBe(201);
    await game.pass(dayMs);
    const page = await fetch(`${game.url}/empire/${ruler.empireId}`, { headers: { cookie: rival.cookie } });
    expect([page.status, (await page.text()).includes('[deleted player]')]).toEqual([200, true]);
  });

  it('frees name and e-mail, and several deleted accounts do not collide', async () => {
    await leaveDue(rival);
    expect(await deleteDue()).toHaveLength(2);
    for (const { username } of [ruler, rival]) {
      const account = { username, email: `${username}@example.org`, password, confirm_password: password };
      expect((await sendAnonymously(game.url, 'POST', '/register', account)).status).toBe(200);
    }
  });
});

describe('the account of a member of an alliance', () => {
  const member = useNew(() => registerEmpire(game.url));

  /** Makes the member the only one of an alliance, which may be dissolved without that the clock has noticed it. */
  const join = (dissolvedAt: number | null, ruler = member) =>
    query(
      `WITH alliance AS (
         INSERT INTO alliances (id, name, name_key, tag, tag_key, created_at, members, dissolved_at)
         VALUES (gen_random_uuid(), $2, $2, $2, $2, 0, $3, $4) RETURNING id
       )
       UPDATE empires SET alliance_id = alliance.id, alliance_tag = $2, alliance_role = 'leader', alliance_joined_at = 0,
         alliance_role_since = 0 FROM alliance WHERE empires.id = $1`,
      ...[ruler.empireId, ruler.username.slice(-4), dissolvedAt === null ? 1 : 0, dissolvedAt],
    );
  const readAlliance = () => query('SELECT alliance_id FROM empires WHERE id = $1', member.empireId);

  beforeEach(async () => {
    await leaveDue(member);
  });

  it('ends the membership', async () => {
    await join(null);
    await deleteDue();
    expect(await readAlliance()).toEqual([{ alliance_id: null }]);
  });

  it('decides a due contact first, with the membership', async () => {
    const [attacker, target] = await createNeighbours(game, 20);
    await query('UPDATE empires SET protection_ended = true WHERE id = $1', target.empireId);
    const battleId = await attackCity(attacker, target);
    await query(`UPDATE users SET deletion_at = '2000-01-01' WHERE username = $1`, attacker.username);
    await join(null, attacker);
    await query('UPDATE battles SET contact_at = $2 WHERE id = $1', battleId, game.clock.now() - 1);
    await deleteDue();
    const left = await query(
      `SELECT alliance_id, alliance_left_at >= (outcome ->> 'at')::bigint AS is_decided
       FROM empires JOIN battles ON battles.id = $2 WHERE empires.id = $1`,
      ...[attacker.empireId, battleId],
    );
    expect(left).toEqual([{ alliance_id: null, is_decided: true }]);
  });

  it('leaves a dissolved alliance at the moment of the dissolution', async () => {
    const dissolvedAt = game.clock.now();
    await join(dissolvedAt);
    await deleteDue();
    const entries = await query(
      `SELECT at, data ->> 'reason' AS reason FROM event_log_entries WHERE empire_id = $1 AND type = 'alliance_left'`,
      member.empireId,
    );
    expect(await readAlliance()).toEqual([{ alliance_id: null }]);
    expect(entries).toEqual([{ at: dissolvedAt, reason: 'dissolved' }]);
  });

  it('is deleted at the next run if another transaction holds the empire, and does not delay others', async () => {
    const other = await registerPlayer(game.url);
    const [id, otherId] = [await userIdOf(game, member), await userIdOf(game, other)];
    await leaveDue(other);
    const holder = await begin(game.instance.pool, 'SELECT FROM empires WHERE id = $1 FOR NO KEY UPDATE', [
      member.empireId,
    ]);
    expect(await deleteDue()).toEqual([otherId]);
    await holder.rollBack();
    expect(await deleteDue()).toEqual([id]);
  });
});

it('two instances that delete at the same time delete each account once', async () => {
  for (let count = 0; count < 4; count += 1) await leaveDue(await registerPlayer(game.url));
  const before = deletedIds().length;
  await Promise.all([deleteDue(), deleteDue(), deleteDue()]);
  await deleteDue();
  const deleted = deletedIds().slice(before);
  expect([deleted.length, new Set(deleted).size]).toEqual([4, 4]);
});

describe('a login at the moment of the deletion', () => {
  it('that is first keeps the account', async () => {
    await leaveDue(player);
    const login = 'UPDATE users SET last_login = now(), deletion_at = NULL WHERE username = $1';
    const client = await begin(game.instance.pool, login, [player.username]);
    // The deletion passes over the locked account.
    expect(await deleteDue()).toEqual([]);
    await client.commit();
    expect(await deleteDue()).toEqual([]);
    expect((await logIn(player)).status).toBe(200);
  });

  it('whose password was checked before gets no session of a deleted account', async () => {
    const ruler = await registerEmpire(game.url);
    const [row] = await query('SELECT id, password_hash FROM users WHERE username = $1', ruler.username);
    await leaveDue(ruler);
    expect(await deleteDue()).toEqual([row?.id]);
    const login = { token: 'x'.repeat(43), loggedInMs: game.clock.now(), attemptKeys: [], addressHash: 'x' };
    const account = { userId: String(row?.id), passwordHash: String(row?.password_hash) };
    expect(await finishLogin(game.instance.pool, { ...account, ...login })).toBeNull();
  });

  it('is refused after the seven days, also before the deletion runs', async () => {
    const id = await userIdOf(game, player);
    await leaveDue(player);
    expect((await logIn(player)).status).toBe(401);
    expect(await query('SELECT FROM sessions WHERE user_id = $1', id)).toEqual([]);
    expect(await deleteDue()).toEqual([id]);
  });
});

it('a deletion that is interrupted has no effect, and the next run completes it', async () => {
  const ruler = await registerEmpire(game.url);
  await leaveDue(ruler);
  // The backend ends after the statements and before COMMIT, as when the server is killed.
  await query(`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`);
  await query(`CREATE CONSTRAINT TRIGGER cut AFTER DELETE ON users DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION cut()`);
  await expect(deleteDue()).rejects.toThrow();
  await query('DROP TRIGGER cut ON users');
  expect(await query('SELECT is_active FROM users WHERE username = $1', ruler.username)).toEqual([
    { is_active: true },
  ]);
  expect(await deleteDue()).toHaveLength(1);
});

it('a request that is under way while the account is deleted is refused', async () => {
  const body = { user_id: await userIdOf(game, await registerPlayer(game.url)) };
  const deletion = await begin(game.instance.pool, 'DELETE FROM users WHERE username = $1', [
    player.username,
  ]);
  const sending = player.send('POST', '/api/blocks', body);
  await expect.poll(() => countWaiting(game.instance)).toBe(1);
  await deletion.commit();
  const answer = await sending;
  expect([answer.status, answer.body.code]).toEqual([401, 'AUTH_REQUIRED']);
});

it('the regular work deletes due accounts within a minute', async () => {
  const id = await userIdOf(game, player);
  // Otherwise it is due at the moment of a run, however rare the runs are.
  game.clock.advance(1);
  await leave(player);
  game.clock.advance(7 * dayMs + 60_000);
  await expect.poll(async () => query('SELECT FROM users WHERE id = $1', id)).toEqual([]);
  expect(
    kept.lines().some(({ security, accountId }) => security === 'account_deleted' && accountId === id),
  ).toBe(true);
});
