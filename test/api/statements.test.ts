/** The database statements of every route: their number, names and round trips. */
import { beforeAll, describe, expect, it } from 'vitest';
import { routeCases, sendEveryRoute } from '../routes/all.ts';
import type { RouteCase } from '../routes/route-case.ts';
import { setStock, unknownId } from '../support/set-state.ts';
import { sendAnonymously, startTestGame, useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { recordFlights, type Recorder } from '../support/statements.ts';
import { Browser } from '../pages/browser.ts';

const game = useTestGame({ smtpUrl: 'smtp://127.0.0.1:9' });
let recorder: Recorder;
/** Status and round trips of one successful request per route. */
const sent = new Map<string, { status: number; flights: string[][] }>();

/** Opens all connections again that were idle for too long: the preparation of a new one is no statement of a route. */
const openConnections = (): Promise<unknown> =>
  Promise.all([1, 2, 3, 4].map(() => game.instance.pool.query('SELECT')));

const ann = useOne(() => createEmpire(game, { x: 300, y: 300 }));
beforeAll(async () => {
  // First requests warm up caches, and renew the marks of the lists.
  for (const path of ['empires', 'leaderboard', `empire/${ann.empireId}`]) {
    await ann.send('GET', `/api/${path}`);
  }
  recorder = recordFlights(game.instance.pool);
  await sendEveryRoute(game, async ({ route }, send) => {
    await openConnections();
    recorder.take();
    const { status } = await send();
    sent.set(route, { status, flights: recorder.take() });
  });
});

/** The statement that reads a session with its user, and the version of the user's empire. */
const session = (): string[] => ['findSessions'];
/** The statement that loads empires, or finds that the cached ones are current. */
const check = ['selectEmpireStatesOf'];
/** A transaction of a caller begins with the check of the session, which a command makes in the statement that locks. */
const begin = ['BEGIN', 'selectValidSessions'];
const lockAndLoad = ['BEGIN', 'lockEmpires', 'selectEmpireStates'];
/** The round trip of a save: statements of the tables that change, the empire after the rows that refer to it. */
const save: unknown = expect.toSatisfy((flight: string[]) =>
  /^(insertLedgerEntries )?(\w+DueEmpires )*updateEmpires (updateWishes )?((insert|update|delete)(Cities|Armies|OwnArmies|Battles) )*(sendNotifications )?(appendLogEntries )?(insertResponses )?COMMIT$/.test(
    flight.join(' '),
  ),
);
const executeCommand = [lockAndLoad, save];

describe('every JSON route', () => {
  it('succeeds', () => {
    const failed = [...sent].filter(([, { status }]) => status >= 300);
    expect(failed).toEqual([]);
  });
});

const routesWith = (kind: RouteCase['statements']): string[] =>
  Object.entries(routeCases)
    .filter(([route, { statements = route.startsWith('GET ') ? 'read' : 'other' }]) => statements === kind)
    .map(([route]) => route);

describe('a read', () => {
  it.each(routesWith('session'))('%s runs the check of the session alone', (route) => {
    expect(sent.get(route)?.flights).toEqual([session()]);
  });

  it.each(routesWith('cached'))('%s selects the session, and the empire if it has changed', (route) => {
    expect([[session()], [session(), check]]).toContainEqual(sent.get(route)?.flights);
  });

  it.each([
    ['?from=2', 'selectRankings', 'selectOwnPlace'],
    ['?type=military&from=2', 'selectMilitaryRankings', 'selectOwnMilitaryPlace'],
    ['?type=economic&from=2', 'selectEconomicRankings', 'selectOwnEconomicPlace'],
    ['?type=crowns&from=2', 'selectCrowns', 'selectOwnPlace'],
    ['?type=alliance&from=2', 'selectAlliancesPage', 'selectOwnPlace'],
  ])('of a further page of a ranking has two round trips: %s', async (query, ...statements) => {
    await openConnections();
    // The first reader renews the marks.
    await new Browser(game, ann.cookie).open(`/world${query}`);
    await ann.send('GET', `/api/empire/${ann.empireId}`);
    recorder.take();
    const { status } = await new Browser(game, ann.cookie).open(`/world${query}`);
    expect([status, recorder.take()]).toEqual([200, [session(), ['selectLayout', ...statements]]]);
  });

  it('of the page of the world has five statements, besides the map and the fight that all readers share', async () => {
    await new Browser(game, ann.cookie).open('/world');
    recorder.take();
    await new Browser(game, ann.cookie).open('/world');
    const statements = ['selectLayout', 'selectSeats', 'selectReigns', 'selectRankings', 'selectOwnPlace'];
    expect(recorder.take().flat()).toEqual([...session(), ...statements]);
  });

  it('of a list by a refused user is not made', async () => {
    const strict = await startTestGame({ limits: { auth: 1000, data: 2, action: 1000 } });
    const bea = await createEmpire(strict, { x: 0, y: 0 });
    const strictRecorder = recordFlights(strict.instance.pool);
    const seen: unknown[] = [];
    for (let n = 1; n <= 5; n++) {
      strictRecorder.take();
      const { status } = await bea.send('GET', '/api/leaderboard');
      seen.push([status, strictRecorder.take().flat().includes('selectRankings')]);
    }
    await strict.stop();
    const refused = [429, false];
    expect(seen).toEqual([[200, true], [200, true], refused, refused, refused]);
  });

  it.each(routesWith('read'))('%s selects the session and runs one more statement', (route) => {
    expect(sent.get(route)?.flights).toEqual([session(), [expect.any(String)]]);
  });

  it.each(['', '/cities', '/military', '/wishes'])(
    'of your unchanged empire is one round trip: %s',
    async (part) => {
      await ann.send('GET', `/api/empire/${ann.empireId}`);
      recorder.take();
      await ann.send('GET', `/api/empire/${ann.empireId}${part}`);
      expect(recorder.take()).toEqual([session()]);
    },
  );

  it('of an unchanged empire of another player checks it', async () => {
    const bob = await createEmpire(game, { x: -300, y: 300 });
    await ann.send('GET', `/api/empire/${bob.empireId}`);
    recorder.take();
    await ann.send('GET', `/api/empire/${bob.empireId}`);
    expect(recorder.take()).toEqual([session(), check]);
  });

  it.each(routesWith('none'))('%s runs no statement', (route) => {
    expect(sent.get(route)?.flights).toEqual([]);
  });

  it('of targets selects them, and the empires that hold them together', () => {
    const [first, ...later] = sent.get('GET /api/targets')?.flights ?? [];
    expect(first).toEqual(session());
    // The own empire, if it has changed.
    expect(later.slice(-2)).toEqual([['selectRaidTargets'], check]);
    expect([[], [check]]).toContainEqual(later.slice(0, -2));
  });

  it('runs at most two statements on every route but the download and the list of targets', () => {
    const isLonger = (route: string) => ['GET /api/user/data', 'GET /api/targets'].includes(route);
    const counts = [...sent].filter(([route]) => route.startsWith('GET ') && !isLonger(route));
    expect(Math.max(...counts.map(([, { flights }]) => flights.flat().length))).toBe(2);
  });
});

describe('an action', () => {
  it.each(routesWith('command'))(
    '%s selects the session and runs a transaction of two round trips',
    (route) => {
      expect(sent.get(route)?.flights).toEqual([session(), ...executeCommand]);
    },
  );

  it('writes only the tables that it changes', () => {
    expect(sent.get('POST /api/city/:city_id/train')?.flights[2]).toEqual([
      'insertLedgerEntries',
      'insertDueEmpires',
      'updateEmpires',
      'updateCities',
      'sendNotifications',
      'COMMIT',
    ]);
  });

  it('POST /api/battle selects the target first', () => {
    expect(sent.get('POST /api/battle')?.flights).toEqual([session(), ['selectTargets'], ...executeCommand]);
  });

  it('POST /api/empire searches a tile and inserts', () => {
    expect(sent.get('POST /api/empire')?.flights).toEqual([
      session(),
      ['BEGIN', 'lockFoundings', 'selectValidSessions'],
      ['selectCityTilesNear', 'selectFoundings'],
      [
        'insertEmpires',
        'insertDueEmpires',
        'insertCities',
        'insertArmies',
        'appendLogEntries',
        'updateUserEmpire',
        'COMMIT',
      ],
    ]);
  });
});

describe('a change outside empires', () => {
  it.each([
    ['POST /api/empire/:empire_id/news/read', 'markRead'],
    ['POST /api/threads', 'lockUser', 'insertMessage'],
    ['POST /api/thread/:thread_id/messages', 'lockUser', 'insertMessage'],
    ['POST /api/thread/:thread_id/read', 'lockMember', 'updateRead'],
    ['POST /api/thread/:thread_id/report', 'insertReport'],
    ['POST /api/alliance/:alliance_id/messages', 'lockUser', 'shareAlliance', 'insertChatMessage'],
    ['POST /api/alliance/:alliance_id/report', 'insertReport'],
    ['POST /api/blocks', 'lockUser', 'insertBlock'],
    ['DELETE /api/block/:user_id', 'deleteBlock'],
    ['POST /api/battle/:battle_id/share', 'insertShare'],
    ['DELETE /api/battle/:battle_id/share', 'deleteShare'],
    ['DELETE /api/user/sessions/:session_id', 'deleteSession'],
    ['DELETE /api/user/sessions/others', 'deleteSessions'],
  ])('%s is a transaction of two round trips', (route, ...statements) => {
    expect(sent.get(route)?.flights).toEqual([session(), [...begin, ...statements], ['COMMIT']]);
  });
});

describe('a change of an alliance', () => {
  const locks = ['lockAlliance', 'selectLockedAlliance'];
  it.each([
    ['POST /api/alliance/:alliance_id/members', ['changeMemberCount', 'deleteCandidacies'], []],
    ['DELETE /api/alliance/:alliance_id/member/:empire_id', ['changeMemberCount'], [['selectGuardOwners']]],
    ['PUT /api/alliance/:alliance_id/member/:empire_id', [], []],
  ])('%s is a transaction of two round trips', (route, writes, reads) => {
    const [first, ...others] = sent.get(route)?.flights ?? [];
    expect(first).toEqual(session());
    expect(others.slice(0, reads.length)).toEqual(reads);
    const flights = others.slice(reads.length);
    expect(flights.slice(0, 1)).toEqual([['BEGIN', 'lockEmpires', ...locks, 'selectEmpireStates']]);
    expect(flights[1]).toEqual(expect.arrayContaining(['updateEmpires', ...writes, 'COMMIT']));
    expect(flights).toHaveLength(2);
  });

  it.each([
    ['POST /api/alliance/:alliance_id/invitations', ['insertCandidate', 'appendLogEntries']],
    ['POST /api/alliance/:alliance_id/applications', ['insertCandidate', 'appendLogEntries']],
    ['DELETE /api/alliance/:alliance_id/candidate/:empire_id', ['endCandidacy']],
    ['PUT /api/alliance/:alliance_id', ['updateTexts']],
    ['DELETE /api/alliance/:alliance_id', ['dissolveAlliance']],
  ])('%s is one of two round trips, with the lock of the viewer', (route, writes) => {
    expect(sent.get(route)?.flights).toEqual([
      session(),
      ['BEGIN', 'lockEmpires', 'lockUser', ...locks],
      [...writes, 'sendNotifications', 'COMMIT'],
    ]);
  });
});

describe('an Idempotency-Key', () => {
  it('costs one lookup, and only the lookup for a repeated request', async () => {
    const headers = { authorization: `Bearer ${ann.token}`, 'idempotency-key': 'once' };
    const path = `/api/empire/${ann.empireId}`;
    const flights = [];
    for (let attempt = 1; attempt <= 2; attempt++) {
      recorder.take();
      await sendAnonymously(game.url, 'PUT', path, { description: 'Said once' }, headers);
      flights.push(recorder.take());
    }
    const looked = [session(), ['selectStoredResponse']];
    expect(flights).toEqual([[...looked, ...executeCommand], looked]);
  });
});

describe('account routes', () => {
  it('log in with four statements, two of them of connect-pg-simple', () => {
    const ofStore = ['DELETE FROM "sessions"', 'INSERT INTO "sessions"'].map((start): unknown => [
      expect.stringContaining(start),
    ]);
    expect(sent.get('POST /login')?.flights).toEqual([['selectLogin'], ...ofStore, ['finishLogin']]);
  });

  it('change a password in a transaction of three round trips', () => {
    expect(sent.get('POST /password')?.flights).toEqual([
      session(),
      ['selectLogin'],
      ['takeHitsBack'],
      [...begin, 'replacePassword'],
      ['deleteSessions'],
      ['COMMIT'],
    ]);
  });

  it('log out with two statements', () => {
    expect(sent.get('POST /logout')?.flights).toHaveLength(2);
  });

  it('register with one statement', () => {
    expect(sent.get('POST /register')?.flights).toEqual([['insertUser']]);
  });
});

describe('a refusal', () => {
  const buildings = (): string => `/api/city/${ann.capitalId}/buildings`;
  const flightsOf = async (method: string, path: string, body?: unknown): Promise<string[][]> => {
    recorder.take();
    await ann.send(method, path, body);
    return recorder.take();
  };

  it('of an invalid request selects only the session', async () => {
    expect(await flightsOf('POST', buildings(), { type: 'castle' })).toEqual([session()]);
  });

  it('by the rules is rolled back without writing', async () => {
    await setStock(game, ann.empireId, { gold: 0, food: 0, materials: 0 });
    const flights = await flightsOf('POST', buildings(), { type: 'farm' });
    expect(flights).toEqual([session(), lockAndLoad, ['ROLLBACK']]);
  });

  it('of an object of another player runs one more statement, for its existence', async () => {
    const flights = await flightsOf('POST', `/api/army/${unknownId}/recall`);
    expect(flights).toEqual([session(), lockAndLoad, ['ROLLBACK'], ['selectExistence']]);
  });
});
