/** The Python client knows the events of the contract. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serverEvents } from '../../src/contract/events.ts';

it('delivers every event of the server', () => {
  const source = readFileSync('clients/python/hegemon_client/live.py', 'utf8');
  const [, list = ''] = /^SERVER_EVENTS = \(([^)]*)\)/m.exec(source) ?? [];
  const delivered = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  expect(delivered.sort()).toEqual(
    Object.keys(serverEvents)
      .filter((name) => name !== 'error')
      .sort(),
  );
});
