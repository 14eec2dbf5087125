/** Bot accounts of the operator are marked for other players everywhere; users cannot set the mark. */
import { beforeAll, expect, it } from 'vitest';
import { sendAnonymously, useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { Browser } from '../pages/browser.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const robot = useOne(() => createEmpire(game, { x: 4, y: 4 }));

beforeAll(async () => {
  await ann.send('PUT', `/api/empire/${ann.empireId}`, { name: 'Realm of Ann' });
  await robot.send('PUT', `/api/empire/${robot.empireId}`, { name: 'Realm of gears' });
  await game.query('UPDATE users SET is_bot = true WHERE username = $1', robot.username);
  await robot.send('POST', `/api/army/${robot.armyId}/move`, { destination: { x: 6, y: 6 } });
  await game.pass(3_600_000);
});

interface Marked {
  empire_name: string;
  is_bot: boolean;
}

const marksOf = (list: Marked[] = []) =>
  Object.fromEntries(list.map(({ empire_name, is_bot }) => [empire_name, is_bot]));

const marks = { 'Realm of Ann': false, 'Realm of gears': true };

it('marks bots in the rankings', async () => {
  const { body } = await ann.send<{ rankings: Marked[]; me: Marked }>('GET', '/api/leaderboard');
  expect(marksOf(body.rankings)).toEqual(marks);
  expect(body.me.is_bot).toBe(false);
});

it('marks cities and armies of bots on the map', async () => {
  const { body } = await ann.send<{ cities: Marked[]; armies: Marked[] }>('GET', '/api/map?x=0&y=0');
  expect(marksOf(body.cities)).toEqual(marks);
  expect(marksOf(body.armies)).toEqual(marks);
});

it.each([
  ['the rankings', '/world'],
  ['the list of the map and the nearby players', '/map?x=0&y=0'],
  ['the chosen tile', '/map?x=0&y=0&at=4,4'],
])('marks only the bot in %s', async (_, path) => {
  const { html } = await new Browser(game, ann.cookie).open(path);
  const marked = html.match(/[^<>]*(?:<\/a>)?\s*<span class="mark-bot"[^>]*>bot<\/span>/g) ?? [];
  expect(marked.length).toBeGreaterThan(0);
  for (const text of marked) expect(text).toMatch(new RegExp(`Realm of gears|${robot.username}`));
});

it('is part of the accessible text of the map', async () => {
  const { html } = await new Browser(game, ann.cookie).open('/map?x=0&y=0');
  expect(html).toContain('aria-label="Realm of gears, a bot"');
});

it('cannot be set by a user', async () => {
  const account = {
    username: 'Pretender',
    email: 'pretender@example.org',
    password: 'correct horse',
    confirm_password: 'correct horse',
    is_bot: true,
  };
  expect((await sendAnonymously(game.url, 'POST', '/register', account)).status).toBe(200);
  await ann.send('PUT', `/api/empire/${ann.empireId}`, { description: 'Beep.', is_bot: true });
  const rows = await game.query('SELECT username FROM users WHERE is_bot');
  expect(rows).toEqual([{ username: robot.username }]);
});
