/** Lists that continue on further pages: armies, battles, and the ledger with its merged rows of production. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../src/contract/ledger.ts';
import { foldProduction } from '../../src/pages/reports/stock.ts';
import { addBattles } from '../support/crowd.ts';
import { unknownId } from '../support/set-state.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { Browser } from './browser.ts';

const game = useTestGame({ unsound: 'rows are copied' });
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 40 }));
const cat = useOne(() => createEmpire(game, { x: 40, y: 0 }));

/** Whose ledger is read. */
const dan = useOne(() => createEmpire(game, { x: 40, y: 40 }));

async function open(path: string, ruler = ann): Promise<string> {
  const { status, html } = await new Browser(game, ruler.cookie).open(path);
  expect(status).toBe(200);
  return html;
}

/** What each match of a pattern has in its group. */
const findAll = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, found = '']) => found);

/** The target of the button with this text, or null. */
function buttonOf(html: string, text: string): string | null {
  const target = new RegExp(`<a class="button" href="([^"]*)">${text}</a>`).exec(html)?.[1];
  return target?.replaceAll('&amp;', '&') ?? null;
}

/** The pages from one on, as the button leads to them. */
async function walk(first: string, button: string, ruler = ann): Promise<string[]> {
  const pages: string[] = [];
  for (let path: string | null = first; path !== null;) {
    const html = await open(path, ruler);
    pages.push(html);
    path = buttonOf(html, button);
  }
  return pages;
}

describe('the armies', () => {
  const idsOf = (html: string): string[] => findAll(html, /<li[^>]* id="army-([\da-f-]{36})"/g);

  /** Copies an army: players have more than a page of them only with many cities. */
  const addArmies = async (...ids: string[]): Promise<void> => {
    await game.query(
      `INSERT INTO armies (id, empire_id, name, x, y, units, home_city_id, standing_since, loot)
       SELECT added, empire_id, name, x, y, units, home_city_id, standing_since, loot
       FROM armies CROSS JOIN unnest($2::uuid[]) AS added WHERE id = $1`,
      ann.armyId,
      ids,
    );
    await game.query('UPDATE empires SET description = description || $2 WHERE id = $1', ann.empireId, '.');
  };

  let sorted: string[];
  beforeAll(async () => {
    await addArmies(...Array.from({ length: 44 }, () => randomUUID()));
    const sql = 'SELECT id FROM armies WHERE empire_id = $1 ORDER BY id';
    sorted = (await game.query<{ id: string }>(sql, ann.empireId)).map(({ id }) => id);
  });

  it('are on pages of 20, each on one of them, which lead forwards and back', async () => {
    const expected = [sorted.slice(0, 20), sorted.slice(20, 40), sorted.slice(40)];
    expect((await walk('/armies', 'More armies')).map(idsOf)).toEqual(expected);
    const last = await walk(`/armies?army=${sorted[44] ?? ''}`, 'Previous armies');
    expect(last.map(idsOf)).toEqual(expected.reverse());
  });

  it('show the page of the army of an order', async () => {
    const path = `/armies/${sorted[30] ?? ''}/move`;
    const { status, html } = await new Browser(game, ann.cookie).sendForm(path, { x: 5000, y: 5000 });
    expect([status, idsOf(html)]).toEqual([400, sorted.slice(20, 40)]);
    expect(idsOf(await open(`/armies?army=${sorted[30] ?? ''}`))).toEqual(sorted.slice(20, 40));
  });

  it.each([
    ['first', '00000000-0000-4000-8000-000000000000', 0],
    ['last', 'ffffffff-ffff-4fff-bfff-ffffffffffff', 45],
  ])('are neither lost nor repeated when the %s one is raised between two pages', async (_, id, index) => {
    const first = await open('/armies');
    await addArmies(id);
    const others = await walk(buttonOf(first, 'More armies') ?? '', 'More armies');
    const listed = [first, ...others].flatMap(idsOf);
    expect(listed.filter((each) => each !== id)).toEqual(sorted);
    expect(listed.includes(id)).toBe(index > 20);
    await game.query('DELETE FROM armies WHERE id = $1', id);
    await addArmies();
  });

  it('continue behind an army that has gone', async () => {
    const path = buttonOf(await open('/armies'), 'More armies') ?? '';
    const [gone = ''] = sorted.splice(20, 1);
    await game.query('DELETE FROM armies WHERE id = $1', gone);
    await addArmies();
    expect(idsOf(await open(path))).toEqual(sorted.slice(20, 40));
  });

  it.each(['', 'x', '-1', `${unknownId}0`])('begin at the first for “%s”', async (from) => {
    expect(idsOf(await open(`/armies?from=${from}`))).toEqual(sorted.slice(0, 20));
  });

  it('of others are not shown to the reader of their address', async () => {
    const path = buttonOf(await open('/armies'), 'More armies') ?? '';
    expect(idsOf(await open(path, bob))).toEqual([bob.armyId]);
  });
});

