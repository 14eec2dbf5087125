/**
 * `npm run film`: the silent film of the README: an order, a march, a battle, and its proof. Chromium plays it in a demo
 * that has just opened; ffmpeg (Debian's package) makes an animated WebP of its frames.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { visitDemo } from './visit.ts';

const film = 'docs/images/film.webp';
const width = 960;
const quality = 75;
/** The limits of a film that a README shows. */
const maxSeconds = 15;
const maxBytes = 1_500_000;

const folder = mkdtempSync(join(tmpdir(), 'hegemon-film-'));
const frames: { file: string; seconds: number }[] = [];

/** Films the page as it stands. @param seconds how long the frame is shown */
async function hold(page: Page, seconds: number): Promise<void> {
  const file = join(folder, `${frames.length}.png`);
  await page.screenshot({ path: file });
  frames.push({ file, seconds });
}

/** Films what moves: `count` frames of the page as it is every `everyMs`, shown for `seconds` each. */
async function follow(page: Page, count: number, everyMs: number, seconds: number): Promise<void> {
  for (let frame = 0; frame < count; frame += 1) {
    await hold(page, seconds);
    await page.waitForTimeout(everyMs);
  }
}

await visitDemo(async ({ page, open }) => {
  // An order: a level of the first building that can be paid.
  const city = await page.locator('a[href^="/city/"]').first().getAttribute('href');
  await open(city ?? '/dashboard');
  await hold(page, 1);
  const build = page.locator('.works form button[type=submit]:enabled').first();
  await build.scrollIntoViewIfNeeded();
  await build.hover();
  await hold(page, 0.7);
  await build.click();
  await page.waitForTimeout(700);
  await hold(page, 1.2);

  // A march on the map.
  await open('/dashboard');
  const march = await page.locator('a[href*="/map?"]').first().getAttribute('href');
  await open(march ?? '/map');
  await page.waitForTimeout(1_500);
  await hold(page, 0.6);
  for (let step = 0; step < 2; step += 1) {
    await page.locator('a.zoom').first().click();
    await page.waitForTimeout(600);
  }
  await follow(page, 8, 5_000, 0.3);

  // A battle, round by round.
  await open('/reports?show=battles');
  await page.locator('main a[href^="/battle/"]').last().click();
  await page.waitForURL('**/battle/**');
  await page.locator('#strength').scrollIntoViewIfNeeded();
  await page.locator('#replay').click();
  await follow(page, 7, 1_000, 0.45);

  // Its proof, by the browser.
  await page.locator('#recompute').click();
  await page.locator('#checks').scrollIntoViewIfNeeded();
  await follow(page, 6, 100, 0.3);
  await page.locator('.proof-verdict').waitFor();
  await hold(page, 1);
  await page.locator('.proof-verdict').scrollIntoViewIfNeeded();
  await hold(page, 1.5);
});

const list = join(folder, 'frames.txt');
const shown = frames.map(({ file, seconds }) => `file '${file}'\nduration ${seconds}`);
// The demuxer ignores the duration of the last entry, so it is named once more.
writeFileSync(list, [...shown, `file '${frames.at(-1)?.file ?? ''}'`].join('\n'));
const inputs = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list];
const encoder = ['-c:v', 'libwebp_anim', '-quality', String(quality), '-loop', '0'];
execFileSync('ffmpeg', [...inputs, '-vf', `scale=${width}:-2`, '-fps_mode', 'vfr', ...encoder, film]);
rmSync(folder, { recursive: true, force: true });

const seconds = frames.reduce((sum, frame) => sum + frame.seconds, 0);
const bytes = statSync(film).size;
console.log(`${film}: ${seconds.toFixed(1)} s, ${Math.round(bytes / 1000)} kB`);
if (seconds > maxSeconds || bytes > maxBytes) throw new Error('the film is too long or too large');
