/** Every form of the pages: its notice after success, and the place of its refusal. */
import { describe, expect, it } from 'vitest';
import { countdown } from '../../src/shared-ui/numbers.ts';
import { registerPlayer, registerEmpire, useTestGame, type Ruler } from '../support/game.ts';
import { Browser, partOf } from './browser.ts';

const game = useTestGame();

const unknownId = '00000000-0000-4000-8000-000000000000';
let created = 0;

/** A player with a browser and an empire, far from all others. */
async function createBrowser(): Promise<{ ruler: Ruler; browser: Browser }> {
  created += 1;
  const wish = { x: (created % 30) * 60 - 900, y: 500 - 60 * Math.floor(created / 30) };
  const ruler = await registerEmpire(game.url, wish);
  return { ruler, browser: new Browser(game, ruler.cookie) };
}

describe('a successful form', () => {
  it('redirects to its place', async () => {
    const { ruler, browser } = await createBrowser();
    const answer = await browser.sendForm(`/city/${ruler.capitalId}/build`, { type: 'farm' });
    expect([answer.status, answer.location]).toEqual([302, `/city/${ruler.capitalId}#build-farm`]);
  });

  it('shows its notice there', async () => {
    const { ruler, browser } = await createBrowser();
    const page = await browser.submit(`/city/${ruler.capitalId}/build`, { type: 'farm' });
    const card = partOf(page, 'build-farm');
    expect(card).toContain('<p class="said notice" role="status">Farm to level 2 is ordered.</p>');
  });

  it('shows its notice once', async () => {
    const { ruler, browser } = await createBrowser();
    await browser.submit(`/city/${ruler.capitalId}/build`, { type: 'farm' });
    expect((await browser.open(`/city/${ruler.capitalId}`)).html).not.toContain('class="said');
  });

  it('of a script gets the changed page at once', async () => {
    const { ruler, browser } = await createBrowser();
    await browser.open(`/city/${ruler.capitalId}`);
    const path = `/city/${ruler.capitalId}/build`;
    const page = await browser.sendForm(path, { type: 'farm' }, { 'x-refresh': 'shown' });
    expect([page.status, page.html]).toEqual([200, expect.stringMatching(/\/order\/[0-9a-f-]{36}/)]);
  });

  it('cancels an order and names the refund', async () => {
    const { ruler, browser } = await createBrowser();
    const page = await browser.submit(`/city/${ruler.capitalId}/build`, { type: 'farm' });
    const order = /\/order\/([0-9a-f-]{36})/.exec(page.html)?.[1] ?? '';
    const after = await browser.submit(`/city/${ruler.capitalId}/order/${order}/cancel`);
    expect(partOf(after, 'queue')).toContain('Cancelled; 48 gold, 24 food, 80 materials');
  });

  it('counts down to the completion of an order', async () => {
    const { ruler, browser } = await createBrowser();
    const page = await browser.submit(`/city/${ruler.capitalId}/build`, { type: 'farm' });
    const [, until, text] = /data-until="(\d+)">([^<]*)</.exec(page.html) ?? [];
    const leftMs = Number(until) - game.clock.now();
    expect([leftMs > 1_000, text]).toEqual([true, countdown(leftMs)]);
  });

  it('sends an army on a march', async () => {
    const { ruler, browser } = await createBrowser();
    const page = await browser.submit(`/armies/${ruler.armyId}/move`, { x: 3, y: '−4' });
    expect(partOf(page, `army-${ruler.armyId}`)).toContain('Army 1 marches to 3\u00a0|\u2060\u00a0−4.');
  });

  it('recalls an army', async () => {
    const { ruler, browser } = await createBrowser();
    await browser.submit(`/armies/${ruler.armyId}/move`, { x: 3, y: 4 });
    await game.pass(60_000);
    const page = await browser.submit(`/armies/${ruler.armyId}/recall`);
    expect(partOf(page, `army-${ruler.armyId}`)).toContain('Army 1 turns home.');
  });

  it('splits an army', async () => {
    const { ruler, browser } = await createBrowser();
    const page = await browser.submit(`/armies/${ruler.armyId}/split`, {
      soldiers: 5,
      archers: '',
      name: '',
    });
    expect(page.html).toContain('Army 2 is formed of 5 soldiers.');
  });

  it('merges two armies', async () => {
    const { ruler, browser } = await createBrowser();
    const split = await browser.submit(`/armies/${ruler.armyId}/split`, {
      soldiers: 5,
      name: 'Vanguard',
    });
    const other = /<option value="([0-9a-f-]{36})">Vanguard/.exec(split.html)?.[1] ?? '';
    const page = await browser.submit(`/armies/${ruler.armyId}/merge`, { army_id: other });
    expect(page.html).toContain('Army 1 now has 20 soldiers, 10 archers.');
  });

  it('dismisses some units of an army', async () => {
    const { ruler, browser } = await createBrowser();
    const page = await browser.submit(`/armies/${ruler.armyId}/dismiss`, { soldiers: 5, archers: '' });
    expect(partOf(page, `army-${ruler.armyId}`)).toContain('5 soldiers dismissed; Army 1 keeps 15 soldiers');
  });

  it('dismisses a whole army', async () => {
    const { ruler, browser } = await createBrowser();
    const page = await browser.submit(`/armies/${ruler.armyId}/dismiss`, { soldiers: 20, archers: 10 });
    expect(page.html).toContain('20 soldiers, 10 archers dismissed; the army is dissolved.');
    expect(page.html).toContain('You have no army');
  });

  it('changes name and description', async () => {
    const { ruler, browser } = await createBrowser();
    const name = `Renamed ${ruler.username}`;
    const page = await browser.submit('/account/empire', { name, description: 'one\r\ntwo' });
    expect(page.html).toContain(`value="${name}"`);
    expect(page.html).toContain('>one two</textarea>');
  });

  it('ends another session', async () => {
    const { ruler, browser } = await createBrowser();
    const elsewhere = new Browser(game);
    await elsewhere.submit('/login', { username: ruler.username, password: 'correct horse' });
    const page = await browser.open('/account');
    const id = /\/account\/session\/([0-9a-f-]{36})\/end/.exec(page.html)?.[1] ?? '';
    expect(partOf(await browser.submit(`/account/session/${id}/end`), 'sessions')).toContain(
      'That device is logged out.',
    );
    expect(partOf(await browser.submit('/account/sessions/end-others'), 'sessions')).toContain(
      'All other devices are logged out.',
    );
    expect((await elsewhere.open('/dashboard')).location).toBe('/login');
  });
});