describe('the finished battles', () => {
  let battles: string[];
  const idsOf = (html: string): string[] =>
    findAll(html.split(' id="finished"')[1] ?? '', /<b><a href="\/battle\/([^"]*)"/g);

  beforeAll(async () => {
    battles = (await addBattles(game, ann.empireId, bob.empireId, 130)).reverse();
  });

  it.each(['/reports?show=battles', '/reports?show=battles&side=attacks'])(
    'at %s are on pages of 100, newest first',
    async (path) => {
      const pages = await walk(path, 'Earlier');
      expect(pages.map((html) => idsOf(html).length)).toEqual([100, 30]);
      expect(pages.flatMap(idsOf)).toEqual(battles);
      const latest = findAll(pages.join(''), /<a class="aside" href="([^"]*?)\??">To the latest<\/a>/g);
      expect(latest.map((href) => href.replaceAll('&amp;', '&'))).toEqual([path]);
    },
  );

  it('are neither lost nor repeated when one ends between two pages', async () => {
    const first = await open('/reports?show=battles');
    const added = await addBattles(game, bob.empireId, ann.empireId, 1);
    const second = await open(buttonOf(first, 'Earlier') ?? '');
    expect([first, second].flatMap(idsOf)).toEqual(battles);
    battles = [...added, ...battles];
    expect(idsOf(await open('/reports?show=battles'))).toEqual(battles.slice(0, 100));
  });

  it('show the moment of the order, by which they are sorted, and the end', async () => {
    const now = game.clock.now();
    const ids = await addBattles(game, cat.empireId, dan.empireId, 2);
    const move = 'UPDATE battles SET ordered_at = $2, ends_at = $3 WHERE id = $1';
    await game.query(move, ids[0], now - 4000, now);
    await game.query(move, ids[1], now - 3000, now - 1000);
    const moments = findAll(
      await open('/reports?show=battles', cat),
      /(?:ended|ordered) <time class="clock" datetime="([^"]*)"/g,
    );
    expect(moments).toEqual([1000, 3000, 0, 4000].map((age) => new Date(now - age).toISOString()));
  });

  it('end with a sentence', async () => {
    const html = await open('/reports?show=battles&before=1');
    expect([idsOf(html), html.includes('Nothing earlier.')]).toEqual([[], true]);
  });

  it.each(['', '0', '-3', 'x', '1e3', '1.5', unknownId])('begin at the latest for “%s”', async (before) => {
    expect(idsOf(await open(`/reports?show=battles&before=${before}`))).toEqual(battles.slice(0, 100));
  });

  it('of others are not shown to the reader of their address', async () => {
    const path = buttonOf(await open('/reports?show=battles'), 'Earlier') ?? '';
    expect(idsOf(await open(path, cat))).toEqual([]);
    // Bob fought the same ones: his side of them.
    expect(idsOf(await open(path, bob))).toEqual(battles.slice(100));
  });
});

