// Draws public/img/app-192.png, app-512.png and app-maskable.png, the icons of the installed game, from
// public/img/icon.svg. The results are committed, because drawing needs Chromium: `node scripts/app-icons.mjs`.
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
await browser.close();
