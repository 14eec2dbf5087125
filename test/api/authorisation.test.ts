/**
 * Authorisation of every route of the application, for every kind of caller, by cookie and by header. A route
 * without a row here fails the test.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callers, carriers, credentialsOf, seatCast, type Caller, type Cast } from '../support/callers.ts';
import { enrich, expose, setLevels, setUnits } from '../support/endow.ts';
import { sendAnonymously, startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { openSession, seatRuler, userIdOf } from '../support/guests.ts';
import { nameOf, readRoutes } from '../support/routes.ts';
import {
  blockByOwner,
  enlistBystander,
  findBattle,
  findFinished,
  findThread,
  freeOwner,
  hearBystander,
  inviteBystander,
  lead,
  openOwnersSession,
  orderLevel,
  raise,
  raiseMarching,
  shareFinished,
  type Stage,
} from './authorisation-objects.ts';

let game: TestGame;
let cast: Cast;
let stage: Stage;
/** The target of the owner's attack. */
let bystander: Ruler;
let routes: ReturnType<typeof readRoutes>;

beforeAll(async () => {
  game = await startTestGame();
  cast = await seatCast(game);
  const { owner } = cast;
  bystander = await seatRuler(game, { x: 0, y: 60 });
  stage = { game, cast, bystander, finishedId: null };
  await expose(game, bystander.empireId);
  await enrich(game, owner.empireId);
  await setLevels(game, owner.capitalId, { barracks: 1, town_hall: 5, house: 20 });
  await setUnits(game, owner.armyId, { soldiers: 50 });
  routes = readRoutes(game);
});
afterAll(() => game.stop());

let made = 0;

interface Row {
  /** Status without a valid session; 401 unless the route is open. */
  nobody?: number;
  owner: number;
  rival: number;
  /** The values of the path parameters: an object of the owner, new if the request uses it up. */
  id?: (stage: Stage) => string | string[] | Promise<string | string[]>;
  query?: string;
  body?: () => unknown;
}

const empireId = (): string => cast.owner.empireId;
const cityId = (): string => cast.owner.capitalId;
/** A different tile on every call. */
const tile = (): { x: number; y: number } => ({ x: 100 + 5 * (made += 1), y: 0 });

