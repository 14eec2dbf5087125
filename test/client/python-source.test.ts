/** The source of the Python client agrees with the contract: routes, arguments, vocabulary and events. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routes } from '../../src/client/routes.ts';
import { serverEvents } from '../../src/contract/events.ts';
import { rankingTypes } from '../../src/contract/leaderboard.ts';
import * as vocabulary from '../../src/contract/vocabulary.ts';
import type { Parameter } from '../../src/documents/types.ts';
import { listOperations, readDocuments } from '../support/documents.ts';
import { useTestGame } from '../support/game.ts';

const read = (name: string): string => readFileSync(`clients/python/hegemon_client/${name}.py`, 'utf8');
const textsIn = (source = ''): string[] => [...source.matchAll(/'(\w+)'/g)].map(([, text = '']) => text);

/** The methods of the client by their names: the route of each, and the members of its query or body. */
const methods = new Map(
  read('routes')
    .split('    def ')
    .flatMap((source) => {
      const [, name = ''] = /^(\w+)/.exec(source) ?? [];
      const [, method, path = ''] = /self\.call\(\s*'([A-Z]+)',\s*f?'([^']+)'/.exec(source) ?? [];
      if (method === undefined) return [];
      const route = `${method} ${path.replaceAll(/\{_id\((\w+)\)\}/g, '{$1}')}`;
      const [, sent = ''] = /(?:query|body)=\{([^}]*)\}/.exec(source) ?? [];
      return [[name, { route, sent: [...sent.matchAll(/'(\w+)':/g)].map(([, member]) => member).sort() }]];
    }),
);

it('has a method for every route of the TypeScript client', () => {
  const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const expected = Object.entries(routes).map(([name, { method, path }]) => [
    snakeCase(name),
    `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  ]);
  const own = [...methods].map(([name, { route }]) => [name, route]);
  expect(Object.fromEntries(own)).toEqual(Object.fromEntries(expected));
});

it.each([
  ['BattleStatus', vocabulary.battleStatuses],
  ['BuildingType', vocabulary.buildingTypes],
  ['RankingType', rankingTypes],
  ['TargetType', vocabulary.targetTypes],
  ['UnitType', vocabulary.unitTypes],
])('has the values of %s', (name, values) => {
  const [, list] = new RegExp(`^${name} = Literal\\[([^\\]]*)\\]`, 'm').exec(read('routes')) ?? [];
  expect(textsIn(list)).toEqual([...values]);
});

it('delivers every event of the server', () => {
  const [, list] = /^SERVER_EVENTS = \(([^)]*)\)/m.exec(read('live')) ?? [];
  const expected = Object.keys(serverEvents).filter((name) => name !== 'error');
  expect(textsIn(list).sort()).toEqual(expected.sort());
});

describe('beside a server', () => {
  const game = useTestGame();

  it('sends the members of the OpenAPI document', async () => {
    const { openapi } = await readDocuments(game);
    const operations = listOperations(openapi);
    const documented = [...methods.values()].map(({ route }) => {
      const { parameters = [], requestBody } = operations.get(route) ?? {};
      const query = parameters.filter((one): one is Parameter => 'in' in one && one.in === 'query');
      const body = requestBody?.content['application/json']?.schema.properties ?? {};
      return { route, sent: [...query.map(({ name }) => name), ...Object.keys(body)].sort() };
    });
    expect([...methods.values()]).toEqual(documented);
  });
});
