/** The bars at the edges of a window: they cover nothing that has the focus, or that a button shows at its middle. */
import { describe, expect, it } from 'vitest';
import { hasChromium, phone } from './chromium.ts';
import { setScene } from './scene.ts';
import { setUpBrowser } from './stage.ts';

/** Focuses every control of the page in turn. Returns those that are covered, or not in the window. */
function findCovered(): string[] {
  const bars = '#head, .signals, #tabs, .drawer';
  const controls = document.querySelectorAll(
    ':is(main, footer) :is(a[href], button, input:not([type=hidden]), select, textarea, summary)',
  );
  return [...controls].flatMap((control) => {
    // The map has places outside its window.
    if (!(control instanceof HTMLElement) || control.matches('.unseen, [tabindex="-1"]')) return [];
    if (!control.checkVisibility({ visibilityProperty: true })) return [];
    control.focus();
    const { left, top, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + Math.min(width, 40) / 2, top + Math.min(height, 40) / 2);
    if (hit !== null && (hit.closest(bars) === null || hit.closest(bars)?.contains(control) === true)) {
      const isButton = control.matches('button, .button');
      if (!isButton || control.contains(hit) || hit.contains(control)) return [];
    }
    return [`${control.tagName} ${control.textContent.trim().slice(0, 40)} at ${Math.round(top)}`];
  });
}

describe.skipIf(!hasChromium)('on any window', () => {
  const stage = setUpBrowser({ isDemo: true, unsound: 'names are lengthened' });
  const sizes = [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
  ];

  it('no bar covers what has the focus, on a phone in either orientation and on a laptop', async () => {
    const scene = await setScene(stage.game);
    // The lines of results are then as long as they can be.
    await stage.game.instance.pool.query(`UPDATE empires SET name = left(repeat(id::text, 2), 50)`);
    const { page } = await stage.chromium.reader(phone, scene.ann.cookie);
    const covered: string[] = [];
    for (const path of scene.pages) {
      await page.goto(stage.game.url + path);
      for (const size of sizes) {
        await page.setViewportSize(size);
        const found = await page.evaluate(findCovered);
        covered.push(...found.map((control) => `${path}, ${size.width} px: ${control}`));
      }
    }
    expect(covered).toEqual([]);
  });
});
