/** Addresses that browsers and researchers ask of every site. */
import { expect, it } from 'vitest';
import { dayMs } from '../../src/kernel/time.ts';
import { startTestGame, useTestGame } from '../support/game.ts';

const game = useTestGame();

const read = (path: string, url = game.url): Promise<Response> => fetch(url + path, { redirect: 'manual' });

it.each(['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'])(
  '%s is the icon of the game',
  async (path) => {
    const response = await read(path);
    const signature = Buffer.from(await response.arrayBuffer()).subarray(1, 4);
    expect([response.status, response.headers.get('content-type'), signature.toString()]).toEqual([
      200,
      'image/png',
      'PNG',
    ]);
  },
);

it('the address for a new password leads to its form', async () => {
  const { status, headers } = await read('/.well-known/change-password');
  expect([status, headers.get('location')]).toEqual([302, '/account#password']);
});

it('security.txt is not found without a contact of the operator', async () => {
  expect((await read('/.well-known/security.txt')).status).toBe(404);
});

it.each([
  ['ops@game.example.org', 'mailto:ops@game.example.org'],
  ['Write to Ann <ann.b+x@example.org>, please.', 'mailto:ann.b+x@example.org'],
  ['See https://game.example.org/help?a=b.', 'https://game.example.org/help?a=b'],
  ['ask Ann in the chat @game', null],
])('security.txt has the address in the contact %j', async (operatorContact, contact) => {
  const other = await startTestGame({ operatorContact });
  try {
    const response = await read('/.well-known/security.txt', other.url);
    const expires = new Date(other.clock.now() + 90 * dayMs).toISOString();
    expect([response.status, contact === null ? null : await response.text()]).toEqual(
      contact === null ? [404, null] : [200, `Contact: ${contact}\nExpires: ${expires}\n`],
    );
  } finally {
    await other.stop();
  }
});