describe('a refused form', () => {
  type Refusal = [
    what: string,
    path: (ruler: Ruler) => string,
    fields: Record<string, string | number>,
    status: number,
    place: (ruler: Ruler) => string,
    text: string,
  ];
  const refusals: Refusal[] = [
    [
      'an unknown building',
      (r) => `/city/${r.capitalId}/build`,
      { type: 'casino' },
      400,
      () => 'page-top',
      'Type must be one of',
    ],
    [
      'a building without its needs',
      (r) => `/city/${r.capitalId}/build`,
      { type: 'stable' },
      409,
      () => 'build-stable',
      'Needs town hall 3 and barracks 3.',
    ],
    [
      'half a soldier',
      (r) => `/city/${r.capitalId}/train`,
      { unit_type: 'soldiers', quantity: '1.5' },
      400,
      () => 'train',
      'Quantity must be a number.',
    ],
    [
      'no quantity',
      (r) => `/city/${r.capitalId}/train`,
      { unit_type: 'soldiers', quantity: '' },
      400,
      () => 'train',
      'Quantity is required.',
    ],
    [
      'training without barracks',
      (r) => `/city/${r.capitalId}/train`,
      { unit_type: 'soldiers', quantity: 1 },
      409,
      () => 'train',
      'Needs barracks 1.',
    ],
    [
      'an order that no longer exists',
      (r) => `/city/${r.capitalId}/order/${unknownId}/cancel`,
      {},
      404,
      () => 'queue',
      'It is no longer there',
    ],
    [
      'a march to a tile outside the world',
      (r) => `/armies/${r.armyId}/move`,
      { x: 1001, y: 0 },
      400,
      (r) => `army-${r.armyId}-move`,
      'X must be from -1000 to 1000.',
    ],
    [
      'a march with text for a number',
      (r) => `/armies/${r.armyId}/move`,
      { x: 'there', y: '' },
      400,
      (r) => `army-${r.armyId}-move`,
      'X must be a number. Y is required.',
    ],
    [
      'a recall of a standing army',
      (r) => `/armies/${r.armyId}/recall`,
      {},
      409,
      (r) => `army-${r.armyId}-recall`,
      'the army is not on the march',
    ],
    [
      'a split of nothing',
      (r) => `/armies/${r.armyId}/split`,
      { soldiers: 0 },
      400,
      (r) => `army-${r.armyId}-split`,
      'at least one unit',
    ],
    [
      'a split of too many',
      (r) => `/armies/${r.armyId}/split`,
      { archers: 11 },
      400,
      (r) => `army-${r.armyId}-split`,
      'Archers: the army has fewer.',
    ],
    [
      'a dismissal of too many',
      (r) => `/armies/${r.armyId}/dismiss`,
      { archers: 11 },
      400,
      (r) => `army-${r.armyId}-dismiss`,
      'Archers: the army has fewer.',
    ],
    [
      'a merge with nothing',
      (r) => `/armies/${r.armyId}/merge`,
      {},
      400,
      (r) => `army-${r.armyId}-merge`,
      'The army is required',
    ],
    [
      'an empty name',
      () => '/account/empire',
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
      'a session that no longer exists',
      () => `/account/session/${unknownId}/end`,
      {},
      404,
      () => 'sessions',
      'It is no longer there',
    ],
    [
      'an army without a name',
      () => '/armies/first/recall',
      {},
      400,
      () => 'page-top',
      'The army must be a UUID.',
    ],
  ];

  it.each(refusals)(
    'refuses %s with its status, at its place',
    async (_case, path, fields, status, place, text) => {
      const { ruler, browser } = await createBrowser();
      const page = await browser.sendForm(path(ruler), fields);
      expect(page.status).toBe(status);
      const part = partOf(page, place(ruler));
      expect(part).toMatch(/<p class="said refusal" role="alert">/);
      expect(part).toContain(text);
    },
  );

  it('keeps the typed values', async () => {
    const { ruler, browser } = await createBrowser();
    const page = await browser.sendForm(`/armies/${ruler.armyId}/move`, { x: 5000, y: 7 });
    expect(partOf(page, `army-${ruler.armyId}-move`)).toMatch(/name="x"[^>]* value="5000"/);
  });

  it.each([
    ['army', (r: Ruler) => `/armies/${r.armyId}/move`, { x: 0, y: 0 }],
    ['city as the next step', (r: Ruler) => `/dashboard/city/${r.capitalId}/build`, { type: 'farm' }],
  ])('refuses the %s of another player with 403', async (_case, path, fields) => {
    const { browser } = await createBrowser();
    const other = await createBrowser();
    const page = await browser.sendForm(path(other.ruler), fields);
    expect([page.status, page.html.includes('You do not own this.')]).toEqual([403, true]);
  });

  it('answers 404 for the city of another player', async () => {
    const { browser } = await createBrowser();
    const other = await createBrowser();
    const path = `/city/${other.ruler.capitalId}`;
    const answers = [await browser.open(path), await browser.sendForm(`${path}/build`, { type: 'farm' })];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  it('shows the founding form again to a player without an empire', async () => {
    const player = await registerPlayer(game.url);
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
