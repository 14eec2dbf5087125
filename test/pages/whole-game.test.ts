/** A game of two players through forms alone, from registration to a finished battle. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestGame } from '../support/game.ts';
import { removeVillages } from '../support/players.ts';
import { Browser, type Page } from './browser.ts';

const game = useTestGame();
let ann: Browser;
let bob: Browser;
beforeAll(() => {
  ann = new Browser(game);
  bob = new Browser(game);
});

function firstMatch({ html }: Page, pattern: RegExp): string {
  return pattern.exec(html)?.[1] ?? '';
}

async function enter(browser: Browser, username: string): Promise<Page> {
  await browser.submit('/register', {
    username,
    email: `${username}@example.org`,
    password: 'secret one',
    confirm_password: 'secret one',
  });
  return browser.submit('/login', { username, password: 'secret one' });
}

describe('a game through forms alone', () => {
  let capital: string;
  let battle: string;

  it('leads from registration to the founding form', async () => {
    const page = await enter(ann, 'ann');
    expect([page.status, page.html.includes('Found the empire')]).toEqual([200, true]);
  });

  it('founds an empire on the suggested tile', async () => {
    const offered = await ann.open('/dashboard');
    const x = firstMatch(offered, /name="x"[^>]* value="(-?\d+)"/);
    const y = firstMatch(offered, /name="y"[^>]* value="(-?\d+)"/);
    const page = await ann.submit('/dashboard/empire', { name: 'Annland', capital_name: 'Capital', x, y });
    capital = firstMatch(page, /id="city-([0-9a-f-]{36})"/);
    expect(page.html).toContain('Annland is founded. Capital is at');
  });

  it('builds the barracks', async () => {
    const page = await ann.submit(`/city/${capital}/build`, { type: 'barracks' });
    expect(page.html).toContain('Barracks to level 1 is ordered.');
  });

  it('trains soldiers once the barracks are complete', async () => {
    await game.pass(3_600_000);
    const page = await ann.submit(`/city/${capital}/train`, {
      unit_type: 'soldiers',
      quantity: 25,
    });
    expect(page.html).toContain('25 soldiers ordered.');
  });

  it('shows the soldiers in the garrison when they are trained', async () => {
    await game.pass(3_600_000);
    expect((await ann.open(`/city/${capital}`)).html).toMatch(/Soldiers<\/span><b>45</);
  });

  it('offers a neighbour as a target, and attacks it', async () => {
    await enter(bob, 'bob');
    await bob.submit('/dashboard/empire', { name: 'Boblich', capital_name: 'Capital', x: 4, y: 4 });
    // Villages would be nearer.
    await removeVillages(game);
    const at = firstMatch(await ann.open('/dashboard'), /\/map\?[^"]*at=(-?\d+,-?\d+)/);
    const panel = await ann.open(`/map?at=${at}`);
    const army_id = firstMatch(panel, /name="army_id"[^>]* value="([0-9a-f-]{36})"/);
    const target = firstMatch(panel, /name="target" value="(city:[0-9a-f-]{36})"/);
    const page = await ann.submit('/map/attack', { army_id, target, at });
    battle = firstMatch(await ann.open('/battles'), /href="(\/battle\/[0-9a-f-]{36})"/);
    expect(page.html).toContain('Your army is marching on');
  });

  it('warns the other side', async () => {
    expect((await bob.open('/dashboard')).html).toContain('An attack is on its way to Capital.');
  });

  it('shows both players the result', async () => {
    await game.pass(3_600_000);
    const pages = [await ann.open(battle), await bob.open(battle)];
    expect(pages.map((page) => firstMatch(page, /<h1>(Your \w+) in/)).sort()).toEqual([
      'Your defeat',
      'Your victory',
    ]);
  });

  it('reveals the seed of the finished battle', async () => {
    expect(firstMatch(await bob.open(battle), /<dt>Seed, [^<]*<\/dt>\s*<dd><code>([0-9a-f]+)</)).toHaveLength(
      64,
    );
  });

  it('lists the battle on both dashboards', async () => {
    const lists = [await ann.open('/dashboard'), await bob.open('/dashboard')];
    expect(lists.map(({ html }) => html.includes(`href="${battle}"`))).toEqual([true, true]);
  });
});
