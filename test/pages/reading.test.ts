/** Access to the pages, their content, and the number of statements. */
import { describe, expect, it } from 'vitest';
import { registerPlayer, registerEmpire, useTestGame, useOne } from '../support/game.ts';
import { recordFlights } from '../support/statements.ts';
import { Browser } from './browser.ts';

const game = useTestGame();
const ann = useOne(() => registerEmpire(game.url, { x: 0, y: 0 }));
const bob = useOne(() => registerEmpire(game.url, { x: 6, y: 0 }));

describe('access to pages', () => {
  it('sends guests from the dashboard to the login and back', async () => {
    const browser = new Browser(game);
    expect((await browser.open('/dashboard')).location).toBe('/login');
    const answer = await browser.sendForm('/login', { username: ann.username, password: 'correct horse' });
    expect(answer.location).toBe('/dashboard');
  });

  it('sends a form without a session to the login', async () => {
    const answer = await new Browser(game).sendForm(`/dashboard/city/${ann.capitalId}/build`, {
      type: 'farm',
    });
    expect([answer.status, answer.location]).toEqual([302, '/login']);
  });

  it('redirects a GET of a form to its page', async () => {
    const answer = await new Browser(game, ann.cookie).open(`/city/${ann.capitalId}/build`);
    expect(answer.location).toBe(`/city/${ann.capitalId}`);
  });

  it.each(['/armies', '/city/00000000-0000-4000-8000-000000000000'])(
    'redirects players without an empire from %s to the founding form',
    async (path) => {
      const player = await registerPlayer(game.url);
      expect((await new Browser(game, player.cookie).open(path)).location).toBe('/dashboard');
    },
  );

  it.each([
    ['/battle/00000000-0000-4000-8000-000000000000', 404],
    ['/battle/first', 400],
    ['/city/00000000-0000-4000-8000-000000000000', 404],
    ['/city/first', 400],
  ])('answers %s with %i', async (path, status) => {
    expect((await new Browser(game, ann.cookie).open(path)).status).toBe(status);
  });
});

describe('the landing page', () => {
  it('lists the best empires and offers registration to guests', async () => {
    const { html } = await new Browser(game).open('/');
    expect(html).toContain(`Empire of ${ann.username}`);
    expect(html).toContain('href="/register">Found an empire');
  });

  it('links players to their dashboard and marks their row', async () => {
    const { html } = await new Browser(game, ann.cookie).open('/');
    expect(html).toContain('To your dashboard');
    expect(html).toContain('<tr class="me" id="me">');
  });
});

const rulersPages = ['/dashboard', '/armies', '/account'];

describe('the pages of a player with an empire', () => {
  it.each([...rulersPages, 'city'])('%s uses no id twice', async (path) => {
    const { html } = await new Browser(game, bob.cookie).open(
      path === 'city' ? `/city/${bob.capitalId}` : path,
    );
    const ids = [...html.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('reads the dashboard with five statements, the session included, besides the renewal of rank marks', async () => {
    const recorder = recordFlights(game.instance.pool);
    await new Browser(game, bob.cookie).open('/dashboard');
    expect(recorder.take().flat()).toHaveLength(5);
  });
});

describe('names of players', () => {
  it('cannot change the direction of the text around them', async () => {
    const player = await registerPlayer(game.url);
    const page = await new Browser(game, player.cookie).sendForm('/dashboard/empire', {
      name: 'abc\u202Edef',
      x: 0,
      y: 0,
    });
    expect([page.status, page.html.includes('Name must not have control or invisible characters')]).toEqual([
      400,
      true,
    ]);
  });
});
