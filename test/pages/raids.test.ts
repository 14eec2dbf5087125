/** The list of raids: the targets attacked before, with odds and loot, and several raids in one request. */
import { beforeEach, describe, expect, it } from 'vitest';
import { vaultOf } from '../../src/game/balance.ts';
import { registerEmpire, useTestGame, type Ruler } from '../support/game.ts';
import { setStock, setUnits } from '../support/set-state.ts';
import { Browser, wordsOf } from './browser.ts';

const game = useTestGame();
const hourMs = 3_600_000;
let ann: Ruler;
let browser: Browser;
let column = -900;

beforeEach(async () => {
  column += 60;
  // With villages around it.
  ann = await registerEmpire(game.url, { x: column, y: 0 });
  await setUnits(game, ann.armyId, { soldiers: 200 });
  browser = new Browser(game, ann.cookie);
});

interface Village {
  id: string;
  empire_id: string;
  name: string;
  x: number;
  y: number;
  tiles: number;
  warehouse: number;
}

/** The villages around Ann, nearest first. */
const villages = (limit = 2) =>
  game.query<Village>(
    `SELECT c.id, c.empire_id, c.name, c.x, c.y, sqrt((c.x - $1::int) ^ 2 + c.y ^ 2) AS tiles,
       coalesce((jsonb_path_query_first(c.buildings, '$[*] ? (@.type == "warehouse").level'))::int, 0) AS warehouse
     FROM cities c JOIN empires e ON e.id = c.empire_id
     WHERE e.kind = 'village' AND abs(c.x - $1::int) < 20 AND abs(c.y) < 20
     ORDER BY (c.x - $1::int) ^ 2 + c.y ^ 2, c.id LIMIT $2`,
    ann.tile.x,
    limit,
  );

async function split(): Promise<string> {
  const path = `/api/army/${ann.armyId}/split`;
  const { body } = await ann.send<{ army: { id: string } }>('POST', path, { units: { soldiers: 80 } });
  return body.army.id;
}

/** Attacks both villages, and waits until the armies are home. */
async function raidBoth(): Promise<void> {
  const other = await split();
  const [one, two] = await villages();
  const orders = [
    { army_id: ann.armyId, target_type: 'city', target_id: one?.id },
    { army_id: other, target_type: 'city', target_id: two?.id },
  ];
  await ann.send('POST', '/api/battles', { orders });
  await game.pass(6 * hourMs);
}

/** The ticked orders of the page. */
async function tickedOrders(): Promise<Record<string, string>> {
  const { html } = await browser.open('/reports?show=raids');
  const boxes = [...html.matchAll(/name="(raid-[^"]+)" value="([^"]+)" checked/g)];
  return Object.fromEntries(boxes.map(([, name = '', value = '']) => [name, value]));
}

/** The words of the line of a target. */
const lineOf = (html: string, id: string): string =>
  wordsOf(new RegExp(`<li id="raid-${id}"[^]*?</li>`).exec(html)?.[0] ?? '');

