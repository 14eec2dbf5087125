/** One valid request of every JSON route, in an order in which each succeeds, for tests of all routes. */
import { issueToken } from '../../src/account/tokens.ts';
import { enrich, expose, setLevels, setUnits } from './endow.ts';
import { type Answer, type Player, type Ruler, type TestGame, sendAnonymously } from './game.ts';
import { openSession, seatPlayer, seatRuler } from './guests.ts';

export interface Stop {
  /** In the spelling of the application, such as `GET /api/empire/:empire_id`. */
  route: string;
  /** Sends the request. Call it once, in the order of the list. */
  send: () => Promise<Answer<object>>;
}

const password = 'correct horse';

/** Creates the players and lists the requests; sends none of them. The game needs a mail server, which may be away. */
export async function planTour(game: TestGame): Promise<Stop[]> {
  const { url } = game;
  const ann = await seatRuler(game, { x: 0, y: 0 });
  const bob = await seatRuler(game, { x: 0, y: 9 });
  const ally = await seatRuler(game, { x: 0, y: 18 });
  // The first request of a session also loads it.
  await ally.send('GET', '/api/user/profile');
  const newcomer = await seatPlayer(game);
  const elsewhere = await openSession(game, ann.username);
  const { rows: sessions } = await game.instance.pool.query<{ id: string }>(
    'SELECT id FROM sessions WHERE sid = $1',
    [elsewhere.token],
  );
  await expose(game, bob.empireId);
  await enrich(game, ann.empireId);
  await setLevels(game, ann.capitalId, { barracks: 1, house: 5 });
  await setUnits(game, ann.armyId, { soldiers: 50 });
  const armies: string[] = [];
  for (let n = 0; n < 3; n++) {
    const split = await ann.send<{ army: { id: string } }>('POST', `/api/army/${ann.armyId}/split`, {
      units: { soldiers: 1 },
    });
    armies.push(split.body.army.id);
  }
  const [scout = '', joiner = '', raider = ''] = armies;
  const ownerOf = async ({ empireId }: Ruler): Promise<string> =>
    (await bob.send<{ owner_id: string }>('GET', `/api/empire/${empireId}`)).body.owner_id;
  const bobId = await ownerOf(bob);
  const greeting = { user_id: await ownerOf(ann), text: 'Greetings' };
  const started = await bob.send<{ thread_id: string }>('POST', '/api/threads', greeting);
  const threadId = started.body.thread_id;
  const leaving = await openSession(game, ann.username);
  const account = { username: 'Tourist', email: 'tourist@example.org', password, confirm_password: password };
  /** Ids that earlier requests return. */
  const ids = { orderId: '', battleId: '', token: '', allianceId: '' };
  const bearer = () => ({ authorization: `Bearer ${ids.token}` });
  const change = { current_password: password, new_password: password, confirm_password: password };

  const expiresAtMs = game.clock.now() + 60_000;
  const tokenFor = async (purpose: 'email' | 'password', { username }: Player): Promise<string> => {
    const { pool } = game.instance;
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [username]);
    const email = purpose === 'email' ? { email: 'new@example.org', emailKey: 'new@example.org' } : {};
    const issued = await issueToken(pool, purpose, rows[0]?.id ?? '', { expiresAtMs, ...email });
    return issued?.token ?? '';
  };
  const emailToken = await tokenFor('email', newcomer);
  const passwordToken = await tokenFor('password', bob);
  const proof = { current_password: password };

  const open = (method: string, path: string, body?: unknown) => (): Promise<Answer<object>> =>
    sendAnonymously(url, method, path, body);
  const by =
    (player: Player, method: string, path: () => string, body?: unknown) => (): Promise<Answer<object>> =>
      player.send(method, path(), body);
  const get = (path: string): Stop['send'] => by(ann, 'GET', () => path);
  const post = (path: string, body?: unknown): Stop['send'] => by(ann, 'POST', () => path, body);

  const alliance = (path: string) => (): string => `/api/alliance/${ids.allianceId}${path}`;

  const stops: [route: string, send: Stop['send']][] = [
    ['POST /register', open('POST', '/register', account)],
    [
      'POST /login',
      async () => {
        const answer = await open('POST', '/login', { username: 'Tourist', password })();
        ids.token = (answer.body as { token: string }).token;
        return answer;
      },
    ],
    ['POST /password', () => sendAnonymously(url, 'POST', '/password', change, bearer())],
    [
      'POST /email',
      () => sendAnonymously(url, 'POST', '/email', { email: 'tour@example.org', ...proof }, bearer()),
    ],
    ['POST /confirm-email', open('POST', '/confirm-email', { token: emailToken })],
    [
      'POST /reset-password',
      open('POST', '/reset-password', {
        token: passwordToken,
        new_password: password,
        confirm_password: password,
      }),
    ],
    ['GET /api/user/profile', get('/api/user/profile')],
    ['GET /api/user/sessions', get('/api/user/sessions')],
    ['DELETE /api/user/sessions/others', by(newcomer, 'DELETE', () => '/api/user/sessions/others')],
    [
      'DELETE /api/user/sessions/:session_id',
      by(ann, 'DELETE', () => `/api/user/sessions/${sessions[0]?.id ?? ''}`),
    ],
    ['POST /logout', by(leaving, 'POST', () => '/logout')],
    [
      'POST /api/empire',
      by(newcomer, 'POST', () => '/api/empire', {
        name: 'New world',
        starting_location: { x: 50, y: 50 },
      }),
    ],
    ['GET /api/empire/:empire_id', get(`/api/empire/${ann.empireId}`)],
    ['GET /api/empires', get('/api/empires')],
    [
      'PUT /api/empire/:empire_id',
      by(ann, 'PUT', () => `/api/empire/${ann.empireId}`, { description: 'Old' }),
    ],
    ['GET /api/empire/:empire_id/news', get(`/api/empire/${ann.empireId}/news`)],
    [
      'POST /api/empire/:empire_id/news/read',
      post(`/api/empire/${ann.empireId}/news/read`, { numbers: [1] }),
    ],
    ['GET /api/empire/:empire_id/events', get(`/api/empire/${ann.empireId}/events`)],
    ['GET /api/search', get('/api/search?name=e')],
    ['GET /api/empire/:empire_id/scores', get(`/api/empire/${ann.empireId}/scores`)],
    ['PUT /api/city/:city_id', by(ann, 'PUT', () => `/api/city/${ann.capitalId}`, { name: 'Arsinoe' })],
    ['GET /api/empire/:empire_id/ledger', get(`/api/empire/${ann.empireId}/ledger`)],
    ['GET /api/empire/:empire_id/cities', get(`/api/empire/${ann.empireId}/cities`)],
    [
      'POST /api/empire/:empire_id/cities',
      post(`/api/empire/${ann.empireId}/cities`, { name: 'Ostia', location: { x: 20, y: 0 } }),
    ],
    ['GET /api/city/:city_id/buildings', get(`/api/city/${ann.capitalId}/buildings`)],
    [
      'POST /api/city/:city_id/buildings',
      async () => {
        const path = `/api/city/${ann.capitalId}/buildings`;
        const answer = await ann.send<{ order: { id: string } }>('POST', path, { type: 'farm' });
        ids.orderId = answer.body.order.id;
        return answer;
      },
    ],
    ['DELETE /api/order/:order_id', by(ann, 'DELETE', () => `/api/order/${ids.orderId}`)],
    [
      'POST /api/city/:city_id/train',
      post(`/api/city/${ann.capitalId}/train`, { unit_type: 'soldiers', quantity: 1 }),
    ],
    ['GET /api/empire/:empire_id/wishes', get(`/api/empire/${ann.empireId}/wishes`)],
    [
      'PUT /api/empire/:empire_id/wishes',
      by(ann, 'PUT', () => `/api/empire/${ann.empireId}/wishes`, {
        wishes: [{ city_id: ann.capitalId, unit_type: 'soldiers', quantity: 1 }],
      }),
    ],
    ['GET /api/empire/:empire_id/military', get(`/api/empire/${ann.empireId}/military`)],
    ['POST /api/army/:army_id/move', post(`/api/army/${scout}/move`, { destination: { x: -9, y: 0 } })],
    ['POST /api/army/:army_id/split', post(`/api/army/${ann.armyId}/split`, { units: { soldiers: 1 } })],
    ['POST /api/army/:army_id/merge', post(`/api/army/${ann.armyId}/merge`, { army_id: joiner })],
    ['POST /api/army/:army_id/dismiss', post(`/api/army/${ann.armyId}/dismiss`, { units: { soldiers: 1 } })],
    [
      'POST /api/battle',
      async () => {
        const order = { army_id: raider, target_type: 'city', target_id: bob.capitalId };
        const answer = await ann.send<{ battle: { id: string } }>('POST', '/api/battle', order);
        ids.battleId = answer.body.battle.id;
        return answer;
      },
    ],
    ['GET /api/battles', get('/api/battles')],
    ['GET /api/battle/:battle_id', by(ann, 'GET', () => `/api/battle/${ids.battleId}`)],
    // Calls the attack off, so that the battle is over.
    ['POST /api/army/:army_id/recall', post(`/api/army/${raider}/recall`)],
    ['POST /api/battle/:battle_id/share', by(ann, 'POST', () => `/api/battle/${ids.battleId}/share`)],
    ['DELETE /api/battle/:battle_id/share', by(ann, 'DELETE', () => `/api/battle/${ids.battleId}/share`)],
    ['GET /api/leaderboard', get('/api/leaderboard')],
    ['GET /api/announcement', get('/api/announcement')],
    ['GET /api/today', get('/api/today')],
    ['GET /api/seats', get('/api/seats')],
    ['GET /api/reigns', get('/api/reigns')],
    ['GET /api/threads', get('/api/threads')],
    ['POST /api/threads', post('/api/threads', { user_id: bobId, text: 'Greetings' })],
    ['GET /api/thread/:thread_id', get(`/api/thread/${threadId}`)],
    ['POST /api/thread/:thread_id/messages', post(`/api/thread/${threadId}/messages`, { text: 'Peace?' })],
    ['POST /api/thread/:thread_id/read', post(`/api/thread/${threadId}/read`, { number: 1 })],
    [
      'POST /api/thread/:thread_id/report',
      post(`/api/thread/${threadId}/report`, { number: 1, reason: 'Rude' }),
    ],
    ['POST /api/blocks', post('/api/blocks', { user_id: bobId })],
    ['GET /api/blocks', get('/api/blocks')],
    ['DELETE /api/block/:user_id', by(ann, 'DELETE', () => `/api/block/${bobId}`)],
    [
      'POST /api/alliances',
      async () => {
        const answer = await ann.send<{ alliance: { id: string } }>('POST', '/api/alliances', {
          name: 'The Owls',
          tag: 'OWL',
        });
        ids.allianceId = answer.body.alliance.id;
        return answer;
      },
    ],
    ['GET /api/alliances', get('/api/alliances')],
    ['GET /api/alliance/:alliance_id', by(ann, 'GET', alliance(''))],
    ['PUT /api/alliance/:alliance_id', by(ann, 'PUT', alliance(''), { description: 'Wise' })],
    [
      'POST /api/alliance/:alliance_id/invitations',
      by(ann, 'POST', alliance('/invitations'), { empire_id: ally.empireId }),
    ],
    ['GET /api/alliance/:alliance_id/candidates', by(ann, 'GET', alliance('/candidates'))],
    ['GET /api/candidacies', get('/api/candidacies')],
    [
      'DELETE /api/alliance/:alliance_id/candidate/:empire_id',
      by(ally, 'DELETE', alliance(`/candidate/${ally.empireId}`)),
    ],
    ['POST /api/alliance/:alliance_id/applications', by(ally, 'POST', alliance('/applications'))],
    [
      'POST /api/alliance/:alliance_id/members',
      by(ann, 'POST', alliance('/members'), { empire_id: ally.empireId }),
    ],
    [
      'PUT /api/alliance/:alliance_id/member/:empire_id',
      by(ann, 'PUT', alliance(`/member/${ally.empireId}`), { role: 'officer' }),
    ],
    [
      'POST /api/alliance/:alliance_id/messages',
      by(ally, 'POST', alliance('/messages'), { text: 'Greetings' }),
    ],
    ['GET /api/alliance/:alliance_id/messages', by(ann, 'GET', alliance('/messages'))],
    ['POST /api/alliance/:alliance_id/report', by(ann, 'POST', alliance('/report'), { number: 1 })],
    ['GET /api/alliance/:alliance_id/threats', by(ann, 'GET', alliance('/threats'))],
    [
      'DELETE /api/alliance/:alliance_id/member/:empire_id',
      by(ally, 'DELETE', alliance(`/member/${ally.empireId}`)),
    ],
    ['DELETE /api/alliance/:alliance_id', by(ann, 'DELETE', alliance(''))],
    ['GET /api/map', get('/api/map?x=0&y=0')],
    ['GET /api/rules', open('GET', '/api/rules')],
    ['GET /api/openapi.json', open('GET', '/api/openapi.json')],
    ['GET /api/asyncapi.json', open('GET', '/api/asyncapi.json')],
    ['GET /api/user/data', get('/api/user/data')],
    ['POST /delete-account', () => sendAnonymously(url, 'POST', '/delete-account', proof, bearer())],
    // Last: it looks for the account after its response. There is none, so it sends no mail.
    ['POST /forgot-password', open('POST', '/forgot-password', { username: 'nobody at all' })],
  ];
  return stops.map(([route, send]) => ({ route, send }));
}
