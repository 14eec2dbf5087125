/** Every page in a real browser: no violation of axe, no horizontal scrolling, no error. Saves pictures in output/pages. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, startTestGame, type TestGame } from '../support/game.ts';
import { Chromium, desktop, hasChromium, phone } from './chromium.ts';
import { openPages, setScene } from './scene.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = join(import.meta.dirname, '../../output/pages');
const schemes = ['light', 'dark'] as const;
const devices = { desktop, phone };
const widths = [360, 390, 768, 1024, 1280, 1600];

async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] }),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

function fileName(path: string, ...parts: string[]): string {
  const name =
    path
      .replace(/[0-9a-f-]{36}/, '')
      .replace(/\W+/g, '-')
      .replace(/^-|-$/g, '') || 'home';
  return join(pictures, `${[name, ...parts].join('-')}.png`);
}

/** The number of pixels by which an open page is wider than a window of this width. */
async function measureOverflow(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 800 });
  return page.evaluate(async () => {
    // Charts adapt to the window one frame later.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return document.documentElement.scrollWidth - innerWidth;
  });
}

describe.skipIf(!hasChromium)('every page', () => {
  let game: TestGame;
  let chromium: Chromium;
  /** Violations by device and colour scheme, and overflows by width. Each page is opened once per device. */
  const violations: Record<string, string[]> = {};
  const tooWide: Record<number, string[]> = {};
  const visited: string[] = [];

  async function inspect(
    page: Page,
    path: string,
    device: keyof typeof devices,
    name: string,
  ): Promise<void> {
    await page.goto(game.url + path);
    await page.evaluate(() => document.fonts.ready.then(() => null));
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: fileName(path, name, colorScheme), fullPage: true });
      const found = await findViolations(page);
      (violations[`${device}, ${colorScheme}`] ??= []).push(
        ...found.map((violation) => `${path}: ${violation}`),
      );
    }
    for (const width of device === 'desktop' ? widths : []) {
      const overflow = await measureOverflow(page, width);
      tooWide[width] ??= [];
      if (overflow > 0) tooWide[width].push(`${path}: ${overflow}`);
    }
    if (device === 'desktop') await page.setViewportSize(desktop.viewport);
    visited.push(path);
  }

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    game = await startTestGame();
    chromium = await Chromium.start(game.url);
    const { ann, pages } = await setScene(game);
    const newcomer = await createPlayer(game.url);
    for (const device of ['desktop', 'phone'] as const) {
      for (const [cookie, paths, name] of [
        [undefined, openPages, device],
        [newcomer.cookie, ['/dashboard'], `new-${device}`],
        [ann.cookie, pages, device],
      ] as const) {
        const { page } = await chromium.reader(devices[device], cookie);
        for (const path of paths) await inspect(page, path, device, name);
      }
    }
  }, 600_000);
  afterAll(async () => {
    await chromium.stop();
    await game.stop();
  });

  it.each(Object.keys(devices).flatMap((device) => schemes.map((scheme) => `${device}, ${scheme}`)))(
    'has no violation of axe (%s)',
    (what) => {
      expect(violations[what]).toEqual([]);
    },
  );

  it.each(widths)('never scrolls horizontally at %i px', (width) => {
    expect(tooWide[width]).toEqual([]);
  });

  it('reports no error', () => {
    expect([visited.length, chromium.takeErrors()]).toEqual([2 * (openPages.length + 20), []]);
  });
});