/** The order matters: the report is of the battle that an earlier row orders. */
const rows: Record<string, Row> = {
  'POST /register': { nobody: 400, owner: 400, rival: 400, body: () => ({}) },
  'POST /login': { nobody: 400, owner: 400, rival: 400, body: () => ({}) },
  'POST /password': { owner: 400, rival: 400, body: () => ({}) },
  'POST /email': { owner: 400, rival: 400, body: () => ({}) },
  'POST /confirm-email': { nobody: 400, owner: 400, rival: 400, body: () => ({}) },
  'POST /forgot-password': { nobody: 400, owner: 400, rival: 400, body: () => ({}) },
  'POST /reset-password': { nobody: 400, owner: 400, rival: 400, body: () => ({}) },
  'POST /delete-account': { owner: 400, rival: 400, body: () => ({}) },
  'GET /api/user/data': { owner: 200, rival: 200 },
  'GET /api/user/profile': { owner: 200, rival: 200 },
  'GET /api/user/sessions': { owner: 200, rival: 200 },
  'DELETE /api/user/sessions/others': { owner: 200, rival: 200 },
  'DELETE /api/user/sessions/:session_id': { owner: 200, rival: 403, id: openOwnersSession },
  'GET /api/empire/:empire_id': { owner: 200, rival: 200, id: empireId },
  'GET /api/empires': { owner: 200, rival: 200 },
  // Both users already have an empire.
  'POST /api/empire': {
    owner: 409,
    rival: 409,
    body: () => ({ name: `Realm ${(made += 1)}`, starting_location: tile() }),
  },
  'PUT /api/empire/:empire_id': { owner: 200, rival: 403, id: empireId, body: () => ({ description: 'x' }) },
  'GET /api/empire/:empire_id/cities': { owner: 200, rival: 200, id: empireId },
  'POST /api/empire/:empire_id/cities': {
    owner: 201,
    rival: 403,
    id: empireId,
    body: () => ({ name: `City ${(made += 1)}`, location: tile() }),
  },
  'PUT /api/city/:city_id': { owner: 200, rival: 403, id: cityId, body: () => ({ name: 'Wessex' }) },
  'GET /api/city/:city_id/buildings': { owner: 200, rival: 200, id: cityId },
  'POST /api/city/:city_id/buildings': { owner: 201, rival: 403, id: cityId, body: () => ({ type: 'farm' }) },
  'POST /api/city/:city_id/train': {
    owner: 201,
    rival: 403,
    id: cityId,
    body: () => ({ unit_type: 'soldiers', quantity: 1 }),
  },
  'DELETE /api/order/:order_id': { owner: 200, rival: 403, id: orderLevel },
  'GET /api/empire/:empire_id/military': { owner: 200, rival: 200, id: empireId },
  'GET /api/empire/:empire_id/news': { owner: 200, rival: 403, id: empireId },
  'POST /api/empire/:empire_id/news/read': {
    owner: 200,
    rival: 403,
    id: empireId,
    body: () => ({ numbers: [1] }),
  },
  'GET /api/empire/:empire_id/events': { owner: 200, rival: 403, id: empireId },
  'GET /api/empire/:empire_id/scores': { owner: 200, rival: 200, id: empireId },
  'GET /api/empire/:empire_id/ledger': { owner: 200, rival: 403, id: empireId },
  'GET /api/empire/:empire_id/wishes': { owner: 200, rival: 403, id: empireId },
  'PUT /api/empire/:empire_id/wishes': { owner: 200, rival: 403, id: empireId, body: () => ({ wishes: [] }) },
  'POST /api/army/:army_id/move': {
    owner: 200,
    rival: 403,
    id: raise,
    body: () => ({ destination: tile() }),
  },
  'POST /api/army/:army_id/recall': { owner: 200, rival: 403, id: raiseMarching },
  'POST /api/army/:army_id/split': {
    owner: 201,
    rival: 403,
    id: () => cast.owner.armyId,
    body: () => ({ units: { soldiers: 1 } }),
  },
  'POST /api/army/:army_id/merge': {
    owner: 200,
    rival: 403,
    id: () => cast.owner.armyId,
    body: async () => ({ army_id: await raise(stage) }),
  },
  'POST /api/army/:army_id/dismiss': {
    owner: 200,
    rival: 403,
    id: () => cast.owner.armyId,
    body: () => ({ units: { soldiers: 1 } }),
  },
  'POST /api/battle': {
    owner: 201,
    rival: 403,
    body: async () => ({ army_id: await raise(stage), target_type: 'city', target_id: bystander.capitalId }),
  },
  'GET /api/battles': { owner: 200, rival: 200 },
  'GET /api/battle/:battle_id': { owner: 200, rival: 403, id: findBattle },
  'POST /api/battle/:battle_id/share': { owner: 201, rival: 403, id: findFinished },
  // The rival has no link.
  'DELETE /api/battle/:battle_id/share': { owner: 200, rival: 404, id: shareFinished },
  'GET /api/search': { owner: 200, rival: 200, query: '?name=e' },
  'GET /api/today': { nobody: 200, owner: 200, rival: 200 },
  'GET /api/announcement': { nobody: 200, owner: 200, rival: 200 },
  'GET /api/leaderboard': { nobody: 200, owner: 200, rival: 200 },
  'GET /api/seats': { nobody: 200, owner: 200, rival: 200 },
  'GET /api/reigns': { nobody: 200, owner: 200, rival: 200 },
  'GET /api/threads': { owner: 200, rival: 200 },
  // Writing to oneself is refused.
  'POST /api/threads': {
    owner: 400,
    rival: 201,
    body: async () => ({ user_id: await userIdOf(game, cast.owner), text: 'Greetings' }),
  },
  // The thread of the owner and the bystander does not exist for the rival.
  'GET /api/thread/:thread_id': { owner: 200, rival: 404, id: findThread },
  'POST /api/thread/:thread_id/messages': {
    owner: 201,
    rival: 404,
    id: findThread,
    body: () => ({ text: 'Peace?' }),
  },
  'POST /api/thread/:thread_id/read': { owner: 200, rival: 404, id: findThread, body: () => ({ number: 1 }) },
  'POST /api/thread/:thread_id/report': {
    owner: 200,
    rival: 404,
    id: findThread,
    body: () => ({ number: 1 }),
  },
  'GET /api/blocks': { owner: 200, rival: 200 },
  'POST /api/blocks': {
    owner: 200,
    rival: 200,
    body: async () => ({ user_id: await userIdOf(game, bystander) }),
  },
  'DELETE /api/block/:user_id': { owner: 200, rival: 404, id: blockByOwner },
  // test/api/alliances.test.ts has the roles of an alliance.
  'GET /api/alliances': { owner: 200, rival: 200 },
  'POST /api/alliances': {
    owner: 201,
    rival: 409,
    id: freeOwner,
    body: () => ({ name: 'The Owls', tag: `T${(made += 1)}` }),
  },
  'GET /api/alliance/:alliance_id': { owner: 200, rival: 200, id: lead },
  'PUT /api/alliance/:alliance_id': {
    owner: 200,
    rival: 403,
    id: lead,
    body: () => ({ description: 'Wise' }),
  },
  'DELETE /api/alliance/:alliance_id': { owner: 200, rival: 403, id: lead },
  'GET /api/alliance/:alliance_id/candidates': { owner: 200, rival: 403, id: lead },
  'POST /api/alliance/:alliance_id/invitations': {
    owner: 201,
    rival: 403,
    id: lead,
    body: () => ({ empire_id: bystander.empireId }),
  },
  // The owner is a member already, the rival one of another alliance.
  'POST /api/alliance/:alliance_id/applications': { owner: 409, rival: 409, id: lead },
  'DELETE /api/alliance/:alliance_id/candidate/:empire_id': { owner: 200, rival: 403, id: inviteBystander },
  'GET /api/candidacies': { owner: 200, rival: 200 },
  'POST /api/alliance/:alliance_id/members': {
    owner: 404,
    rival: 403,
    id: lead,
    body: () => ({ empire_id: bystander.empireId }),
  },
  'PUT /api/alliance/:alliance_id/member/:empire_id': {
    owner: 200,
    rival: 403,
    id: enlistBystander,
    body: () => ({ role: 'officer' }),
  },
  'DELETE /api/alliance/:alliance_id/member/:empire_id': { owner: 200, rival: 403, id: enlistBystander },
  'GET /api/alliance/:alliance_id/messages': { owner: 200, rival: 403, id: lead },
  'POST /api/alliance/:alliance_id/messages': {
    owner: 201,
    rival: 403,
    id: lead,
    body: () => ({ text: 'Greetings' }),
  },
  'POST /api/alliance/:alliance_id/report': {
    owner: 200,
    rival: 404,
    id: hearBystander,
    body: () => ({ number: 1 }),
  },
  'GET /api/alliance/:alliance_id/threats': { owner: 200, rival: 403, id: lead },
  'GET /api/map': { owner: 200, rival: 200, query: '?x=0&y=0' },
  'GET /api/rules': { nobody: 200, owner: 200, rival: 200 },
  'GET /api/openapi.json': { nobody: 200, owner: 200, rival: 200 },
  'GET /api/asyncapi.json': { nobody: 200, owner: 200, rival: 200 },
  // Must be last, because it ends the session of the caller.
  'POST /logout': { owner: 200, rival: 200 },
};

