/** Choosing a tile on a map by click: for the first city, and for a further one. */
import { describe, expect, it } from 'vitest';
import { enrich } from '../support/set-state.ts';
import { createPlayer, createEmpire } from '../support/players.ts';
import { desktop, hasChromium } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('choosing a tile', () => {
  const stage = setUpBrowser();

  it('for the first city keeps what was typed', async () => {
    const player = await createPlayer(stage.game);
    const { page } = await stage.chromium.reader(desktop, player.cookie);
    await page.goto(`${stage.game.url}/dashboard?around=500,500`);
    await page.getByLabel('Name of the empire').fill('Typed');
    await page.getByLabel('X', { exact: true }).fill('7');
    await page.locator('#sketch .choices a[href*="at=505,497&"]').click();
    await page.waitForSelector('#found-empire-x[value="505"]');
    expect(await page.getByLabel('X', { exact: true }).inputValue()).toBe('505');
    expect(await page.getByLabel('Y', { exact: true }).inputValue()).toBe('497');
    expect(await page.getByLabel('Name of the empire').inputValue()).toBe('Typed');
    await page.getByRole('button', { name: 'Found the empire' }).click();
    await page.getByText('Typed is founded').waitFor();
  });

  it('by typing X and Y moves the map there', async () => {
    const player = await createPlayer(stage.game);
    const { page } = await stage.chromium.reader(desktop, player.cookie);
    await page.goto(`${stage.game.url}/dashboard?around=500,500`);
    await page.getByLabel('X', { exact: true }).fill('-310');
    await page.getByLabel('Y', { exact: true }).fill('220');
    await page.getByLabel('Y', { exact: true }).press('Tab');
    await page.locator('#sketch figcaption', { hasText: '−310' }).waitFor();
    expect(new URL(page.url()).search).toBe('?at=-310,220');
  });

  it('for a further city: a suggestion, then another tile by click, and the city stands there', async () => {
    const ann = await createEmpire(stage.game, { x: 0, y: 0 });
    await enrich(stage.game, ann.empireId);
    const { page } = await stage.chromium.reader(desktop, ann.cookie);
    await page.goto(`${stage.game.url}/dashboard`);
    await page.getByRole('link', { name: 'Found a city' }).click();
    await page.waitForSelector('#map.at-hand');
    await page.waitForSelector('#map-legal', { state: 'attached' });
    const suggested = await page.getAttribute('#map', 'data-at');
    const box = await page.locator('#map').boundingBox();
    if (box === null) throw new Error('the map is not shown');
    await page.mouse.click(box.x + box.width / 2 + 120, box.y + box.height / 2 + 96);
    await page.waitForSelector(`#map:not([data-at="${suggested ?? ''}"])`);
    expect(await page.locator('#map-legal').count()).toBe(1);
    const chosen = (await page.getAttribute('#map', 'data-at')) ?? '';
    await page.getByLabel('Its name (optional)').fill('Second');
    await page.getByRole('button', { name: 'Found a city here' }).click();
    await page.getByText('Second is founded at').first().waitFor();
    const { rows } = await stage.game.instance.pool.query<{ at: string }>(
      `SELECT x || ',' || y AS at FROM cities WHERE name = 'Second'`,
    );
    expect(rows).toEqual([{ at: chosen }]);
  });
});
