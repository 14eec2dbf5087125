/** Idempotency-Key: a repeated request gets the stored response and takes effect once. */
import { describe, expect, it } from 'vitest';
import { addressOf, sendEveryRoute } from '../routes/all.ts';
import { begin } from '../support/database.ts';
import {
  sendAnonymously,
  startSecond,
  useTestGame,
  type ApiResponse,
  type Player,
  type Ruler,
} from '../support/game.ts';
import { openSession, createPlayer, createEmpire, userIdOf } from '../support/players.ts';
import { build, readCities } from '../support/requests.ts';
import { hourMs, the } from '../support/worlds.ts';
import { countWaiting } from '../world/stage.ts';

const game = useTestGame();
let column = 0;
let keys = 0;

const createKey = (): string => `key-${(keys += 1)}`;

/** A player far from all others. */
function createRuler(): Promise<Ruler> {
  column += 40;
  return createEmpire(game, { x: -900 + column, y: 0 });
}

type Request = [method: string, path: string, body?: unknown];

const send = (
  player: Player,
  [method, path, body]: Request,
  key: string,
  { url } = game,
): Promise<ApiResponse> =>
  sendAnonymously(url, method, path, body, {
    authorization: `Bearer ${player.token}`,
    'idempotency-key': key,
  });

const buildings = (ruler: Ruler, body: object): Request => [
  'POST',
  `/api/city/${ruler.capitalId}/buildings`,
  body,
];
const farm = (ruler: Ruler): Request => buildings(ruler, { type: 'farm' });

const countLevels = async (ruler: Ruler): Promise<number> =>
  the((await readCities(ruler, ruler.empireId))[0]).construction?.length ?? 0;

it('a stored response is returned byte for byte, with any characters', async () => {
  const [ann, bob] = [await createRuler(), await createRuler()];
  const user_id = await userIdOf(game, bob);
  const sendMessage = async (): Promise<string> => {
    const response = await fetch(`${game.url}/api/threads`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ann.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'message',
      },
      body: JSON.stringify({ user_id, text: 'Ἀθῆναι "quoted" \\u0000\n\u{1F3DB}'.repeat(80) }),
    });
    expect(response.status).toBe(201);
    return response.text();
  };
  const sent = await sendMessage();
  expect(await sendMessage()).toBe(sent);
});

