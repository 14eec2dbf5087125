/** A world with content for every page: three neighbours, construction, marches, and battles in every phase. */
import { enlist, foundAlliance } from '../support/alliances.ts';
import { registerEmpire, type Ruler, type TestGame } from '../support/game.ts';

export interface Scene {
  ann: Ruler;
  bob: Ruler;
  /** A decided battle of these two. A third empire is about to attack Ann. */
  battleId: string;
  /** Every page that a ruler can open. */
  pages: string[];
}

const hourMs = 3_600_000;

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

/** Creates the world through the API, as players do. */
export async function setScene(game: TestGame): Promise<Scene> {
  const ann = await registerEmpire(game.url, { x: 0, y: 0 });
  const bob = await registerEmpire(game.url, { x: 7, y: 3 });
  const city = `/api/city/${ann.capitalId}`;
  await ann.send('POST', `${city}/buildings`, { type: 'barracks' });
  await ann.send('POST', `${city}/buildings`, { type: 'farm', quantity: 2 });
  await game.pass(hourMs);
  await ann.send('POST', `${city}/train`, { unit_type: 'soldiers', quantity: 6 });
  await game.pass(hourMs);
  const attack = await ann.send<{ battle: { id: string } }>('POST', '/api/battle', {
    army_id: ann.armyId,
    target_type: 'city',
    target_id: bob.capitalId,
  });
  const battleId = attack.body.battle.id;
  await game.pass(2 * hourMs);
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
  const foe = await registerEmpire(game.url, { x: -6, y: -3 });
  await foe.send('POST', '/api/battle', {
    army_id: foe.armyId,
    target_type: 'city',
    target_id: ann.capitalId,
  });
  const allianceId = await foundAlliance(ann);
  await enlist(ann, allianceId, await registerEmpire(game.url, { x: -12, y: 9 }));
  await foe.send('POST', `/api/alliance/${allianceId}/applications`);
  await bob.send('POST', `/api/thread/${threadId}/report`, { number: 1, reason: 'Boasting' });
  await game.query(`UPDATE users SET role = 'operator' WHERE username = $1`, ann.username);
  return {
    ann,
    bob,
    battleId,
    pages: [
      '/dashboard',
      `/city/${ann.capitalId}`,
      '/map?x=2&y=1',
      '/map?x=2&y=1&at=7,3',
      '/armies',
      '/battles',
      '/raids',
      '/reports',
      '/ledger',
      '/wishes',
      `/battle/${battleId}`,
      '/leaderboard',
      '/leaderboard?type=alliance',
      '/search?name=e',
      '/world',
      '/seats',
      '/alliances',
      `/alliance/${allianceId}`,
      `/empire/${bob.empireId}`,
      '/rules',
      '/simulator',
      '/docs?q=battle',
      '/messages',
      `/messages/${threadId}`,
      '/account',
      '/admin',
      '/admin/reports',
      `/admin/players?user=${ann.username}`,
      '/admin/act/users-mute',
      '/admin/audit',
    ],
  };
}

/** The pages that need no session. */
export const openPages = [
  '/',
  '/register',
  '/login',
  '/map',
  '/leaderboard',
  '/seats',
  '/alliances',
  '/rules',
  '/simulator',
  '/docs',
  '/shortcuts',
  '/privacy',
  '/forgot-password',
  '/nowhere',
];
