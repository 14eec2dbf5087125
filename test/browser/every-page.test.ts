/** Every page in a real browser: axe finds nothing, nothing scrolls sideways, nothing is complained about. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPlayer, startTestGame } from '../support/game.ts';
import type { TestGame } from '../support/game.ts';
import { Chromium, desktop, hasChromium, phone } from './chromium.ts';
import { openPages, setScene } from './scene.ts';
import type { Scene } from './scene.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = join(import.meta.dirname, '../../output/pages');
const schemes = ['light', 'dark'] as const;
const sizes = { desktop, phone };
const widths = [360, 390, 768, 1024, 1280, 1600];

async function findFaults(page: Page): Promise<string[]> {
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

describe.skipIf(!hasChromium)('every page', { timeout: 120_000 }, () => {
  let game: TestGame;
  let chromium: Chromium;
  let scene: Scene;
  let newcomer: string;
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    game = await startTestGame();
    chromium = await Chromium.start(game.url);
    scene = await setScene(game);
    newcomer = (await createPlayer(game.url)).cookie;
  });
  afterEach(async () => {
    expect(chromium.takeComplaints()).toEqual([]);
    await chromium.forget();
  });
  afterAll(async () => {
    await chromium.stop();
    await game.stop();
  });

  const visits = (): [path: string, cookie: string | undefined][] => [
    ...openPages.map((path): [string, undefined] => [path, undefined]),
    ['/dashboard', newcomer],
    ...scene.pages.map((path): [string, string] => [path, scene.ann.cookie]),
  ];

  for (const scheme of schemes) {
    for (const [size, options] of Object.entries(sizes)) {
      it(`has no fault that axe finds (${size}, ${scheme})`, async () => {
        const faults: Record<string, string[]> = {};
        const readers = new Map<string | undefined, Page>();
        for (const [path, cookie] of visits()) {
          const page =
            readers.get(cookie) ??
            (await chromium.reader({ ...options, colorScheme: scheme, reducedMotion: 'reduce' }, cookie))
              .page;
          readers.set(cookie, page);
          await page.goto(game.url + path);
          await page.evaluate(() => document.fonts.ready.then(() => null));
          await page.screenshot({
            path: fileName(path, cookie === newcomer ? 'new' : size, scheme),
            fullPage: true,
          });
          const found = await findFaults(page);
          if (found.length > 0) faults[path] = found;
        }
        expect(faults).toEqual({});
      });
    }
  }

  it.each(widths)('never scrolls sideways at %i px', async (width) => {
    const wide: string[] = [];
    for (const cookie of [undefined, newcomer, scene.ann.cookie]) {
      const { page } = await chromium.reader({ viewport: { width, height: 800 } }, cookie);
      for (const [path] of visits().filter(([, visitor]) => visitor === cookie)) {
        await page.goto(game.url + path);
        const more = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (more > 0) wide.push(`${path}: ${more}`);
      }
    }
    expect(wide).toEqual([]);
  });
});