describe('the same key with the same body', () => {
  it('returns the stored response and changes nothing', async () => {
    const ruler = await createRuler();
    const key = createKey();
    const first = await send(ruler, farm(ruler), key);
    const second = await send(ruler, farm(ruler), key);
    expect(first.status).toBe(201);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(await countLevels(ruler)).toBe(1);
  });

  it('matches a body with the same values in another form, and the id in another case', async () => {
    const ruler = await createRuler();
    const key = createKey();
    const first = await send(ruler, farm(ruler), key);
    const shouted = { ...ruler, capitalId: ruler.capitalId.toUpperCase() };
    for (const request of [buildings(ruler, { quantity: 1, type: 'farm', more: true }), farm(shouted)]) {
      const { status, body } = await send(ruler, request, key);
      expect([status, body]).toEqual([201, first.body]);
    }
    expect(await countLevels(ruler)).toBe(1);
  });

  it('takes effect once for twenty concurrent requests', async () => {
    const ruler = await createRuler();
    const key = createKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(ruler, farm(ruler), key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await countLevels(ruler)).toBe(1);
  });

  it('takes effect once when it is sent twice among the requests of others', async () => {
    const rulers = await Promise.all(Array.from({ length: 12 }, () => createRuler()));
    const [twice] = rulers;
    if (twice === undefined) throw new Error('nobody is there');
    const key = createKey();
    const answers = await Promise.all([
      ...rulers.map((ruler) => send(ruler, farm(ruler), ruler === twice ? key : createKey())),
      send(twice, farm(twice), key),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(answers.at(-1)?.body).toEqual(answers[0].body);
    expect(await countLevels(twice)).toBe(1);
  });

  it('founds one empire for ten concurrent requests', async () => {
    const player = await createPlayer(game);
    column += 40;
    const body = { name: `Realm of ${player.username}`, starting_location: { x: -900 + column, y: 0 } };
    const request: Request = ['POST', '/api/empire', body];
    const key = createKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(player, request, key)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  });

  it('takes effect once on two instances', async () => {
    const other = await startSecond(game);
    try {
      const ruler = await createRuler();
      const key = createKey();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          send(ruler, farm(ruler), key, index % 2 === 0 ? game : other),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(await countLevels(ruler)).toBe(1);
    } finally {
      await other.stop();
    }
  });
});

describe('another request with the same key', () => {
  it('is refused with 409 if the body differs', async () => {
    const ruler = await createRuler();
    const key = createKey();
    await send(ruler, farm(ruler), key);
    const second = await send(ruler, buildings(ruler, { type: 'quarry' }), key);
    expect([second.status, second.body.code]).toEqual([409, 'IDEMPOTENCY_MISMATCH']);
    expect(await countLevels(ruler)).toBe(1);
  });

  it('is independent if the route differs', async () => {
    const ruler = await createRuler();
    const key = createKey();
    await send(ruler, farm(ruler), key);
    const renamed = await send(ruler, ['PUT', `/api/empire/${ruler.empireId}`, { description: 'Ours' }], key);
    expect(renamed.status).toBe(200);
  });

  it('is independent for another user with the same path and body', async () => {
    const [one, two] = [await createRuler(), await createRuler()];
    const key = createKey();
    const endOthers = (player: Player) => send(player, ['DELETE', '/api/user/sessions/others'], key);
    await endOthers(one);
    const second = await openSession(game, two.username);
    expect((await endOthers(second)).status).toBe(200);
    // The effect, not only the response: a stored response of the first user would have changed nothing.
    expect((await two.send('GET', '/api/user/profile')).status).toBe(401);
  });

  it('can succeed after a refusal, which is not stored', async () => {
    const ruler = await createRuler();
    const key = createKey();
    const train = (quantity: number) =>
      send(ruler, ['POST', `/api/city/${ruler.capitalId}/train`, { unit_type: 'soldiers', quantity }], key);
    expect((await train(1)).body.code).toBe('REQUIREMENT_MISSING');
    await build(ruler, 'barracks');
    await game.pass(hourMs);
    expect((await train(2)).status).toBe(201);
  });
});

describe('an invalid key', () => {
  it.each([
    ['an empty one', ''],
    ['one with a blank', 'two words'],
    ['one of 101 characters', 'k'.repeat(101)],
    ['one that is not ASCII', 'sch\u00fcssel'],
  ])('%s is refused without a change', async (_what, key) => {
    const ruler = await createRuler();
    const answer = await send(ruler, farm(ruler), key);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.body.details).toContain('Idempotency-Key');
    expect(await countLevels(ruler)).toBe(0);
  });
});

it('is refused if the account is deleted together with the response of the first request', async () => {
  const { pool } = game.instance;
  const player = await createPlayer(game);
  const body = { user_id: await userIdOf(game, await createPlayer(game)) };
  const block = () => send(player, ['POST', '/api/blocks', body], 'once');
  expect((await block()).status).toBe(200);
  const taken = await game.query(
    'DELETE FROM idempotency_keys WHERE user_id = $1 RETURNING *',
    await userIdOf(game, player),
  );
  const first = await begin(
    pool,
    'INSERT INTO idempotency_keys SELECT * FROM jsonb_populate_recordset(NULL::idempotency_keys, $1)',
    [JSON.stringify(taken.map((row) => ({ ...row, response: '' })))],
  );
  const second = block();
  await expect.poll(() => countWaiting(game.instance)).toBe(1);
  // The deletion comes between the failure of the second request and its search for the response of the first one.
  const deleting = begin(pool, 'LOCK TABLE idempotency_keys');
  await expect.poll(() => countWaiting(game.instance)).toBe(2);
  await first.commit();
  const deletion = await deleting;
  await deletion.query('DELETE FROM users WHERE username = $1', [player.username]);
  await deletion.commit();
  const { status, body: refusal } = await second;
  expect([status, refusal.code]).toEqual([401, 'AUTH_REQUIRED']);
});

it('is stored when a session ends itself, and repeated for another session of the user', async () => {
  const ruler = await createRuler();
  const [own, other] = [await openSession(game, ruler.username), await openSession(game, ruler.username)];
  const body = await own.read<{ sessions: { id: string; current: boolean }[] }>('/api/user/sessions');
  const path = `/api/user/sessions/${body.sessions.find(({ current }) => current)?.id ?? ''}`;
  const key = createKey();
  const first = await send(own, ['DELETE', path], key);
  expect((await own.send('GET', '/api/user/profile')).status).toBe(401);
  expect((await send(other, ['DELETE', path], key)).body).toEqual(first.body);
});

describe('every other command', () => {
  // A new token is shown only once: its response is not stored.
  const withSecret = 'POST /api/user/tokens';
  it('stores its response', async () => {
    const repeated: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    await sendEveryRoute(game, async ({ route, by, ids, body }) => {
      const [method = ''] = route.split(' ');
      if (method === 'GET' || by === null || !route.includes(' /api/') || route === withSecret) return;
      const headers = { authorization: `Bearer ${by.token}`, 'idempotency-key': createKey() };
      const request = () => sendAnonymously(game.url, method, addressOf(route, ids), body, headers);
      const first = await request();
      const second = await request();
      expected[route] = [true, first.body];
      repeated[route] = [first.status < 300, second.body];
    });
    expect(repeated).toEqual(expected);
  });
});
