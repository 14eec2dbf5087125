/** The client has exactly one method for every JSON route of the service. */
import { expect, it } from 'vitest';
import { addressOf, routes } from '../../src/client/routes.ts';
import { useTestGame } from '../support/game.ts';
import { nameOf, readRoutes } from '../support/routes.ts';

const game = useTestGame();

it('has exactly the routes of the service, with the same kind of input', () => {
  const serverRoutes = readRoutes(game).endpoints.map(({ method, path, body, query }) => ({
    route: nameOf({ method, path }),
    sends: body !== undefined ? 'body' : query !== undefined ? 'query' : null,
  }));
  const clientRoutes = Object.values(routes).map((route) => ({ route: nameOf(route), sends: route.sends }));
  const byRoute = (a: { route: string }, b: { route: string }) => (a.route < b.route ? -1 : 1);
  expect(clientRoutes.sort(byRoute)).toEqual(serverRoutes.sort(byRoute));
});

it('names reads with read or list, and changes with another verb', () => {
  const names = Object.entries(routes).map(([name, { method }]) => [name, method === 'GET']);
  expect(names.filter(([name, reads]) => /^(read|list)[A-Z]/.test(String(name)) !== reads)).toEqual([]);
});

it('escapes ids in the path', () => {
  expect(addressOf('/api/city/:city_id/buildings', ['a/b?c'], undefined)).toBe(
    '/api/city/a%2Fb%3Fc/buildings',
  );
});

it('omits undefined query parameters', () => {
  expect(addressOf('/api/empires', [], { page: 2, sort: 'name', order: undefined })).toBe(
    '/api/empires?page=2&sort=name',
  );
});
