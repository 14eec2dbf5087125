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

/** The round trips of a request. */
async function flightsOf(send: () => Promise<unknown>): Promise<string[][]> {
  // Opens connections that were idle for too long: the preparation of a new one is no statement of a route.
  await Promise.all([1, 2, 3, 4].map(() => game.instance.pool.query('SELECT')));
  recorder.take();
  await send();
  return recorder.take();
}

const ann = useOne(() => createEmpire(game, { x: 300, y: 300 }));
beforeAll(async () => {
  // First requests warm up caches.
  for (const path of ['empires', 'leaderboard', `empire/${ann.empireId}`]) {
    await ann.send('GET', `/api/${path}`);
  }
  recorder = recordFlights(game.instance.pool);
  await sendEveryRoute(game, async ({ route }, send) => {
    let status = 0;
    const flights = await flightsOf(async () => ({ status } = await send()));
    sent.set(route, { status, flights });
  });
});

/** The statement that reads a session with its user. */
const session = ['findSessions'];
/** The statement that tells whether cached empires are current, and the one that loads those that are not. */
const check = ['selectVersions'];
const load = ['selectEmpireStatesOf'];
const lockAndLoad = ['BEGIN', 'lockEmpires', 'selectEmpireStates'];
/** The round trip of a save: statements of the tables that change, the empire after the rows that refer to it. */
const save: unknown = expect.toSatisfy((flight: string[]) =>
  /^(insertLedgerEntries )?(\w+DueEmpires )*updateEmpires (updateWishes )?((insert|update|delete)(Cities|Armies|OwnArmies|Battles) )*(sendNotifications )?(appendLogEntries )?(insertResponses )?(requireSessions )?COMMIT$/.test(
    flight.join(' '),
  ),
);
const executeCommand = [lockAndLoad, save];

it('every JSON route succeeds', () => {
  expect([...sent].filter(([, { status }]) => status >= 300)).toEqual([]);
});

const routesWith = (kind: RouteCase['statements']): string[] =>
  Object.entries(routeCases)
    .filter(([route, { statements = route.startsWith('GET ') ? 'read' : 'other' }]) => statements === kind)
    .map(([route]) => route);

describe('a read', () => {
  it.each(routesWith('none'))('%s runs no statement', (route) => {
    expect(sent.get(route)?.flights).toEqual([]);
  });

  it.each(routesWith('session'))('%s runs the check of the session alone', (route) => {
    expect(sent.get(route)?.flights).toEqual([session]);
  });

  it.each(routesWith('cached'))('%s selects the session, and the empire if it has changed', (route) => {
    expect([
      [session, check],
      [session, check, load],
    ]).toContainEqual(sent.get(route)?.flights);
  });

  it.each(routesWith('read'))('%s selects the session and runs one more statement', (route) => {
    expect(sent.get(route)?.flights).toEqual([session, [expect.any(String)]]);
  });

  it('of an unchanged empire checks its version', async () => {
    const bob = await createEmpire(game, { x: -300, y: 300 });
    const path = `/api/empire/${bob.empireId}`;
    for (const reader of [ann, bob]) await reader.send('GET', path);
    expect(await flightsOf(() => bob.send('GET', path))).toEqual([session, check]);
    expect(await flightsOf(() => ann.send('GET', path))).toEqual([session, check]);
  });

  it.each(['score', 'military', 'economic', 'crowns', 'alliance'])(
    'of the page of the rankings by %s reads everything in one round trip after the empire',
    async (type) => {
      const open = () => new Browser(game, ann.cookie).open(`/world?type=${type}&from=2`);
      // The first reader warms up caches.
      await open();
      const list: unknown = expect.any(String);
      expect(await flightsOf(open)).toEqual([session, check, ['selectLayout', list, list]]);
    },
  );

  it('runs at most three statements on every route but the download and the list of targets', () => {
    const isLonger = (route: string) => ['GET /api/user/data', 'GET /api/targets'].includes(route);
    const reads = [...sent].filter(([route]) => route.startsWith('GET ') && !isLonger(route));
    expect(Math.max(...reads.map(([, { flights }]) => flights.flat().length))).toBe(3);
  });
});

