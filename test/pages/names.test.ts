/** The search in the head of every page, and the links of names in the rankings. */
import { describe, expect, it } from 'vitest';
import { useTestGame, useOne } from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 9 }));

const open = async (path: string, cookie = ''): Promise<string> =>
  (await fetch(game.url + path, { headers: { accept: 'text/html', cookie } })).text();
const fieldsOf = (html: string): string[] =>
  [
    ...html.matchAll(/<form class="seek" action="\/search" method="get".*?<input id="([\w-]+)" name="name"/g),
  ].map(([, id = '']) => id);

describe('the search', () => {
  it.each(['/dashboard', '/map', '/rules', '/account', '/docs'])(
    'is in the head and among the further links of %s',
    async (path) => {
      expect(fieldsOf(await open(path, ann.cookie))).toEqual(['seek', 'seek-more']);
    },
  );

  it('is in the head without an empire, and not without a session', async () => {
    const { cookie } = await createPlayer(game);
    expect(fieldsOf(await open('/account', cookie))).toEqual(['seek']);
    expect(fieldsOf(await open('/leaderboard'))).toEqual([]);
  });

  it('leaves the page of an unknown address intact', async () => {
    expect(await open('/nowhere', ann.cookie)).toContain('Page not found');
  });
});

describe('the rankings', () => {
  it('link each empire, and each other player to the form for a message', async () => {
    const html = await open('/leaderboard', ann.cookie);
    expect(html).toContain(`href="/empire/${bob.empireId}">Empire of ${bob.username}</a>`);
    expect(html).toContain(`href="/empire/${bob.empireId}#write">${bob.username}</a>`);
    expect(html).not.toContain(`#write">${ann.username}</a>`);
    expect(await open(`/empire/${bob.empireId}`, ann.cookie)).toContain('id="write"');
  });
});
