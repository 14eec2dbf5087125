/** The unread results: shown on every page, marked in the lists, counted in the navigation, and read. */
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestGame, type Ruler, useNew } from '../support/game.ts';
import { setUnits } from '../support/set-state.ts';
import { attackCity, createNeighbours } from '../support/players.ts';
import { Browser, wordsOf } from './browser.ts';

const hourMs = 3_600_000;

const game = useTestGame({ unsound: 'entries of the event log are missing' });
let ann: Ruler;
let bob: Ruler;

beforeEach(async () => {
  [ann, bob] = await createNeighbours(game, 6);
});
const browser = useNew(() => new Browser(game, ann.cookie));

const stripOf = (html: string): string => /<ol class="news"[\s\S]*?<\/ol>/.exec(html)?.[0] ?? '';

/** The lines of the strip, without their buttons; most are hidden. */
async function readStrip(path = '/rules?', reader = browser): Promise<string[]> {
  const strip = stripOf((await reader.open(path)).html);
  return (strip.match(/<p><a[\s\S]*?<\/p>/g) ?? []).map(wordsOf);
}

/** The lines of the strip that are visible without a script. */
async function readVisible(path: string): Promise<string[]> {
  const strip = stripOf((await browser.open(path)).html);
  const items = strip.match(/<li[^>]*>[\s\S]*?<\/p>/g) ?? [];
  return items.filter((item) => !/^<li[^>]* hidden>/.test(item)).map(wordsOf);
}

/** The count at the reports in the head of a page; null for none. */
async function readCount(): Promise<number | null> {
  const { html } = await browser.open('/account');
  const count = /class="mark-of" href="\/reports"[\s\S]*?class="badge[^>]*>(\d+)</.exec(html)?.[1];
  return count === undefined ? null : Number(count);
}

async function readNumbers(path = '/account'): Promise<number[]> {
  const strip = stripOf((await browser.open(path)).html);
  return [...strip.matchAll(/data-number="(\d+)"/g)].map(([, number]) => Number(number));
}

async function fight(): Promise<string> {
  const battleId = await attackCity(ann, bob);
  await game.pass(2 * hourMs);
  return battleId;
}

/** Moves the army to the tile this far above the capital. */
async function move(distance: number): Promise<void> {
  const destination = { x: ann.tile.x, y: ann.tile.y + distance };
  await ann.send('POST', `/api/army/${ann.armyId}/move`, { destination });
  await game.pass(hourMs);
}

async function unreadOf({ empireId }: Ruler): Promise<number[]> {
  const sql = 'SELECT unread FROM event_logs WHERE empire_id = $1';
  return (await game.query<{ unread: string[] }>(sql, empireId)).flatMap(({ unread }) => unread.map(Number));
}

describe('the strip', () => {
  it('shows nothing for what the player ordered for this moment', async () => {
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
    await game.pass(hourMs);
    expect(await readStrip('/account')).toEqual([]);
  });

  it.each(['/dashboard', '/account', '/map', '/world'])('is on %s', async (path) => {
    await move(1);
    expect((await readStrip(path))[0]).toMatch(/^Army 1 arrived at .* 20 soldiers, /);
  });

  it('announces an attack to its target, then only its result, with units and points', async () => {
    const other = new Browser(game, bob.cookie);
    await attackCity(ann, bob);
    expect(await readStrip('/account')).toEqual([]);
    expect(await readStrip('/account', other)).toEqual([
      `Empire of ${ann.username} sent an army against Capital`,
    ]);
    await game.pass(2 * hourMs);
    const [result, ...rest] = await readStrip('/account', other);
    expect(result).toMatch(
      /^You held Capital against Empire of \w+ You lost \d+ of [\d,]+ units, and destroyed \d+ of \d+, worth \d+ points?\./,
    );
    expect(rest).toEqual([]);
  });

  it('has three lines of many results; all are counted at the reports', async () => {
    for (const y of [1, 2, 1, 2, 1]) await move(y);
    expect([(await readStrip('/account')).length, await readCount()]).toEqual([3, 5]);
  });

  it('shows a lost fight until it is read, except on /reports, and nothing else without a script', async () => {
    await setUnits(game, bob.armyId, { soldiers: 200 });
    await fight();
    expect((await readVisible('/account'))[0]).toMatch(/^You lost against Empire of/);
    expect(await readVisible('/reports')).toEqual([]);
    const [newest] = await readNumbers();
    await browser.sendForm('/reports/read', { numbers: newest ?? 0, address: '/account' });
    expect(await readVisible('/account')).toEqual([]);
  });

  it('forgets results that are marked as read, one by one or all, and leads back', async () => {
    for (const y of [1, 2, 1]) await move(y);
    const [newest, ...older] = await readNumbers();
    const answer = await browser.sendForm('/reports/read', { numbers: newest ?? 0, address: '/account' });
    expect([answer.status, answer.location]).toEqual([302, '/account']);
    expect(await readNumbers()).toEqual(older);
    await browser.sendForm('/reports/read', { numbers: older.join(), address: '/account' });
    expect(await readNumbers()).toEqual([]);
  });

  it.each(['//example.org/', 'https://example.org/', '/\\example.org', ''])(
    'never leads to %j',
    async (address) => {
      const { location } = await browser.sendForm('/reports/read', { numbers: 1, address });
      expect(location).toBe('/reports');
    },
  );

  it.each(['', 'x', '0', '1,-2', '1.5', Array.from({ length: 51 }, (_, i) => i + 1).join()])(
    'refuses the numbers %j',
    async (numbers) => {
      expect((await browser.sendForm('/reports/read', { numbers })).status).toBe(400);
    },
  );

  it('is the player’s own: the numbers of others stay unread', async () => {
    await fight();
    const [, before] = [await readNumbers(), await unreadOf(bob)];
    await browser.sendForm('/reports/read', { numbers: before.join() });
    expect([before.length > 0, await unreadOf(bob)]).toEqual([true, before]);
  });
});

describe('a battle report', () => {
  it('is marked and counted until it is opened', async () => {
    const battleId = await fight();
    const marks = async (): Promise<boolean[]> => {
      const { html } = await browser.open('/reports?show=battles');
      const [head = '', main = ''] = html.split('<main');
      return [
        head.includes('<span class="badge unread">1 new</span>'),
        main.includes('<b class="badge unread">new</b>'),
      ];
    };
    expect(await marks()).toEqual([true, true]);
    const { html } = await browser.open(`/battle/${battleId}`);
    expect(stripOf(html)).not.toContain(battleId);
    expect(await marks()).toEqual([false, false]);
  });

  it('stays unread while a page of it only refreshes in the background, or its rounds are shown', async () => {
    const battleId = await attackCity(ann, bob);
    const before = await unreadOf(ann);
    await browser.open(`/battle/${battleId}`);
    await game.pass(2 * hourMs);
    const { status } = await browser.refreshHidden(`/battle/${battleId}`);
    expect([before, status, (await unreadOf(ann)).length > 0]).toEqual([[], 200, true]);
  });
});

describe('the unread results of an empire', () => {
  it('are at most 50, the latest', async () => {
    await game.query(
      'UPDATE event_logs SET unread = ARRAY(SELECT generate_series(1, 50)), last = 60 WHERE empire_id = $1',
      ann.empireId,
    );
    await move(1);
    const numbers = await unreadOf(ann);
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([50, 2, 61]);
  });
});
