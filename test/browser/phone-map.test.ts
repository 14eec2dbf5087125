/** The panel of the chosen tile on narrow windows: a sheet over the lower part of the map, in a real Chromium. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ruler } from '../support/game.ts';
import { createEmpire, userIdOf } from '../support/players.ts';
import { setUnits } from '../support/set-state.ts';
import { hasChromium, phone } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

/** The text of what is visible at the middle of an element; null if the middle is covered or outside the window. */
const visibleText = (page: Page, selector: string): Promise<string | null> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return element.contains(hit) ? element.textContent.replace(/\s+/g, ' ').trim() : null;
    });

describe.skipIf(!hasChromium)('the map of a narrow window', () => {
  const stage = setUpBrowser({ unsound: 'the seat is deleted' }, /ERR_INTERNET_DISCONNECTED|websocket/i);
  let ann: Ruler;
  let bob: Ruler;
  beforeAll(async () => {
    await stage.game.query('DELETE FROM seats');
    ann = await createEmpire(stage.game, { x: 0, y: 0 });
    bob = await createEmpire(stage.game, { x: 3, y: -7 });
    // The attack wins, so that nothing is asked.
    await setUnits(stage.game, ann.armyId, { soldiers: 40 });
    await setUnits(stage.game, bob.armyId, { soldiers: 1 });
  });

  async function openMap(query: string, device: BrowserContextOptions = phone) {
    const { page, open, context } = await stage.chromium.reader(device, ann.cookie);
    await open(`/map${query}`);
    await page.waitForSelector('#map.at-hand');
    return { page, context };
  }

  it.each([
    ['a phone', phone],
    ['200 % zoom', { viewport: { width: 640, height: 400 } }],
  ])('shows the chosen tile with its attack over the map, and stays movable (%s)', async (_, device) => {
    const { page } = await openMap('', device);
    await page.locator(`[id="city-${bob.tile.x}_${bob.tile.y}"]`).dispatchEvent('click');
    await page.waitForSelector('#map-chosen h2:has-text("Empire of"), #map-chosen h2:has-text("Capital")');
    await expect.poll(() => visibleText(page, '#map-chosen .tile-head h2')).not.toBeNull();
    await expect.poll(() => visibleText(page, '#map-send .ways .war')).toMatch(/^Attack/);
    // The sheet leaves the chosen tile visible.
    await expect.poll(() => visibleText(page, `[id="city-${bob.tile.x}_${bob.tile.y}"]`)).not.toBeNull();
    // It has moved there, so that the pull below is the only one.
    const middle = async (): Promise<number> => {
      const box = await page.locator('#map-corners').boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2);
    };
    const centre = Math.round(device.viewport.width / 2);
    await expect.poll(middle).toBe(centre);
    const sheet = await page.locator('#map-chosen').boundingBox();
    const y = (sheet?.y ?? 0) - 30;
    await page.mouse.move(250, y);
    await page.mouse.down();
    await page.mouse.move(200, y);
    await page.mouse.up();
    expect(await middle()).toBe(centre - 50);
  });

  it('draws the sheet up for everything, and lowers or closes it again', async () => {
    const { page } = await openMap('?x=3&y=-7&at=3,-7');
    const ruler = page.locator('#map-chosen dt', { hasText: 'Ruler' });
    expect(await ruler.isVisible()).toBe(false);
    await page.click('#drawer-switch');
    expect([await ruler.isVisible(), await page.getAttribute('#drawer-switch', 'aria-expanded')]).toEqual([
      true,
      'true',
    ]);
    await page.focus('#map-wish');
    expect(await ruler.isVisible()).toBe(false);
    await page.click('[data-unchoose]');
    await page.waitForSelector('#map-chosen h2:has-text("Choose a tile")');
    expect(new URL(page.url()).search).not.toContain('at=');
  });

  it('says that an order has no answer, and sends it until it has one; Enter at an army sends none', async () => {
    const { page, context } = await openMap('?x=3&y=-7&at=3,-7', { ...phone, timezoneId: 'Asia/Kolkata' });
    await page.focus('#map-send .sender input');
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    await page.waitForSelector('#map.at-hand');
    expect(page.url()).not.toContain('form_key');
    await context.setOffline(true);
    await page.click('#map-send .ways .war');
    await page.locator('#map-send .said', { hasText: 'No answer yet' }).waitFor();
    expect(await page.locator('#map-send').innerText()).not.toContain('is marching');
    await context.setOffline(false);
    const notice = page.locator('#map-send .notice', { hasText: 'Your army is marching on' });
    await notice.waitFor();
    const local = await notice.locator('time').evaluate((time) => {
      const at = new Date((time as HTMLTimeElement).dateTime);
      return at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
    });
    // A refresh leaves the notice as it is.
    const userId = await userIdOf(stage.game, ann);
    await bob.send('POST', '/api/threads', { user_id: userId, text: 'Come on, then' });
    await page.waitForSelector('.mark-of[href="/messages"] .badge', { state: 'attached' });
    expect(await notice.innerText()).toContain(`contact at ${local}.`);
    expect(new URL(page.url()).pathname).toBe('/map');
  });

  it('shows the signs behind a button', async () => {
    const { page } = await openMap('');
    expect(await page.isVisible('#map-legend')).toBe(false);
    await page.click('.legend-button');
    expect(await page.isVisible('#map-legend')).toBe(true);
  });

  it('scrolls to the panel without JavaScript', async () => {
    const { page, open } = await stage.chromium.reader({ ...phone, javaScriptEnabled: false }, ann.cookie);
    await open('/map?x=3&y=-7');
    await page
      .locator(`[id="city-${bob.tile.x}_${bob.tile.y}"] .reach`)
      .click({ position: { x: 13, y: 13 } });
    await page.waitForURL(/#map-chosen$/);
    const box = await page.locator('#map-chosen h2').boundingBox();
    expect(box !== null && box.y > 0 && box.y < 400).toBe(true);
  });
});
