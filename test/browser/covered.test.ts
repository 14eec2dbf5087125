/** The bars at the edges of a small window, with an unread result: they cover nothing that has the focus. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, phone } from './chromium.ts';
import { setScene, type Scene } from './scene.ts';
import { setUpBrowser } from './stage.ts';

/** Focuses every control of the page in turn. Returns those that are covered, or not in the window. */
function findCovered(): string[] {
  const bars = '#head, #news, #tabs';
  const controls = document.querySelectorAll(
    ':is(main, footer) :is(a[href], button, input:not([type=hidden]), select, textarea, summary)',
  );
  return [...controls].flatMap((control) => {
    // The map has places outside its window.
    if (!(control instanceof HTMLElement) || control.matches('.unseen, [tabindex="-1"]')) return [];
    if (!control.checkVisibility({ visibilityProperty: true })) return [];
    control.focus();
    const { left, top, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2);
    if (hit !== null && hit.closest(bars) === null) return [];
    return [`${control.tagName} ${control.textContent.trim().slice(0, 40)} at ${Math.round(top)}`];
  });
}

describe.skipIf(!hasChromium)('on a small window', { timeout: 120_000 }, () => {
  const stage = setUpBrowser();
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(stage.game);
    // The result at the lower edge then fills the three lines that it may have.
    await stage.game.instance.pool.query(`UPDATE empires SET name = left(repeat(id::text, 2), 50)`);
  });

  async function covered(page: Page): Promise<string[]> {
    const found: string[] = [];
    for (const path of scene.pages) {
      await page.goto(stage.game.url + path);
      expect(await page.locator('#news li').first().isVisible()).toBe(true);
      found.push(...(await page.evaluate(findCovered)).map((control) => `${path}: ${control}`));
    }
    return found;
  }

  it.each([
    [390, 844],
    [844, 390],
  ])('of %i × %i pixels no bar covers what has the focus', async (width, height) => {
    const { page } = await stage.chromium.reader({ ...phone, viewport: { width, height } }, scene.ann.cookie);
    expect(await covered(page)).toEqual([]);
  });
});
