/** Every action of the dashboard: what it says when it was done, and where its refusal stands. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, createRuler, startTestGame } from '../support/game.ts';
import type { Ruler, TestGame } from '../support/game.ts';
import { Browser, partOf } from './browser.ts';

let game: TestGame;
beforeAll(async () => {
  game = await startTestGame();
});
afterAll(() => game.stop());

const strange = '00000000-0000-4000-8000-000000000000';
let seated = 0;

/** A ruler with a browser, far from all others. */
async function sitDown(): Promise<{ ruler: Ruler; browser: Browser }> {
  seated += 1;
  const wish = { x: (seated % 30) * 60 - 900, y: 500 - 60 * Math.floor(seated / 30) };
  const ruler = await createRuler(game.url, wish);
  return { ruler, browser: new Browser(game, ruler.cookie) };
}

describe('what was done', () => {
  it('leads back to its place', async () => {
    const { ruler, browser } = await sitDown();
    const answer = await browser.sendForm(`/dashboard/city/${ruler.capitalId}/build`, { type: 'farm' });
    expect([answer.status, answer.location]).toEqual([302, `/dashboard#city-${ruler.capitalId}-build-farm`]);
  });

  it('is said there', async () => {
    const { ruler, browser } = await sitDown();
    const page = await browser.submit(`/dashboard/city/${ruler.capitalId}/build`, { type: 'farm' });
    const card = partOf(page, `city-${ruler.capitalId}-build-farm`);
    expect(card).toContain('<p class="said notice" role="status">Farm to level 2 is ordered.</p>');
  });

  it('is said once', async () => {
    const { ruler, browser } = await sitDown();
    await browser.submit(`/dashboard/city/${ruler.capitalId}/build`, { type: 'farm' });
    expect((await browser.open('/dashboard')).html).not.toContain('class="said');
  });

  it('cancels an order and says what came back', async () => {
    const { ruler, browser } = await sitDown();
    const page = await browser.submit(`/dashboard/city/${ruler.capitalId}/build`, { type: 'farm' });
    const order = /\/dashboard\/order\/([0-9a-f-]{36})/.exec(page.html)?.[1] ?? '';
    const after = await browser.submit(`/dashboard/order/${order}/cancel`, { city_id: ruler.capitalId });
    expect(partOf(after, `city-${ruler.capitalId}-queue`)).toContain(
      'Cancelled; 48 gold, 24 food, 80 materials',
    );
  });

  it('marches an army off', async () => {
    const { ruler, browser } = await sitDown();
    const page = await browser.submit(`/dashboard/army/${ruler.armyId}/move`, { x: 3, y: '−4' });
    expect(partOf(page, `army-${ruler.armyId}`)).toContain('Army 1 marches to 3\u00a0|\u00a0−4.');
  });

  it('recalls it', async () => {
    const { ruler, browser } = await sitDown();
    await browser.submit(`/dashboard/army/${ruler.armyId}/move`, { x: 3, y: 4 });
    await game.pass(60_000);
    const page = await browser.submit(`/dashboard/army/${ruler.armyId}/recall`);
    expect(partOf(page, `army-${ruler.armyId}`)).toContain('Army 1 turns home.');
  });

  it('splits an army', async () => {
    const { ruler, browser } = await sitDown();
    const page = await browser.submit(`/dashboard/army/${ruler.armyId}/split`, {
      soldiers: 5,
      archers: '',
      name: '',
    });
    expect(page.html).toContain('Army 2 is formed of 5 soldiers.');
  });

  it('merges two armies', async () => {
    const { ruler, browser } = await sitDown();
    const split = await browser.submit(`/dashboard/army/${ruler.armyId}/split`, {
      soldiers: 5,
      name: 'Vanguard',
    });
    const other = /<option value="([0-9a-f-]{36})">Vanguard/.exec(split.html)?.[1] ?? '';
    const page = await browser.submit(`/dashboard/army/${ruler.armyId}/merge`, { army_id: other });
    expect(page.html).toContain('Army 1 now has 20 soldiers, 10 archers.');
  });

  it('founds a further city', async () => {
    const { ruler, browser } = await sitDown();
    const place = { x: ruler.tile.x + 3, y: ruler.tile.y };
    const page = await browser.submit('/dashboard/cities', { name: 'Second', ...place });
    expect(page.html).toContain('Second is founded.');
  });

  it('changes name and description', async () => {
    const { ruler, browser } = await sitDown();
    const name = `Renamed ${ruler.username}`;
    const page = await browser.submit('/dashboard/empire/profile', { name, description: 'one\r\ntwo' });
    expect(page.html).toContain(`<h1>${name}</h1>`);
    expect(page.html).toContain('<i>one two</i>');
  });

  it('ends another session', async () => {
    const { ruler, browser } = await sitDown();
    const elsewhere = new Browser(game);
    await elsewhere.submit('/login', { username: ruler.username, password: 'correct horse' });
    const page = await browser.open('/dashboard');
    const id = /\/dashboard\/session\/([0-9a-f-]{36})\/end/.exec(page.html)?.[1] ?? '';
    expect(partOf(await browser.submit(`/dashboard/session/${id}/end`), 'sessions')).toContain('logged out');
    expect((await elsewhere.open('/dashboard')).location).toBe('/login');
  });
});

