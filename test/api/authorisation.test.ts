/** Authorisation of every route of the application, for every kind of caller, by cookie and by header. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, idsOf, routeCases } from '../routes/all.ts';
import type { RouteCase } from '../routes/route-case.ts';
import { openStage, restore, type Stage } from '../routes/stage.ts';
import { callerNames, carriers, credentialsOf, type Caller, type Callers } from '../support/callers.ts';
import { sendAnonymously, useTestGame } from '../support/game.ts';
import { createPlayer, openSession } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { unknownId } from '../support/set-state.ts';
import { nameOf, readRoutes } from '../support/routes.ts';

const game = useTestGame();
let callers: Callers;
let stage: Stage;
let routes: ReturnType<typeof readRoutes>;

beforeAll(async () => {
  stage = await openStage(game);
  ({ callers } = stage);
  routes = readRoutes(game);
});

/**
 * Makes what a request to this route needs, for several requests if they are refused.
 * @param spoil replaces the ids in the address
 */
async function requestTo(
  route: string,
  spoil = (ids: string[]): string[] => ids,
): Promise<[method: string, address: string, body: object | undefined]> {
  const routeCase = routeCases[route];
  if (routeCase === undefined) throw new Error(`test/routes has no case for ${route}`);
  const address = addressOf(route, spoil(await idsOf(routeCase, stage)));
  const [method = ''] = route.split(' ');
  return [method, address, await routeCase.body?.(stage)];
}

describe('test/routes', () => {
  it('has a case for exactly the JSON routes of the application', () => {
    const known = routes.endpoints.map(nameOf);
    expect({
      missing: known.filter((route) => !(route in routeCases)),
      unknown: Object.keys(routeCases).filter((route) => !known.includes(route)),
    }).toEqual({ missing: [], unknown: [] });
  });

  it('marks the same routes as open as the routes themselves', () => {
    const open = routes.endpoints.filter(({ auth }) => auth === 'optional' || auth === 'none').map(nameOf);
    const tabled = Object.entries(routeCases).filter(([, { nobody }]) => nobody !== undefined);
    expect(tabled.map(([route]) => route).sort()).toEqual(open.sort());
  });
});

const statusFor = ({ nobody = 401, owner = 200, rival }: RouteCase, caller: Caller): number =>
  caller === 'owner' ? owner : caller === 'rival' ? rival : nobody;

const isPlayer = (caller: Caller): boolean => caller === 'owner' || caller === 'rival';
const combinations = callerNames.flatMap((caller) => carriers.map((carrier) => ({ caller, carrier })));

describe.each(Object.entries(routeCases))('%s', (route, routeCase) => {
  const isOpen = routeCase.nobody !== undefined;
  beforeEach(() => restore(stage));

  it.each(combinations.filter(({ caller }) => isOpen || isPlayer(caller)))(
    'responds to %o',
    async ({ caller, carrier }) => {
      const player = caller === 'owner' ? callers.owner : callers.rival;
      const headers =
        route === 'POST /logout' && isPlayer(caller)
          ? credentialsOf(await openSession(game, player.username), carrier)
          : callers.headersOf(caller, carrier);
      const { status } = await sendAnonymously(game.url, ...(await requestTo(route)), headers);
      expect(status).toBe(statusFor(routeCase, caller));
    },
  );

  it.runIf(!isOpen)('refuses everyone without a valid session, also beside a valid cookie', async () => {
    const request = await requestTo(route);
    const statusOf = async (headers: Record<string, string>) =>
      (await sendAnonymously(game.url, ...request, headers)).status;
    const statuses: Record<string, number> = {};
    for (const { caller, carrier } of combinations)
      if (!isPlayer(caller))
        statuses[`${caller} by ${carrier}`] = await statusOf(callers.headersOf(caller, carrier));
    statuses['an invalid header beside a valid cookie'] = await statusOf({
      ...callers.headersOf('owner', 'cookie'),
      ...callers.headersOf('logged out', 'Bearer'),
    });
    expect(Object.entries(statuses).filter(([, status]) => status !== 401)).toEqual([]);
    expect(Object.keys(statuses)).toHaveLength(9);
  });
});

describe('a request that changes nothing', () => {
  const private_ = Object.entries(routeCases).filter(
    ([, { owner = 200, rival }]) => owner < 300 && rival === 403,
  );
  const addressed = Object.entries(routeCases).filter(
    ([route, { owner = 200 }]) => owner < 300 && /:\w+/.test(route),
  );

  beforeEach(() => restore(stage));

  it.each(private_)('%s: of a rival, and of a player without an empire', async (route) => {
    const request = await requestTo(route);
    for (const by of [callers.rival, await createPlayer(game)]) {
      expect(await refusalOf(game, by, ...request)).toEqual(refused(403, 'FORBIDDEN'));
    }
  });

  it.each(addressed)('%s: of an unknown id', async (route) => {
    const request = await requestTo(route, (ids) => [unknownId, ...ids.slice(1)]);
    expect(await refusalOf(game, callers.owner, ...request)).toEqual(refused(404, 'NOT_FOUND'));
  });
});