/** Restores what the rows use up: armies and the queue. */
async function restore(): Promise<void> {
  const { pool } = game.instance;
  const { empireId: ownId, armyId } = cast.owner;
  await pool.query('DELETE FROM armies WHERE empire_id = $1 AND id <> $2', [ownId, armyId]);
  await pool.query(`UPDATE cities SET construction = '[]', training = '[]' WHERE empire_id = $1`, [ownId]);
  await setUnits(game, armyId, { soldiers: 50 });
}

async function ask(route: string, headers: Record<string, string>): Promise<number> {
  const row = rows[route];
  if (row === undefined) throw new Error(`no row for ${route}`);
  const [method = '', path = ''] = route.split(' ');
  const ids = [(await row.id?.(stage)) ?? []].flat();
  const address = path.replaceAll(/:\w+/g, () => ids.shift() ?? '') + (row.query ?? '');
  const { status } = await sendAnonymously(game.url, method, address, await row.body?.(), headers);
  return status;
}

const answerFor = ({ nobody = 401, owner, rival }: Row, caller: Caller): number =>
  caller === 'owner' ? owner : caller === 'rival' ? rival : nobody;

const combinations = callers.flatMap((caller) => carriers.map((carrier) => ({ caller, carrier })));

describe('the table', () => {
  it('has a row for exactly the JSON routes of the application', () => {
    expect(Object.keys(rows).sort()).toEqual(routes.endpoints.map(nameOf).sort());
  });

  it('marks the same routes as open as the routes themselves', () => {
    const open = routes.endpoints.filter(({ auth }) => auth === 'optional' || auth === 'none').map(nameOf);
    const tabled = Object.entries(rows).filter(([, { nobody }]) => nobody !== undefined);
    expect(tabled.map(([route]) => route).sort()).toEqual(open.sort());
  });
});