describe('what was refused', () => {
  type Try = [
    what: string,
    path: (ruler: Ruler) => string,
    fields: Record<string, string | number>,
    status: number,
    place: (ruler: Ruler) => string,
    words: string,
  ];
  const tries: Try[] = [
    [
      'an unknown building',
      (r) => `/dashboard/city/${r.capitalId}/build`,
      { type: 'casino' },
      400,
      () => 'page-top',
      'Type must be one of',
    ],
    [
      'a building without its needs',
      (r) => `/dashboard/city/${r.capitalId}/build`,
      { type: 'stable' },
      409,
      (r) => `city-${r.capitalId}-build-stable`,
      'A requirement is missing: town hall level 3 is needed.',
    ],
    [
      'half a soldier',
      (r) => `/dashboard/city/${r.capitalId}/train`,
      { unit_type: 'soldiers', quantity: '1.5' },
      400,
      (r) => `city-${r.capitalId}-train-soldiers`,
      'Quantity must be a number.',
    ],
    [
      'no quantity',
      (r) => `/dashboard/city/${r.capitalId}/train`,
      { unit_type: 'soldiers', quantity: '' },
      400,
      (r) => `city-${r.capitalId}-train-soldiers`,
      'Quantity is required.',
    ],
    [
      'training without barracks',
      (r) => `/dashboard/city/${r.capitalId}/train`,
      { unit_type: 'soldiers', quantity: 1 },
      409,
      (r) => `city-${r.capitalId}-train-soldiers`,
      'barracks level 1 is needed',
    ],
    [
      'an order that is gone',
      () => `/dashboard/order/${strange}/cancel`,
      {},
      404,
      () => 'page-top',
      'It is no longer there',
    ],
    [
      'a march out of the world',
      (r) => `/dashboard/army/${r.armyId}/move`,
      { x: 1001, y: 0 },
      400,
      (r) => `army-${r.armyId}-move`,
      'X must be from -1000 to 1000.',
    ],
    [
      'a march in words',
      (r) => `/dashboard/army/${r.armyId}/move`,
      { x: 'there', y: '' },
      400,
      (r) => `army-${r.armyId}-move`,
      'X must be a number. Y is required.',
    ],
    [
      'an attack on nothing',
      (r) => `/dashboard/army/${r.armyId}/attack`,
      { target: '' },
      400,
      (r) => `army-${r.armyId}-attack`,
      'The target is required',
    ],
    [
      'an attack on what is gone',
      (r) => `/dashboard/army/${r.armyId}/attack`,
      { target: `city:${strange}` },
      404,
      (r) => `army-${r.armyId}-attack`,
      'there is no such target',
    ],
    [
      'a recall of what stands',
      (r) => `/dashboard/army/${r.armyId}/recall`,
      {},
      409,
      (r) => `army-${r.armyId}-recall`,
      'the army is not on the march',
    ],
    [
      'a split of nothing',
      (r) => `/dashboard/army/${r.armyId}/split`,
      { soldiers: 0 },
      400,
      (r) => `army-${r.armyId}-split`,
      'at least one unit',
    ],
    [
      'a split of too many',
      (r) => `/dashboard/army/${r.armyId}/split`,
      { archers: 11 },
      400,
      (r) => `army-${r.armyId}-split`,
      'Archers: the army has fewer.',
    ],
    [
      'a merge with nothing',
      (r) => `/dashboard/army/${r.armyId}/merge`,
      {},
      400,
      (r) => `army-${r.armyId}-merge`,
      'The army is required',
    ],
    [
      'a city too close',
      () => '/dashboard/cities',
      { name: 'Near', x: 0, y: 0 },
      409,
      () => 'found-city',
      'Another city is too close.',
    ],
    [
      'an empty name',
      () => '/dashboard/empire/profile',
      { name: '' },
      400,
      () => 'profile',
      'Name must have at least 3 characters.',
    ],
    [
      'a second empire',
      () => '/dashboard/empire',
      { name: 'Another', x: 0, y: 0 },
      409,
      () => 'page-top',
      'You already have an empire.',
    ],
    [
      'a session that is gone',
      () => `/dashboard/session/${strange}/end`,
      {},
      404,
      () => 'sessions',
      'It is no longer there',
    ],
    [
      'an army without a name',
      () => '/dashboard/army/first/recall',
      {},
      400,
      () => 'page-top',
      'The army must be a UUID.',
    ],
  ];

  it.each(tries)(
    '%s is answered with its status, at its place',
    async (what, path, fields, status, place, words) => {
      const { ruler, browser } = await sitDown();
      const near = what === 'a city too close' ? { x: ruler.tile.x + 1, y: ruler.tile.y } : {};
      const page = await browser.sendForm(path(ruler), { ...fields, ...near });
      expect(page.status).toBe(status);
      const part = partOf(page, place(ruler));
      expect(part).toMatch(/<p class="said refusal" role="alert">/);
      expect(part).toContain(words);
    },
  );

  it('keeps what was typed', async () => {
    const { ruler, browser } = await sitDown();
    const page = await browser.sendForm(`/dashboard/army/${ruler.armyId}/move`, { x: 5000, y: 7 });
    expect(partOf(page, `army-${ruler.armyId}-move`)).toMatch(/name="x"[^>]* value="5000"/);
  });

  it('unfolds the city in which it was tried', async () => {
    const { ruler, browser } = await sitDown();
    const page = await browser.sendForm(`/dashboard/city/${ruler.capitalId}/build`, { type: 'stable' });
    expect(page.html).toMatch(new RegExp(`id="city-${ruler.capitalId}" data-fold open`));
  });

  it('answers the second of two attacks with clear words', async () => {
    const { ruler, browser } = await sitDown();
    const near = await createRuler(game.url, { x: ruler.tile.x + 5, y: ruler.tile.y });
    const fields = { target: `city:${near.capitalId}` };
    await browser.sendForm(`/dashboard/army/${ruler.armyId}/attack`, fields);
    const page = await browser.sendForm(`/dashboard/army/${ruler.armyId}/attack`, fields);
    expect(page.status).toBe(409);
    expect(partOf(page, `army-${ruler.armyId}-attack`)).toContain(
      'The army is busy: it is on its way to an attack',
    );
  });

  it('says before an attack that a newcomer is protected, and refuses it', async () => {
    const { ruler, browser } = await sitDown();
    const near = await createRuler(game.url, { x: ruler.tile.x + 5, y: ruler.tile.y });
    await game.instance.pool.query('UPDATE empires SET destroyed_value = 200000 WHERE id = $1', [
      ruler.empireId,
    ]);
    await ruler.send('POST', `/api/city/${ruler.capitalId}/buildings`, { type: 'farm' });
    const shown = await browser.open('/dashboard');
    expect(shown.html).toMatch(
      new RegExp(`value="city:${near.capitalId}" disabled>[^<]*a newcomer is attacked only by`),
    );
    const page = await browser.sendForm(`/dashboard/army/${ruler.armyId}/attack`, {
      target: `city:${near.capitalId}`,
    });
    expect(page.status).toBe(403);
    expect(partOf(page, `army-${ruler.armyId}-attack`)).toContain('The target is protected: a newcomer');
  });

  it.each([
    ['city', (r: Ruler) => `/dashboard/city/${r.capitalId}/build`, { type: 'farm' }],
    ['army', (r: Ruler) => `/dashboard/army/${r.armyId}/move`, { x: 0, y: 0 }],
  ])('refuses the %s of somebody else with 403', async (_what, path, fields) => {
    const { browser } = await sitDown();
    const other = await sitDown();
    const page = await browser.sendForm(path(other.ruler), fields);
    expect([page.status, partOf(page, 'page-top').includes('This is not yours.')]).toEqual([403, true]);
  });

  it('shows the form of an empire again to who has none', async () => {
    const player = await createPlayer(game.url);
    const page = await new Browser(game, player.cookie).sendForm('/dashboard/empire', {
      name: 'ab',
      x: 'q',
      y: 2,
    });
    expect(page.status).toBe(400);
    expect(page.html).toContain('Name must have at least 3 characters. X must be a number.');
    expect(page.html).toMatch(/name="name"[^>]* value="ab"/);
  });
});
