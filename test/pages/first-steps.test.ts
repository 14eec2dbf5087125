/** The advice for a new empire, from the founding to the first fight. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { seatRuler } from '../support/guests.ts';
import { Browser, partOf } from './browser.ts';

let game: TestGame;
let ruler: Ruler;
let browser: Browser;
let row = 0;
beforeAll(async () => {
  game = await startTestGame();
});
beforeEach(async () => {
  row += 1;
  ruler = await seatRuler(game, { x: -900, y: row * 60 });
  browser = new Browser(game, ruler.cookie);
});
afterAll(() => game.stop());

const advice = async (): Promise<string> => partOf(await browser.open('/dashboard'), 'first-steps');
const build = (type: string): Promise<unknown> =>
  browser.sendForm(`/dashboard/city/${ruler.capitalId}/build`, { type });
const hourMs = 3_600_000;

describe('the first steps', () => {
  it('begin with the building that pays for itself soonest', async () => {
    expect(await advice()).toMatch(/0 of 3 done[^]*Raise the farm to 2[^]*Raise it in Capital/);
  });

  it('order by button, with a notice there', async () => {
    const page = await browser.submit(`/dashboard/city/${ruler.capitalId}/build`, { type: 'quarry' });
    expect(partOf(page, 'first-steps')).toMatch(/1 of 3 done[^]*Quarry to level 2 is ordered\./);
  });

  it('continue with barracks', async () => {
    await build('quarry');
    expect(await advice()).toMatch(/Build barracks[^]*name="type" value="barracks"/);
  });

  it('continue with soldiers once the barracks are complete', async () => {
    await build('barracks');
    await game.pass(hourMs);
    expect(await advice()).toMatch(/Train 10 soldiers[^]*name="quantity" value="10"/);
  });

  it('state when the advised order is affordable', async () => {
    await build('barracks');
    await game.pass(hourMs);
    await game.instance.pool.query(`UPDATE empires SET gold = 0 WHERE id = $1`, [ruler.empireId]);
    expect(await advice()).toMatch(
      /note-line">[^<]*40 gold[^<]*; there in[^]*aria-disabled="true">Train 1 soldier/,
    );
  });

  it('link to an attackable neighbour once there are soldiers', async () => {
    await seatRuler(game, { x: -892, y: row * 60 });
    await build('barracks');
    await game.pass(hourMs);
    await browser.sendForm(`/dashboard/city/${ruler.capitalId}/train`, {
      unit_type: 'soldiers',
      quantity: 5,
    });
    expect(await advice()).toMatch(
      new RegExp(`href="/map\\?x=-892&amp;y=${row * 60}&amp;at=-892,${row * 60}"`),
    );
  });

  it('link to the map without a neighbour nearby', async () => {
    await build('barracks');
    await game.pass(hourMs);
    await browser.sendForm(`/dashboard/city/${ruler.capitalId}/train`, {
      unit_type: 'soldiers',
      quantity: 5,
    });
    expect(await advice()).toMatch(/Nobody lives within 20 tiles[^]*Open the map/);
  });

  it('disappear when all three are done', async () => {
    const near = await seatRuler(game, { x: -892, y: row * 60 });
    await build('barracks');
    await game.pass(hourMs);
    await browser.sendForm(`/dashboard/city/${ruler.capitalId}/train`, {
      unit_type: 'soldiers',
      quantity: 5,
    });
    const target = { target_type: 'city', target_id: near.capitalId };
    await ruler.send('POST', '/api/battle', { army_id: ruler.armyId, ...target });
    expect(await advice()).toBe('');
  });
});