describe('a change', () => {
  it.each(routesWith('command'))(
    '%s selects the session and runs a transaction of two round trips',
    (route) => {
      expect(sent.get(route)?.flights).toEqual([session, ...executeCommand]);
    },
  );

  it('writes only the tables that it changes', () => {
    expect(sent.get('POST /api/city/:city_id/train')?.flights[2]).toEqual([
      ...['insertLedgerEntries', 'insertDueEmpires', 'updateEmpires', 'updateCities', 'sendNotifications'],
      'requireSessions',
      'COMMIT',
    ]);
  });

  it.each(routesWith('other').filter((route) => /^(POST|PUT|DELETE) \/api/.test(route)))(
    '%s is one transaction of few round trips, which checks the session again',
    (route) => {
      const flights = sent.get(route)?.flights ?? [];
      const begin = flights.findIndex(([first]) => first === 'BEGIN');
      expect([[session], [session, [expect.any(String)]]]).toContainEqual(flights.slice(0, begin));
      expect(flights.at(-1)?.join(' ')).toMatch(/requireSessions COMMIT$/);
      // These are rare.
      const isRare = /^POST \/api\/(empire|user\/tokens)$|\/api\/alarms\/|news\/read$/.test(route);
      expect(flights.length - begin).toBeLessThanOrEqual(isRare ? 6 : 2);
    },
  );

  it('with an Idempotency-Key costs one lookup, and only the lookup when it is repeated', async () => {
    const headers = { authorization: `Bearer ${ann.token}`, 'idempotency-key': 'once' };
    const put = () =>
      sendAnonymously(game.url, 'PUT', `/api/empire/${ann.empireId}`, { description: 'Said once' }, headers);
    const looked = [session, ['selectStoredResponse']];
    expect(await flightsOf(put)).toEqual([...looked, ...executeCommand]);
    expect(await flightsOf(put)).toEqual(looked);
  });

  it('that is a login has four statements, two of them of connect-pg-simple', () => {
    const ofStore = ['DELETE FROM "sessions"', 'INSERT INTO "sessions"'].map((start): unknown => [
      expect.stringContaining(start),
    ]);
    expect(sent.get('POST /login')?.flights).toEqual([['selectLogin'], ...ofStore, ['finishLogin']]);
  });

  it.each([
    ['POST /password', 6],
    ['POST /logout', 2],
    ['POST /register', 1],
  ])('%s has %i round trips', (route, count) => {
    expect(sent.get(route)?.flights).toHaveLength(count);
  });
});

describe('a refusal', () => {
  const build = (type: string) => ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type });

  it('of an invalid request selects only the session', async () => {
    expect(await flightsOf(() => build('castle'))).toEqual([session]);
  });

  it('by the rules is rolled back without writing', async () => {
    await setStock(game, ann.empireId, { gold: 0, food: 0, materials: 0 });
    expect(await flightsOf(() => build('farm'))).toEqual([session, lockAndLoad, ['ROLLBACK']]);
  });

  it('of an object of another player runs one more statement, for its existence', async () => {
    const recall = () => ann.send('POST', `/api/army/${unknownId}/recall`);
    expect(await flightsOf(recall)).toEqual([session, lockAndLoad, ['ROLLBACK'], ['selectExistence']]);
  });

  it('of a list by a limit does not read it', async () => {
    const strict = await startTestGame({ limits: { auth: 1000, data: 1, action: 1000 } });
    const bea = await createEmpire(strict, { x: 0, y: 0 });
    const strictRecorder = recordFlights(strict.instance.pool);
    const seen: unknown[] = [];
    for (let n = 1; n <= 3; n++) {
      strictRecorder.take();
      const { status } = await bea.send('GET', '/api/leaderboard');
      seen.push([status, strictRecorder.take().flat().includes('selectRankings')]);
    }
    await strict.stop();
    const refused = [429, false];
    expect(seen).toEqual([[200, true], refused, refused]);
  });
});
