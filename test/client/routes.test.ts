/** The client has a method for every JSON route of the service, and none for anything else. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, routes } from '../../src/client/routes.ts';
import { startTestGame, type TestGame } from '../support/game.ts';
import { nameOf, readRoutes } from '../support/routes.ts';

let game: TestGame;
beforeAll(async () => {
  game = await startTestGame();
});
afterAll(() => game.stop());

it('has exactly the routes of the service, and sends what they take', () => {
  const offered = readRoutes(game).endpoints.map(({ method, path, body, query }) => ({
    route: nameOf({ method, path }),
    sends: body !== undefined ? 'body' : query !== undefined ? 'query' : null,
  }));
  const known = Object.values(routes).map((route) => ({ route: nameOf(route), sends: route.sends }));
  const byRoute = (a: { route: string }, b: { route: string }) => (a.route < b.route ? -1 : 1);
  expect(known.sort(byRoute)).toEqual(offered.sort(byRoute));
});

it('puts ids into the path as they are, escaped', () => {
  expect(addressOf('/api/city/:city_id/buildings', ['a/b?c'], undefined)).toBe(
    '/api/city/a%2Fb%3Fc/buildings',
  );
});

it('writes what is given of a query', () => {
  expect(addressOf('/api/empires', [], { page: 2, sort: 'name', order: undefined })).toBe(
    '/api/empires?page=2&sort=name',
  );
});
