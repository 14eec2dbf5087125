/** The game with the keyboard only: an order, training, a target on the map, an attack. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerEmpire, startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { Chromium, hasChromium, type Reader } from './chromium.ts';

const maxTabs = 150;

/** Presses Tab until an element with these words has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, words: string): Promise<void> {
  for (let press = 0; press < maxTabs; press += 1) {
    await page.keyboard.press('Tab');
    const { text, isSeen } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const label = element.getAttribute('aria-label') ?? element.textContent.replace(/\s+/g, ' ');
      const shown = element.matches('.choice input, .unseen')
        ? getComputedStyle(element.parentElement ?? element)
        : getComputedStyle(element);
      return { text: label, isSeen: shown.outlineStyle !== 'none' };
    });
    if (!text.includes(words)) continue;
    expect(isSeen).toBe(true);
    return;
  }
  throw new Error(`no element with "${words}" was reached by Tab`);
}

describe.skipIf(!hasChromium)('with the keyboard only, a player', () => {
  let game: TestGame;
  let chromium: Chromium;
  let ann: Ruler;
  let page: Page;
  let openLive: Reader['openLive'];
  beforeAll(async () => {
    game = await startTestGame();
    chromium = await Chromium.start(game.url);
    ann = await registerEmpire(game.url, { x: 0, y: 0 });
    await registerEmpire(game.url, { x: 5, y: 1 });
    ({ page, openLive } = await chromium.reader(undefined, ann.cookie));
  });
  afterAll(async () => {
    expect(chromium.takeErrors()).toEqual([]);
    await chromium.stop();
    await game.stop();
  });

  it('sends the advised order', async () => {
    await openLive('/dashboard');
    await tabTo(page, 'Raise it in Capital');
    await page.keyboard.press('Enter');
    await page.getByText('Farm to level 2 is ordered.').waitFor();
  });

  it('orders a building in place, without scrolling', async () => {
    await openLive(`/city/${ann.capitalId}`);
    await tabTo(page, 'Build: Barracks in Capital');
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press('Enter');
    await page.locator('#build-barracks').getByText('Barracks to level 1 is ordered.').waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });

  it('trains units', async () => {
    await game.pass(3_600_000);
    await page.locator('#build-barracks .level', { hasText: '1' }).waitFor();
    await page.getByLabel('Quantity').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('3');
    expect(await page.locator('#train-total').innerText()).toContain(
      '120 gold, 90 food, 90 materials; 3 people',
    );
    await page.keyboard.press('Enter');
    await page.getByText('3 soldiers ordered.').waitFor();
  });

  it('selects a city on the map, and attacks it', async () => {
    await openLive('/map?x=2&y=0');
    await tabTo(page, 'Empire of');
    await page.keyboard.press('Enter');
    await page
      .getByText(/simulated battles/i)
      .first()
      .waitFor();
    await tabTo(page, 'Attack');
    await page.keyboard.press('Enter');
    // The first attack ends the own protection: the page asks once.
    await tabTo(page, 'Attack all the same');
    await page.keyboard.press('Enter');
    await page.getByText('Your army is marching on').first().waitFor();
  });
});
