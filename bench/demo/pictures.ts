/// <reference lib="dom" />
/**
 * `npm run pictures`: the pictures of the README, taken in Chromium from a demo that has just opened, without bots. Chromium
 * itself encodes them as WebP.
 */
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { phone } from '../../test/browser/chromium.ts';
import { visitDemo } from './visit.ts';

const quality = 0.8;

/** Converts a screenshot in the page, and writes it to docs/images. */
async function take(page: Page, name: string): Promise<void> {
  const png = (await page.screenshot()).toString('base64');
  const blank = await page.context().newPage();
  const webp = await blank.evaluate(
    async ([source, level]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.naturalWidth,
        height: image.naturalHeight,
      });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', level);
    },
    [png, quality] as const,
  );
  await blank.close();
  const bytes = Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64');
  writeFileSync(`docs/images/${name}.webp`, bytes);
  console.log(`docs/images/${name}.webp: ${Math.round(bytes.length / 1024)} kB`);
}

await visitDemo(async ({ page, open, context }, chromium) => {
  await take(page, 'overview');
  const march = await page.locator('a[href*="/map?"]').first().getAttribute('href');
  await open(march ?? '/map');
  await page.waitForTimeout(1_500);
  await take(page, 'map');
  await open('/reports?show=battles');
  await page.locator('main a[href^="/battle/"]').last().click();
  await page.waitForURL('**/battle/**');
  await take(page, 'battle');
  const cookies = await context.cookies();
  const small = await chromium.reader(phone);
  await small.context.addCookies(cookies);
  await small.open('/dashboard');
  const city = await small.page.locator('a[href^="/city/"]').first().getAttribute('href');
  await small.open(city ?? '/dashboard');
  await take(small.page, 'city-phone');
});
