/**
 * Players without the cost of hashing a password: account and session are inserted into the database, and everything else
 * uses HTTP. For tests that need many players. Other tests cover registration and login.
 */
import { randomBytes } from 'node:crypto';
import { sign } from 'cookie-signature';
import { foundEmpire, requestsOf, type Player, type Ruler, type TestGame } from './game.ts';

/** The members of a game that are needed to create a player. */
export interface GameAccess extends Pick<TestGame, 'url'> {
  instance: Pick<TestGame['instance'], 'pool'>;
  clock: Pick<TestGame['clock'], 'now'>;
}

const monthMs = 30 * 24 * 3_600_000;
let created = 0;

/** A further session of a user, for a month of game time from now. */
export async function openSession({ instance, clock, url }: GameAccess, username: string): Promise<Player> {
  const token = randomBytes(32).toString('base64url');
  const cookie = { originalMaxAge: null, expires: null, httpOnly: true, path: '/' };
  await instance.pool.query(
    `INSERT INTO sessions (sid, expire, sess)
     SELECT $1, to_timestamp($2), $3::jsonb || jsonb_build_object('user_id', id) FROM users WHERE username = $4`,
    [
      token,
      (clock.now() + monthMs) / 1000,
      JSON.stringify({ cookie, created_at: clock.now(), ip_address: null, user_agent: null }),
      username,
    ],
  );
  return {
    username,
    token,
    cookie: `session_token=${encodeURIComponent(`s:${sign(token, 'test-secret')}`)}`,
    ...requestsOf(url, token),
  };
}

/** A new API token of a player, and a program that uses it. */
export async function createApiToken(
  { url, instance }: Pick<GameAccess, 'url' | 'instance'>,
  owner: Pick<Player, 'send' | 'username'>,
  scope: 'read' | 'play',
): Promise<{ id: string; secret: string } & Pick<Player, 'send'>> {
  created += 1;
  const { rows } = await instance.pool.query<{ id: string }>(
    `DELETE FROM sessions WHERE scope IS NOT NULL AND token_name LIKE 'Made %'
       AND user_id = (SELECT id FROM users WHERE username = $1) RETURNING id`,
    [owner.username],
  );
  if (rows.length > 1) throw new Error('one token of a player is replaced by the next');
  const { body } = await owner.send<{ token: { id: string }; secret: string }>('POST', '/api/user/tokens', {
    name: `Made ${created}`,
    scope,
  });
  return { id: body.token.id, secret: body.secret, ...requestsOf(url, body.secret) };
}

/** Ends the lifetime of a session at `atMs`, which may be past. */
export async function expireSession(
  { instance }: Pick<GameAccess, 'instance'>,
  { token }: Pick<Player, 'token'>,
  atMs: number,
): Promise<void> {
  await instance.pool.query(
    `UPDATE sessions SET sess = jsonb_set(sess, '{created_at}', '0'), expire = to_timestamp($2) WHERE sid = $1`,
    [token, atMs / 1000],
  );
}

/** An account with a session. */
export async function createPlayer(game: GameAccess): Promise<Player> {
  created += 1;
  const username = `user${created}`;
  await game.instance.pool.query(
    `INSERT INTO users (username, username_key, email, email_key, password_hash, salt)
     VALUES ($1::text, $1, $2::text, $2, 'none', 'none')`,
    [username, `${username}@example.org`],
  );
  return openSession(game, username);
}

/** Deletes all villages, so that only the tests decide which tiles are free and which empires are near. */
export async function removeVillages({ instance }: Pick<GameAccess, 'instance'>): Promise<void> {
  await instance.pool.query(
    `DELETE FROM empires WHERE kind = 'village' AND id NOT IN (SELECT defender_id FROM battles WHERE outcome IS NULL)`,
  );
}

/** An account with a session and an empire near the desired tile, without villages. */
export async function createEmpire(game: GameAccess, wish = { x: 0, y: 0 }): Promise<Ruler> {
  const founder = await foundEmpire(await createPlayer(game), wish);
  await removeVillages(game);
  const { rows } = await game.instance.pool.query<{ id: string }>(
    'SELECT id FROM armies WHERE empire_id = $1',
    [founder.empireId],
  );
  return { ...founder, armyId: rows[0]?.id ?? '' };
}

// Test files that run in one process share it; each has a world of its own.
let pairs = 0;

/** Two rulers at this distance, in a part of the map of their own. */
export async function createNeighbours(game: GameAccess, distance: number): Promise<[Ruler, Ruler]> {
  const wish = { x: -900 + 60 * (pairs % 30), y: 60 * (Math.floor(pairs / 30) % 15) };
  pairs += 1;
  return [await createEmpire(game, wish), await createEmpire(game, { ...wish, y: wish.y + distance })];
}

interface OrderedBattle {
  id: string;
  contact_at: string;
  seed_hash: string;
}

/** Orders an attack of the first army on the capital. */
export async function orderAttack(attacker: Ruler, target: Pick<Ruler, 'capitalId'>): Promise<OrderedBattle> {
  const order = { army_id: attacker.armyId, target_type: 'city', target_id: target.capitalId };
  return (await attacker.send<{ battle: OrderedBattle }>('POST', '/api/battle', order)).body.battle;
}

/** Orders an attack of the first army on the capital; returns the id of the battle. */
export async function attackCity(attacker: Ruler, target: Ruler): Promise<string> {
  return (await orderAttack(attacker, target)).id;
}

/** The id of the account of a player. */
export async function userIdOf(
  { instance }: Pick<GameAccess, 'instance'>,
  { username }: Pick<Player, 'username'>,
): Promise<string> {
  const { rows } = await instance.pool.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [
    username,
  ]);
  const [user] = rows;
  if (user === undefined) throw new Error(`no account is named ${username}`);
  return user.id;
}
