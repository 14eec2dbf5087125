/// <reference lib="dom" />
/**
 * `npm run pictures`: the pictures of the README, taken in Chromium from a demo that has just opened, without bots. Chromium
 * itself encodes them as WebP.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { demoPlayer } from '../../src/admin/world/demo.ts';
import { Chromium, phone } from '../../test/browser/chromium.ts';

const view = { viewport: { width: 1200, height: 720 }, colorScheme: 'light' as const };
const quality = 0.8;

/** Starts the demo. Resolves with its address. */
async function startDemo(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, ['dist/bin/hegemon.js', 'demo', '--data', folder], {
    env: { ...process.env, BOTS: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) =>
    child.once('exit', () => {
      done();
    }),
  );
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      const address = /^http:\S+/m.exec(output)?.[0];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => {
      reject(new Error(`the demo did not start: ${output}`));
    });
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
  };
  return { url, stop };
}

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

const folder = mkdtempSync(join(tmpdir(), 'hegemon-pictures-'));
const demo = await startDemo(folder);
const chromium = await Chromium.start(demo.url);
try {
  const { page, open, context } = await chromium.reader(view);
  await open('/login');
  await page.fill('[name=username]', demoPlayer.username);
  await page.fill('[name=password]', demoPlayer.password);
  await page.locator('main form button[type=submit]').first().click();
  await page.waitForURL('**/dashboard');
  await take(page, 'overview');
  const march = await page.locator('a[href*="/map?"]').first().getAttribute('href');
  await open(march ?? '/map');
  await page.waitForTimeout(1_500);
  await take(page, 'map');
  await open('/battles');
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
} finally {
  await chromium.stop();
  await demo.stop();
  rmSync(folder, { recursive: true, force: true });
}
