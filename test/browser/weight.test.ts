/** A first visit of every page stays small. */
import { beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, phone } from './chromium.ts';
import { openPages, setScene, type Scene } from './scene.ts';
import { setUpBrowser } from './stage.ts';
import { weigh } from './weight.ts';

const limit = { paint: 100_000, total: 150_000 };
/** The API page loads its viewer, and the OpenAPI document. */
const limitOfDocs = { paint: 125_000, total: 640_000 };

describe.skipIf(!hasChromium)('a first visit', () => {
  const stage = setUpBrowser({ isDemo: true });
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(stage.game);
  });

  /** The pages above the limits, with their kilobytes. A page below ten was not measured. */
  async function weighAll(paths: readonly string[], cookie?: string): Promise<string[]> {
    const heavy: string[] = [];
    for (const path of paths) {
      const { context, page } = await stage.chromium.reader(phone, cookie);
      const { paint, total } = await weigh(page, stage.game.url + path);
      const { paint: mostPaint, total: mostTotal } = path === '/docs' ? limitOfDocs : limit;
      if (paint < 10_000 || paint > mostPaint || total > mostTotal)
        heavy.push(
          `${path}: ${(paint / 1000).toFixed(1)} kB until painted, ${(total / 1000).toFixed(1)} in all`,
        );
      await context.close();
    }
    return heavy;
  }

  it('of a page of a ruler transfers at most the bytes it may', { timeout: 180_000 }, async () => {
    expect(await weighAll([...scene.pages, '/map?x=0&y=0'], scene.ann.cookie)).toEqual([]);
  });

  it('of an open page transfers at most the bytes it may', { timeout: 120_000 }, async () => {
    expect(await weighAll(openPages)).toEqual([]);
  });
});
