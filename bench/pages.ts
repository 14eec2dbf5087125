/// <reference lib="dom" />
/**
 * `npm run bench:pages`: the kilobytes that each page transfers until it is painted, and in total, with an empty cache;
 * and the time from a click on an order to its answer on the screen. `--lighthouse` adds the four scores for desktop and
 * mobile, and the layout shift. The pages are those of the demo's visitor. Needs Chromium (CHROMIUM_PATH); npx installs
 * Lighthouse.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { startEmbedded } from '../src/db/embedded/embedded-database.ts';
import { migrate } from '../src/db/migrate.ts';
import { createLog } from '../src/kernel/log.ts';
import { chromiumPath, Chromium, phone } from '../test/browser/chromium.ts';
import { setScene } from '../test/browser/scene.ts';
import { weigh } from '../test/browser/weight.ts';
import { enrich } from '../test/support/set-state.ts';
import { registerEmpire, startTestGame } from '../test/support/game.ts';

const lighthouse = 'lighthouse@12.8.2';
/** A page of each kind. */
const measured = (pages: readonly string[]): string[] => [
  '/',
  '/login',
  '/map',
  ...pages.filter((path) => !/\?|^\/admin\/act\//.test(path)),
];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const run = promisify(execFile);

type Preset = 'desktop' | 'mobile';

/** The scores of a page, and its layout shift. Lighthouse sometimes fails, so it runs twice before an error of one line is thrown. */
async function score(url: string, cookie: string, preset: Preset, attempts = 2): Promise<number[]> {
  try {
    return await runLighthouse(url, cookie, preset);
  } catch (error) {
    if (attempts > 1) return score(url, cookie, preset, attempts - 1);
    const [reason = ''] = String((error as { stderr?: string }).stderr ?? error)
      .trim()
      .split('\n')
      .slice(-1);
    throw new Error(`Lighthouse failed twice: ${reason.slice(0, 200)}`, { cause: error });
  }
}

async function runLighthouse(url: string, cookie: string, preset: Preset): Promise<number[]> {
  const { stdout } = await run(
    'npx',
    [
      '--yes',
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      '--output-path=stdout',
      `--only-categories=${categories.join(',')}`,
      `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
      ...(preset === 'desktop' ? ['--preset=desktop'] : []),
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: chromiumPath ?? '' }, maxBuffer: 64 * 1024 * 1024 },
  );
  const report = JSON.parse(stdout) as {
    categories: Record<string, { score: number }>;
    audits: Record<string, { numericValue: number }>;
  };
  return [
    ...categories.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100)),
    Number((report.audits['cumulative-layout-shift']?.numericValue ?? NaN).toFixed(3)),
  ];
}

/** Clicks on an order. Returns the milliseconds from the click to the first frame with its answer. */
async function timeOrder(page: Page, building: string): Promise<number> {
  const isShown = page.evaluate(
    (answer) =>
      new Promise<number>((resolve) => {
        let clickedAt = 0;
        const clicked = { capture: true, once: true };
        document.addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), clicked);
        const observer = new MutationObserver(() => {
          if (document.querySelector(answer) === null) return;
          observer.disconnect();
          // A task that is queued in a frame runs after its painting.
          requestAnimationFrame(() => {
            setTimeout(() => {
              resolve(performance.now() - clickedAt);
            });
          });
        });
        observer.observe(document.body, { subtree: true, childList: true });
      }),
    `#build-${building} .notice`,
  );
  await page.locator(`#build-${building} button`).first().click();
  return isShown;
}

/** Fills the queues of four capitals. Returns the median of the times of these 20 orders in milliseconds. */
async function timeOrders(): Promise<number> {
  const times: number[] = [];
  for (let n = 1; n <= 4; n++) {
    const ruler = await registerEmpire(game.url, { x: 50 * n, y: 50 });
    await enrich(game, ruler.empireId);
    const { page, open } = await chromium.reader(phone, ruler.cookie);
    await open(`/city/${ruler.capitalId}`);
    await page.locator('body[data-live]').waitFor();
    for (const building of ['farm', 'quarry', 'market', 'house', 'wall']) {
      times.push(await timeOrder(page, building));
    }
    await page.close();
  }
  return times.sort((a, b) => a - b)[times.length / 2] ?? NaN;
}

const folder = mkdtempSync(join(tmpdir(), 'hegemon-pages-'));
const database = await startEmbedded({ dataDir: join(folder, 'data'), log: createLog('warn') });
await migrate(database.url);
const game = await startTestGame({ databaseUrl: database.url, isDemo: true });
const { ann, pages } = await setScene(game);
const chromium = await Chromium.start(game.url, true);
try {
  console.log('kB until painted, total');
  for (const path of ['/', '/login', ...pages]) {
    const { context, page } = await chromium.reader(
      phone,
      ['/', '/login'].includes(path) ? undefined : ann.cookie,
    );
    const { paint, total } = await weigh(page, game.url + path);
    console.log(
      path.padEnd(48),
      (paint / 1000).toFixed(1).padStart(7),
      (total / 1000).toFixed(1).padStart(7),
    );
    await context.close();
  }
  console.log(
    'ms from a click on an order to its answer on the screen, median',
    (await timeOrders()).toFixed(0),
  );
} finally {
  await chromium.stop();
}
if (process.argv.includes('--lighthouse')) {
  console.log(`Lighthouse: ${categories.join(', ')}, layout shift`);
  for (const path of measured(pages)) {
    for (const preset of ['desktop', 'mobile'] as const) {
      const cookie = ['/', '/login'].includes(path) ? '' : ann.cookie;
      const result = await score(game.url + path, cookie, preset).then(
        (scores) => scores.join(' '),
        (error: unknown) => (error as Error).message,
      );
      console.log(path.slice(0, 18).padEnd(18), preset.padEnd(8), result);
    }
  }
}
await game.stop();
await database.stop();
rmSync(folder, { recursive: true, force: true });
