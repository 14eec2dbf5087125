/** A first visit stays small. */
import { beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, phone } from './chromium.ts';
import { setScene } from './scene.ts';
import { setUpBrowser } from './stage.ts';
import { weigh } from './weight.ts';

describe.skipIf(!hasChromium)('a first visit', () => {
  const stage = setUpBrowser({ isDemo: true });
  let cookie: string;
  beforeAll(async () => {
    cookie = (await setScene(stage.game)).ann.cookie;
  });

  it.each([
    ['/dashboard', { paint: 100_000, total: 115_000 }],
    ['/docs', { paint: 140_000, total: 158_000 }],
  ])('of %s transfers at most the bytes it may', async (path, limit) => {
    const { page } = await stage.chromium.reader(phone, cookie);
    const { paint, total } = await weigh(page, stage.game.url + path);
    expect(paint).toBeGreaterThan(10_000);
    expect(paint).toBeLessThan(limit.paint);
    expect(total).toBeLessThan(limit.total);
  });
});
