/** The event log in words: on the reports page, and since the last visit on the dashboard. */
import { beforeEach, describe, expect, it } from 'vitest';
import { setUnits } from '../support/set-state.ts';
import { useTestGame, type Ruler, useNew } from '../support/game.ts';
import { attackCity, createNeighbours } from '../support/players.ts';
import { Browser, wordsOf } from './browser.ts';

const game = useTestGame();
let ann: Ruler;
let bob: Ruler;

const hourMs = 3_600_000;

beforeEach(async () => {
  [ann, bob] = await createNeighbours(game, 6);
});
const browser = useNew(() => new Browser(game, ann.cookie));

/** The text of a section of a page, with its times. */
async function read(path: string, part: string): Promise<string> {
  const { html } = await browser.open(path);
  const [section = ''] = html.slice(html.indexOf(` id="${part}"`)).split('</section>');
  return wordsOf(
    section
      .replace(/^[^>]*>/, '')
      .replaceAll('<time', '<span')
      .replaceAll('</time', '</span'),
  );
}

/** Every entry of the reports page, newest first, without the mark of unread ones. */
async function readLines(reader = browser, path = '/reports'): Promise<string[]> {
  const { html } = await reader.open(path);
  const lines = html.match(/<li id="report-\d+"[\s\S]*?<\/li>/g) ?? [];
  return lines.map((line) => wordsOf(line.replaceAll(/<b class="badge unread">new<\/b>/g, '')));
}

describe('the reports', () => {
  it('describe cities, buildings, units and armies', async () => {
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'barracks' });
    await game.pass(hourMs);
    await ann.send('POST', `/api/city/${ann.capitalId}/train`, { unit_type: 'archers', quantity: 1 });
    await game.pass(hourMs);
    const { x, y } = ann.tile;
    await ann.send('POST', `/api/army/${ann.armyId}/move`, { destination: { x, y: y + 2 } });
    await game.pass(hourMs);
    const tile = (atX: number, atY: number) => `${atX} | ${atY}`.replaceAll('-', '−');
    expect(await readLines()).toEqual([
      `Army 1 arrived at ${tile(x, y + 2)}`,
      '1 archer is trained Capital',
      'Goal reached: build barracks You received 100 gold, 100 food, 100 materials.',
      'Barracks reached level 1 Capital',
      `Your empire was founded Capital is at ${tile(x, y)}.`,
    ]);
  });

  it('describe a battle to both sides, and its end only after the last round', async () => {
    const battleId = await attackCity(ann, bob);
    const other = new Browser(game, bob.cookie);
    expect((await readLines())[0]).toBe(`You sent an army against Empire of ${bob.username} to ${bobTile()}`);
    expect((await readLines(other))[0]).toBe(`Empire of ${ann.username} sent an army against Capital`);
    const { contact_at } = await ann.read<{ contact_at: string }>(`/api/battle/${battleId}`);
    await game.pass(Date.parse(contact_at) - game.clock.now());
    expect((await readLines())[0]).toBe(
      `Battle at ${bobTile()} It is being fought against Empire of ${bob.username}.`,
    );
    await game.pass(60_000);
    expect((await readLines())[0]).toContain(`You lost against Empire of ${bob.username} at ${bobTile()}`);
    expect((await readLines(other))[0]).toContain(`You held Capital against Empire of ${ann.username}`);
  });

  const bobTile = () => `${bob.tile.x} | ${bob.tile.y}`.replaceAll('-', '−');

  it('describe an attack that was called off, with the reason', async () => {
    await attackCity(ann, bob);
    // Farther than a tile, so that the army does not arrive at once.
    await game.pass(120_000);
    await ann.send('POST', `/api/army/${ann.armyId}/recall`);
    expect(await readLines()).toContain(
      `Your attack on Empire of ${bob.username} was called off The army was recalled.`,
    );
  });

  it('describe desertion', async () => {
    await game.query('UPDATE empires SET food = 0 WHERE id = $1', ann.empireId);
    await setUnits(game, ann.armyId, { soldiers: 400 });
    await ann.send('PUT', `/api/empire/${ann.empireId}`, { description: 'Hungry' });
    await game.pass(60_000);
    expect((await readLines())[0]).toBe('Hunger: units deserted 40 soldiers left, as there was no food.');
  });

  it('can be filtered by a city and its tile', async () => {
    const bobsCity = `/reports?city=${bob.capitalId}`;
    await bob.send('POST', `/api/city/${bob.capitalId}/buildings`, { type: 'farm' });
    await attackCity(ann, bob);
    await bob.send('POST', '/api/alliances', { name: 'The Cats', tag: 'CAT' });
    const other = new Browser(game, bob.cookie);
    const attack = `Empire of ${ann.username} sent an army against Capital`;
    expect((await readLines(other, bobsCity)).slice(0, 1)).toEqual([attack]);
    await game.pass(hourMs);
    const texts = ['You held Capital', 'Farm reached level 2', attack, 'Your empire was founded'];
    const lines = await readLines(other, bobsCity);
    expect(texts.map((text) => lines.filter((line) => line.includes(text)).length)).toEqual([1, 1, 1, 1]);
    expect(lines).toHaveLength(4);
    // A city of another empire is no filter.
    expect(await readLines(browser, bobsCity)).toEqual(await readLines());
  });

  it('can be filtered by the alliance', async () => {
    await ann.send('POST', '/api/alliances', { name: 'The Dogs', tag: 'DOG' });
    const lines = await readLines(browser, '/reports?show=alliance');
    expect(lines).toEqual([expect.stringContaining('DOG')]);
    expect(await readLines()).toHaveLength(2);
  });

  it('link to earlier pages', async () => {
    const lost = { soldiers: 1, archers: 0, knights: 0, catapults: 0 };
    for (let number = 0; number < 60; number++)
      await game.instance.services.executeCommand(ann.empireId, ({ empire, now, emit }) =>
        emit({ kind: 'desertion', at: now, empireId: empire.id, lost }),
      );
    expect(await readLines()).toHaveLength(50);
    expect(await read('/reports', 'chronicle')).toContain('The latest');
    expect(await readLines(browser, '/reports?before=12')).toHaveLength(11);
    expect((await browser.open('/reports')).html).toContain('href="/reports?before=12"');
    expect((await browser.open('/reports?before=12')).html).not.toContain('>Earlier</a>');
  });

  it.each(['', '0', '-1', 'x', '1.5'])('begin with the newest for before=%j', async (before) => {
    expect(await readLines(browser, `/reports?before=${before}`)).toHaveLength(1);
  });
});

