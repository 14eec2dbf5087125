/** Rate limits and failures of the server, as a client of the document meets them. */
import { expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';
import { Client, enter, type ApiResponse } from './client.ts';

const game = useTestGame({ limits: { auth: 0, data: 60, action: 30 } });
/** A game of its own, because every account needs a login. */
const doors = useTestGame({ limits: { auth: 5, data: 0, action: 0 } });

const guest = (): Promise<Client> => Promise.resolve(new Client(doors.url));
const user = (name: string): Promise<Client> => enter(game.url, name);
type Send = (client: Client) => Promise<ApiResponse>;

const kinds: [what: string, limit: number, status: number, open: () => Promise<Client>, send: Send][] = [
  ['logins', 5, 401, guest, (client) => client.logIn('no_such_player')],
  ['registrations', 5, 400, guest, (client) => client.register('x')],
  ['reads', 60, 200, () => user('reader'), (client) => client.send('GET', '/api/user/profile')],
  ['actions', 30, 400, () => user('actor'), (client) => client.send('POST', '/api/empire', {})],
];

it.each(kinds)(
  'limits %s to %i in a minute, as three headers say',
  async (_what, limit, status, open, send) => {
    const client = await open();
    const since = Math.floor(Date.now() / 1000);
    const counts: unknown[] = [];
    for (let request = 0; request <= limit; request += 1) {
      const answer = await send(client);
      const [total, left, reset] = ['limit', 'remaining', 'reset'].map((name) =>
        Number(answer.headers.get(`x-ratelimit-${name}`)),
      );
      counts.push([answer.status, total, left]);
      // Unix seconds.
      expect(Number(reset) >= since && Number(reset) <= since + 120).toBe(true);
      if (request === limit)
        expect(answer.body).toEqual({ error: 'Too many requests', code: 'RATE_LIMITED' });
    }
    const allowed = Array.from({ length: limit }, (_, request) => [status, limit, limit - 1 - request]);
    expect(counts).toEqual([...allowed, [429, limit, 0]]);
  },
);

it('a registration that fails on the server is answered 500', async () => {
  await game.query('ALTER TABLE users RENAME TO gone');
  const { status, body } = await new Client(game.url).register('unlucky');
  await game.query('ALTER TABLE gone RENAME TO users');
  expect([status, body]).toEqual([500, { error: 'Internal server error', code: 'INTERNAL' }]);
});