describe('the entries of the ledger', () => {
  interface Row {
    number: number;
    isProduction: boolean;
    gold: number;
  }
  const rowsOf = (html: string): Row[] =>
    [...html.matchAll(/<tr id="entry-(\d+)">([^]*?)<\/tr>/g)].map(([, number = '', row = '']) => ({
      number: Number(number),
      isProduction: row.includes('Production'),
      gold: Number(
        /<td class="number">([+−]?[\d,]*)/.exec(row)?.[1]?.replace('−', '-').replace(',', '') ?? 0,
      ),
    }));
  const pagesOf = async (): Promise<Row[][]> =>
    (await walk('/reports?show=stock', 'Earlier', dan)).map(rowsOf);

  // After the founding, 60 entries of production, then 20 changes with a production each, whose row has both.
  beforeAll(async () => {
    await game.query(
      `INSERT INTO ledger_entries (
         empire_id, number, at, cause, gold, food, materials, gold_after, food_after, materials_after, units, units_after,
         gold_produced, food_produced, materials_produced
       )
       SELECT empire_id, CASE WHEN n <= 60 THEN 1 + n ELSE 61 + 2 * (n - 60) END, at,
         CASE WHEN n <= 60 THEN 'production' ELSE 'dismissed' END, CASE WHEN n <= 60 THEN 3600000 ELSE -7200000 END, 0, 0,
         gold_after, food_after, materials_after, '{}', units_after,
         CASE WHEN n > 60 THEN 3600000 END, CASE WHEN n > 60 THEN 0 END, CASE WHEN n > 60 THEN 0 END
       FROM ledger_entries CROSS JOIN generate_series(1, 80) AS n WHERE empire_id = $1 AND number = 1`,
      dan.empireId,
    );
  });

  it('merge productions that follow each other, and only those', async () => {
    const pages = await pagesOf();
    // 101 entries: 50 on each page, of which 11 and 50 merge into one row.
    expect(pages.map(({ length }) => length)).toEqual([40, 1, 1]);
    expect(pages.map((rows) => rows.at(-1))).toEqual([
      { number: 62, isProduction: true, gold: 11 },
      { number: 51, isProduction: true, gold: 50 },
      { number: 1, isProduction: false, gold: 1500 },
    ]);
    expect(pages[0]?.slice(0, 3).map(({ number, gold }) => [number, gold])).toEqual([
      [101, -2],
      [100, 1],
      [99, -2],
    ]);
  });

  it('add up over all pages', async () => {
    const rows = (await pagesOf()).flat();
    const sumOf = (isProduction: boolean): number =>
      rows.filter((row) => row.isProduction === isProduction).reduce((sum, { gold }) => sum + gold, 0);
    expect([sumOf(true), sumOf(false)]).toEqual([80, 1500 - 40]);
  });

  it('are neither lost nor repeated when one is entered between two pages', async () => {
    const before = await pagesOf();
    const first = await open('/reports?show=stock', dan);
    const { status } = await dan.send('POST', `/api/city/${dan.capitalId}/buildings`, { type: 'farm' });
    expect(status).toBe(201);
    const others = (await walk(buttonOf(first, 'Earlier') ?? '', 'Earlier', dan)).map(rowsOf);
    expect([rowsOf(first), ...others]).toEqual(before);
  });

  it('of others are not shown', async () => {
    const path = buttonOf(await open('/reports?show=stock', dan), 'Earlier') ?? '';
    expect(rowsOf(await open(path, cat)).map(({ number }) => number)).toEqual([1]);
  });
});

it('merged production has the sum of the changes, and number, time and stock of the newest', () => {
  const units = { soldiers: 0, archers: 0, knights: 0, catapults: 0 };
  const enter = (number: number, cause: LedgerEntry['cause'], change: number): LedgerEntry => ({
    ...{ number, cause, units, city_id: null, battle_id: null, building: null },
    at: new Date(number).toISOString(),
    stock: { gold: change, food: -change, materials: 2 * change },
    stock_after: { gold: 10 * number, food: 0, materials: 0 },
  });
  const produce = (number: number, change: number) => enter(number, 'production', change);
  const [newest, trained, oldest] = [produce(5, 3), enter(2, 'training', 1), produce(1, 9)];
  const folded = foldProduction([newest, produce(4, 4), produce(3, -1), trained, oldest]);
  expect(folded).toEqual([{ ...newest, stock: { gold: 6, food: -6, materials: 12 } }, trained, oldest]);
});
