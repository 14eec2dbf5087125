/** The bars at the edges of a small window, with an unread result: they cover nothing that has the focus. */
import { describe, expect, it } from 'vitest';
import { hasChromium, phone } from './chromium.ts';
import { setScene } from './scene.ts';
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

describe.skipIf(!hasChromium)('on a small window', () => {
  const stage = setUpBrowser();
  const sizes = [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ];

  it('no bar covers what has the focus, in either orientation', async () => {
    const scene = await setScene(stage.game);
    // The result at the lower edge then fills the three lines that it may have.
    await stage.game.instance.pool.query(`UPDATE empires SET name = left(repeat(id::text, 2), 50)`);
    const { page } = await stage.chromium.reader(phone, scene.ann.cookie);
    const covered: string[] = [];
    for (const path of scene.pages) {
      await page.goto(stage.game.url + path);
      expect(await page.locator('#news li').first().isVisible()).toBe(true);
      for (const size of sizes) {
        await page.setViewportSize(size);
        const found = await page.evaluate(findCovered);
        covered.push(...found.map((control) => `${path}, ${size.width} px: ${control}`));
      }
    }
    expect(covered).toEqual([]);
  });
});
