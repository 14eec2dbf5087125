/** The world of the demo, with what its visitor has on every page: the game has been started with `isDemo`. */
import { demoPlayer } from '../../src/admin/world/demo.ts';
import { registerEmpire, type Ruler, type TestGame } from '../support/game.ts';
import { attackCity, openSession } from '../support/players.ts';
import { the } from '../support/worlds.ts';

export interface Scene {
  /** The visitor has an attack under way, leads an alliance and is an operator. A third empire is about to attack. */
  ann: Ruler;
  /** A new neighbour. */
  bob: Ruler;
  /** Every page that a ruler can open. */
  pages: string[];
}

/** A thread of two messages; Ann has not read the second. Returns its id. */
async function writeTo(ann: Ruler, bob: Ruler): Promise<string> {
  const { body } = await ann.send<{ owner_id: string }>('GET', `/api/empire/${bob.empireId}`);
  const message = { user_id: body.owner_id, text: 'Greetings from your neighbour.\nShall we have peace?' };
  const { thread_id } = (await ann.send<{ thread_id: string }>('POST', '/api/threads', message)).body;
  await bob.send('POST', `/api/thread/${thread_id}/messages`, {
    text: 'After what you did to my city? Never.',
  });
  return thread_id;
}

/** The visitor of the demo, with the oldest of its cities in which an army stands. */
async function findVisitor(game: TestGame): Promise<Ruler & { allianceId: string; battleId: string }> {
  const [found] = await game.query<{
    empireId: string;
    allianceId: string;
    capitalId: string;
    armyId: string;
    battleId: string;
    tile: Ruler['tile'];
  }>(
    `SELECT e.id AS "empireId", e.alliance_id AS "allianceId", c.id AS "capitalId", a.id AS "armyId",
       jsonb_build_object('x', c.x, 'y', c.y) AS tile,
       (SELECT id FROM battles WHERE attacker_id = e.id AND outcome IS NOT NULL ORDER BY number DESC LIMIT 1) AS "battleId"
     FROM users u JOIN empires e ON e.owner_id = u.id JOIN cities c ON c.empire_id = e.id
       JOIN armies a ON a.empire_id = e.id AND a.march IS NULL AND (a.x, a.y) = (c.x, c.y)
     WHERE u.username = $1 ORDER BY c.founded_at LIMIT 1`,
    demoPlayer.username,
  );
  return { ...(await openSession(game, demoPlayer.username)), ...the(found) };
}

/** Adds to the demo what only other players bring: messages, an attack, an application, and a report. */
export async function setScene(game: TestGame): Promise<Scene> {
  const { allianceId, battleId, ...ann } = await findVisitor(game);
  const { x, y } = ann.tile;
  const bob = await registerEmpire(game.url, { x: x + 7, y: y + 3 });
  const city = `/api/city/${ann.capitalId}`;
  await ann.send('POST', `${city}/buildings`, { type: 'house', quantity: 3 });
  await ann.send('POST', `${city}/train`, { unit_type: 'archers', quantity: 4 });
  await ann.send('PUT', `/api/empire/${ann.empireId}/wishes`, {
    wishes: [
      { city_id: ann.capitalId, type: 'town_hall' },
      { city_id: ann.capitalId, type: 'wall' },
      { city_id: ann.capitalId, unit_type: 'knights', quantity: 12 },
      { city_id: ann.capitalId, unit_type: 'soldiers', quantity: 900 },
    ],
    reserve: { gold: 500, food: 0, materials: 250 },
  });
  const threadId = await writeTo(ann, bob);
  const foe = await registerEmpire(game.url, { x: x - 6, y: y - 3 });
  await attackCity(foe, ann);
  await foe.send('POST', `/api/alliance/${allianceId}/applications`);
  await bob.send('POST', `/api/thread/${threadId}/report`, { number: 1, reason: 'Boasting' });
  await game.query(`UPDATE users SET role = 'operator' WHERE username = $1`, ann.username);
  return {
    ann,
    bob,
    pages: [
      '/dashboard',
      `/city/${ann.capitalId}`,
      `/map?x=${x}&y=${y}`,
      `/map?x=${x}&y=${y}&at=${bob.tile.x},${bob.tile.y}`,
      '/armies',
      '/reports?show=battles',
      '/reports?show=raids',
      '/reports',
      '/reports?show=stock',
      '/wishes',
      `/battle/${battleId}`,
      '/search?name=e',
      '/world',
      '/world?type=alliance&from=2',
      '/alliances',
      `/alliance/${allianceId}`,
      `/empire/${bob.empireId}`,
      '/rules',
      '/simulator',
      '/docs',
      '/changelog',
      '/messages',
      `/messages/${threadId}`,
      '/account',
      '/admin',
      '/admin/reports',
      `/admin/players?user=${ann.username}`,
      '/admin/players?search=a',
      '/admin/acts',
      '/admin/act/users-mute',
      '/admin/act/users-delete',
      '/admin/act/announcement-publish',
      '/admin/audit',
      '/admin/world',
      '/operator?token=x',
    ],
  };
}

/** The pages that need no session. */
export const openPages = [
  '/',
  '/register',
  '/login',
  '/map',
  '/world',
  '/alliances',
  '/rules',
  '/simulator',
  '/docs',
  '/changelog',
  '/privacy',
  '/forgot-password',
  '/nowhere',
];
