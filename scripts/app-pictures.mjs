// Draws the icons of the installed game, public/img/app-*.png, from public/img/icon.svg, and public/img/share.jpg, which
// programs show beside a link to an open page, from the map of the landing page. The results are committed, because drawing
// needs Chromium: `node scripts/app-pictures.mjs`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const folder = fileURLToPath(new URL('../public/img', import.meta.url));
const sign = readFileSync(join(folder, 'icon.svg'), 'utf8');
const paper = '#fbf8f1';
/** Systems cut a maskable icon to their own shape. Only the inner circle of 80 % is safe. */
const icons = [
  { name: 'app-192', size: 192, share: 0.86 },
  { name: 'app-512', size: 512, share: 0.86 },
  { name: 'app-maskable', size: 512, share: 0.62 },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
for (const { name, size, share } of icons) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${paper}}svg{width:${100 * share}%}</style>${sign}`,
  );
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

const font = readFileSync(join(folder, '../fonts/brygada-1918-latin.woff2')).toString('base64');
const map = readFileSync(join(folder, 'map-light.svg')).toString('base64');
// The size that most programs show uncropped.
await page.setViewportSize({ width: 1200, height: 630 });
await page.setContent(`<style>
  @font-face { font-family: brygada; src: url(data:font/woff2;base64,${font}); font-weight: 400 700 }
  body { margin: 0; height: 100vh; display: grid; align-content: end; font-family: brygada; color: #1e1c19;
    background: ${paper} url(data:image/svg+xml;base64,${map}) top / auto 430px no-repeat }
  div { padding: 28px 60px 36px; background: ${paper}; border-top: 6px solid #1e1c19 }
  h1 { margin: 0; font-size: 84px; line-height: 1 }
  p { margin: 14px 0 0; font-size: 33px; line-height: 1.25 }
</style><div><h1>Hegemon</h1><p>Found cities, raise armies, hold the map:<br>a strategy game whose battles anybody can recompute.</p></div>`);
await page.evaluate('document.fonts.ready');
await page.screenshot({ path: join(folder, 'share.jpg'), type: 'jpeg', quality: 82 });
await browser.close();