describe('the dashboard', () => {
  it('shows the latest events at the first visit', async () => {
    expect(await read('/dashboard', 'lately')).toMatch(/Recent events.*Your empire was founded/);
  });

  it('shows the events since the previous visit during the whole visit', async () => {
    await browser.open('/dashboard');
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm', quantity: 2 });
    await game.pass(8 * hourMs);
    const first = await read('/dashboard', 'lately');
    expect(first).toMatch(/Since your last visit.*Farm reached level 3.*Farm reached level 2/);
    expect(first).not.toContain('founded');
    await game.pass(60_000);
    expect(await read('/dashboard', 'lately')).toBe(first);
  });

  it('states that nothing has happened since', async () => {
    await browser.open('/dashboard');
    await game.pass(hourMs);
    expect(await read('/dashboard', 'lately')).toMatch(/Nothing has happened since \d\d:\d\d UTC/);
  });

  it('counts the events that it does not list', async () => {
    await browser.open('/dashboard');
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'wall', quantity: 5 });
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
    for (let number = 0; number < 12; number++) {
      await game.instance.services.executeCommand(ann.empireId, ({ empire, now, emit }) =>
        emit({ kind: 'city_founded', at: now, empireId: empire.id, cityId: ann.capitalId }),
      );
    }
    await game.pass(hourMs);
    expect((await readLines(browser, '/dashboard')).length).toBe(8);
    expect(await read('/dashboard', 'lately')).toMatch(/and \d+ more/);
  });

  it('ignores a forged cookie', async () => {
    await browser.open('/dashboard');
    expect((await browser.open('/dashboard')).html).toContain('Recent events');
    const meddler = new Browser(game, `${ann.cookie}; visit=${ann.empireId}.9.9.9.9`);
    expect((await meddler.open('/dashboard')).html).toContain('Recent events');
  });
});