describe('the page of raids', () => {
  it('says without an attack where targets are found', async () => {
    expect(await browser.words('/reports?show=raids')).toContain('You have attacked nobody yet');
  });

  it('lists each target once, with its stock, the odds of an army of its own, and the last result', async () => {
    await raidBoth();
    const { html } = await browser.open('/reports?show=raids');
    const rows = [...html.matchAll(/<li id="raid-[^]*?<\/li>/g)].map(([row]) => wordsOf(row));
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatch(/Holds (?:[\d,]+ (?:gold|food|materials)|nothing to take)/);
      expect(row).toMatch(/Last: Won.*wins 40 of 40/s);
    }
    expect(new Set(Object.values(await tickedOrders()).map((order) => order.split(':')[0])).size).toBe(2);
  });

  it('sends all ticked raids with one request', async () => {
    await raidBoth();
    const answer = await browser.submit('/reports/raids', await tickedOrders());
    expect(answer.html).toContain('2 raids under way.');
    const marching = 'SELECT FROM battles WHERE attacker_id = $1 AND outcome IS NULL';
    expect(await game.query(marching, ann.empireId)).toHaveLength(2);
    expect(await browser.words('/reports?show=raids')).toContain('No free army would win.');
  });

  it('sends only the raid of the pressed button', async () => {
    await raidBoth();
    const orders = await tickedOrders();
    const [only = ''] = Object.values(orders);
    expect((await browser.submit('/reports/raids', { ...orders, only })).html).toContain('1 raid under way.');
  });

  it('shows each refusal at its line', async () => {
    await raidBoth();
    const orders = await tickedOrders();
    const [first = '', second = ''] = Object.values(orders);
    const [army] = first.split(':');
    const [, type, refused = ''] = second.split(':');
    const sameArmy = { 'raid-1': first, 'raid-2': `${army}:${type}:${refused}` };
    const { html } = await browser.submit('/reports/raids', sameArmy);
    expect(html).toContain('1 raid under way, 1 refused.');
    expect(lineOf(html, refused)).toContain('The army is busy');
    expect(html.match(/The army is busy/g)).toHaveLength(1);
  });

  it('says at the line why the only raid was refused', async () => {
    await raidBoth();
    const [order = ''] = Object.values(await tickedOrders());
    await browser.submit('/reports/raids', { only: order });
    const { html } = await browser.submit('/reports/raids', { only: order });
    expect(html).toContain('0 raids under way, 1 refused.');
    expect(lineOf(html, order.split(':')[2] ?? '')).toContain('The army is busy');
  });

  it('offers no raid on a seat after a recall', async () => {
    const [seat] = await game.query<{ id: string }>('SELECT id FROM seats ORDER BY number LIMIT 1');
    await ann.send('POST', '/api/battle', { army_id: ann.armyId, target_type: 'seat', target_id: seat?.id });
    await ann.send('POST', `/api/army/${ann.armyId}/recall`);
    await game.pass(hourMs / 2);
    expect(await browser.words('/reports?show=raids')).toContain('You recalled an attack on this target');
    expect(await tickedOrders()).toEqual({});
  });

  it('refuses an empty form in words', async () => {
    const { status, html } = await browser.sendForm('/reports/raids', {});
    expect([status, html]).toEqual([400, expect.stringContaining('Tick at least one target')]);
  });
});

describe('the advice to attack', () => {
  it('is the nearest village that gains at first, then the one that gains most for each hour of march', async () => {
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'barracks' });
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'house', quantity: 2 });
    await game.pass(hourMs);
    await ann.send('POST', `/api/city/${ann.capitalId}/train`, { unit_type: 'soldiers', quantity: 2 });
    const [raided, near, ...others] = await villages(6);
    const far = others.at(-1);
    expect(await browser.words('/dashboard')).toContain(`Attack the village ${raided?.name ?? '?'}`);
    const attack = { army_id: await split(), target_type: 'city', target_id: raided?.id };
    await ann.send('POST', '/api/battle', attack);
    await game.pass(6 * hourMs);
    await game.query(`UPDATE empires SET goals = goals - 'veteran' WHERE id = $1`, ann.empireId);
    const stockFor = (village: { warehouse: number } | undefined, loot: number): number =>
      Math.round(vaultOf(village?.warehouse ?? 0) + 2 * loot);
    /** The village that is advised when a victory would take this from these two. */
    const adviseWith = async (nearLoot: number, farLoot: number): Promise<string | undefined> => {
      await game.query(
        `UPDATE empires SET advanced_at = $1, gold = CASE id WHEN $2 THEN $3::bigint WHEN $4 THEN $5 ELSE 0 END * 3600000,
           food = 0, materials = 0 WHERE kind = 'village'`,
        game.clock.now(),
        near?.empire_id,
        stockFor(near, nearLoot),
        far?.empire_id,
        stockFor(far, farLoot),
      );
      // Full stores would be the first concern.
      await setStock(game, ann.empireId, { gold: 0, food: 500, materials: 0 });
      const { html } = await browser.open('/dashboard');
      expect(wordsOf(html)).toMatch(
        /It holds [\d,]+ gold to take: you bring home about [\d,]+, and lose units worth about/,
      );
      const tile = /at=(-?\d+,-?\d+)&amp;army=/.exec(html)?.[1];
      return [near, far].find((village) => `${village?.x},${village?.y}` === tile)?.id;
    };
    const ratio = (far?.tiles ?? 0) / (near?.tiles ?? 1);
    expect(ratio).toBeGreaterThan(1.25);
    expect(await adviseWith(500, 500 * ratio * 2)).toBe(far?.id);
    // The far one has more in this case, too, but costs more.
    expect(await adviseWith(500, 500 * ratio * 0.9)).toBe(near?.id);
  });
});
