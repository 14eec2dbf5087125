/** A role or a database may have other formats by default: the server reads what it relies on. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Browser } from '../pages/browser.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/database.ts';
import { startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

const formats = [
  'DateStyle = German',
  "DateStyle = 'SQL, DMY'",
  'IntervalStyle = sql_standard',
  'bytea_output = escape',
  'standard_conforming_strings = off',
];

describe.each(formats)('with %s', (format) => {
  let database: TestDatabase;
  let game: TestGame;
  let ruler: Ruler;
  beforeAll(async () => {
    database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await query(inject('testServer').url, `ALTER DATABASE ${name} SET ${format}`);
    game = await startTestGame({ databaseUrl: database.url });
    ruler = await createEmpire(game);
  });
  afterAll(async () => {
    await game.stop();
    await database.drop();
  });

  it.each(['/api/user/sessions', '/api/user/tokens', '/api/user/data', '/api/user/profile'])(
    '%s is answered',
    async (path) => {
      expect((await ruler.send('GET', path)).status).toBe(200);
    },
  );

  it('/account is answered, and an order is stored and repeated', async () => {
    expect((await new Browser(game, ruler.cookie).open('/account')).status).toBe(200);
    const order = () =>
      fetch(`${game.url}/api/city/${ruler.capitalId}/buildings`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ruler.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'one',
        },
        body: '{"type":"farm"}',
      });
    const first = await order();
    expect(first.status).toBe(201);
    expect(await (await order()).json()).toEqual(await first.json());
  });
});