describe.each(Object.entries(rows))('%s', (route, row) => {
  beforeEach(restore);

  it.each(combinations)('responds to %o', async ({ caller, carrier }) => {
    const isLogout = route === 'POST /logout';
    const player = caller === 'owner' ? cast.owner : cast.rival;
    const headers =
      isLogout && (caller === 'owner' || caller === 'rival')
        ? credentialsOf(await openSession(game, player.username), carrier)
        : cast.headersOf(caller, carrier);
    expect(await ask(route, headers)).toBe(answerFor(row, caller));
  });
});

describe('a request whose cookie and header differ', () => {
  const locked = Object.entries(rows).filter(([, { nobody }]) => nobody === undefined);
  const both = (cookie: Caller, header: Caller): Record<string, string> => ({
    ...cast.headersOf(cookie, 'cookie'),
    ...cast.headersOf(header, 'Bearer'),
  });

  beforeEach(restore);

  it.each(locked)('is rejected by an invalid header despite a valid cookie at %s', async (route) => {
    expect(await ask(route, both('owner', 'logged out'))).toBe(401);
  });

  it.each(['Nonsense', 'Bearer', 'Basic b3duZXI6eA=='])(
    'is rejected by the header %j despite a valid cookie',
    async (authorization) => {
      const headers = { ...cast.headersOf('owner', 'cookie'), authorization };
      expect(await ask('GET /api/user/profile', headers)).toBe(401);
    },
  );

  it('is accepted by a valid header despite an invalid cookie', async () => {
    expect(await ask('PUT /api/empire/:empire_id', both('expired', 'owner'))).toBe(200);
  });

  it('is of the rival in the header, regardless of the cookie', async () => {
    expect(await ask('PUT /api/empire/:empire_id', both('owner', 'rival'))).toBe(403);
  });

  it('is of the owner in the header, regardless of the cookie', async () => {
    expect(await ask('PUT /api/empire/:empire_id', both('rival', 'owner'))).toBe(200);
  });
});
