/** Access to the pages, and the number of statements. */
import { expect, it } from 'vitest';
import { registerEmpire, useTestGame, useOne } from '../support/game.ts';
import { createEmpire, createPlayer } from '../support/players.ts';
import { unknownId } from '../support/set-state.ts';
import { recordFlights } from '../support/statements.ts';
import { Browser } from './browser.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game));
const browser = useOne(() => new Browser(game, ann.cookie));

it('a GET of a form redirects to its page', async () => {
  expect((await browser.open(`/city/${ann.capitalId}/build`)).location).toBe(`/city/${ann.capitalId}`);
});

it.each(['/armies', `/city/${unknownId}`])(
  'players without an empire are redirected from %s to the founding form',
  async (path) => {
    const { cookie } = await createPlayer(game);
    expect((await new Browser(game, cookie).open(path)).location).toBe('/dashboard');
  },
);

it.each([
  `/battle/${unknownId}`,
  '/battle/first',
  `/city/${unknownId}`,
  '/city/first',
  '/empire/first',
  '/alliance/first',
  '/messages/first',
  '/unsubscribe/first',
  '/empire/%ff',
])('%s leads nowhere', async (path) => {
  const { status, html } = await browser.open(path);
  expect(status).toBe(404);
  expect(html).toContain('The address may be mistyped, or the page is gone.');
});

it('the dashboard reads six statements, the session included', async () => {
  const bob = await registerEmpire(game.url, { x: 6, y: 0 });
  const other = new Browser(game, bob.cookie);
  // Not the first pages of an instance, and of a reader.
  for (const path of ['/dashboard', '/armies', '/account']) await other.open(path);
  const recorder = recordFlights(game.instance.pool);
  await other.open('/dashboard');
  expect(recorder.take().flat()).toHaveLength(6);
});
