/** Several tabs of one browser share a connection: one leads, all stay live, and the next takes over. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/admin.ts';
import { isFull } from '../support/campaign.ts';
import { registerEmpire, useNew } from '../support/game.ts';
import { hasChromium } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('the tabs of a browser', () => {
  const stage = setUpBrowser();
  let row = 0;
  const ann = useNew(() => registerEmpire(stage.game.url, { x: 0, y: (row += 1) * 50 }));
  const reader = useNew(() => stage.chromium.reader(undefined, ann.cookie));

  async function openTab(path: string, script?: () => void): Promise<Page> {
    const page = await reader.context.newPage();
    if (script !== undefined) await page.addInitScript(script);
    await page.goto(stage.game.url + path);
    await page.locator('body[data-live]').waitFor();
    return page;
  }

  const isLeading = (page: Page): Promise<boolean> =>
    page.evaluate(() => document.body.dataset.live === 'joined');
  const order = (type: string): Promise<unknown> =>
    ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type });
  const showsOrder = (page: Page, name: string): Promise<void> =>
    page.getByText(`${name} to level 2`, { exact: true }).first().waitFor();
  const countSockets = (): number =>
    Object.values(stage.game.instance.gateway.countSockets()).reduce((sum, count) => sum + count, 0);

  it('are all live through one of them, and through the next when it closes', async () => {
    const city = await openTab(`/city/${ann.capitalId}`);
    const armies = await openTab('/armies');
    const map = await openTab('/map');
    expect([await isLeading(city), await isLeading(armies), await isLeading(map)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(countSockets()).toBe(1);
    await order('farm');
    await showsOrder(city, 'Farm');
    for (const page of [armies, map]) await page.locator('#stock-gold', { hasText: '1,440' }).waitFor();
    await city.close();
    await armies.locator('body[data-live="joined"]').waitFor();
    await order('farm');
    for (const page of [armies, map]) await page.locator('#stock-gold', { hasNotText: '1,440' }).waitFor();
    expect([await map.locator('#live').isVisible(), countSockets()]).toEqual([false, 1]);
  });

  it('all show an announcement as text at once, and its withdrawal', async () => {
    const tabs = [await openTab('/dashboard'), await openTab('/armies')];
    const run = (...args: string[]) =>
      runCommand({ databaseUrl: stage.game.databaseUrl, clock: stage.game.clock }, 'announcement', ...args);
    await run('publish', '<i>Restart</i> soon');
    for (const tab of tabs) {
      await tab.locator('#announcement', { hasText: '<i>Restart</i> soon' }).waitFor();
    }
    await run('withdraw');
    for (const tab of tabs) await tab.locator('#announcement').waitFor({ state: 'hidden' });
  });

  it('pause together when another browser is live, and continue from any tab', async () => {
    const first = await openTab('/dashboard');
    const second = await openTab('/armies');
    const other = await stage.chromium.reader(undefined, ann.cookie);
    await other.open('/dashboard');
    for (const page of [first, second]) {
      await page.getByRole('status').filter({ hasText: 'This tab is paused' }).waitFor();
    }
    await second.getByRole('button', { name: 'Continue here' }).click();
    await other.page.getByRole('status').filter({ hasText: 'This tab is paused' }).waitFor();
    await first.locator('#live').waitFor({ state: 'hidden' });
    await order('farm');
    await showsOrder(first, 'Farm');
  });

  it('do not need a tab that is frozen', async () => {
    const frozen = await openTab('/dashboard');
    const waiting = await openTab('/dashboard');
    // Chromium freezes only pages in the background, and those of tests never are.
    await frozen.evaluate(() => document.dispatchEvent(new Event('freeze')));
    await waiting.locator('body[data-live="joined"]').waitFor();
    await frozen.evaluate(() => document.dispatchEvent(new Event('resume')));
    await frozen.locator('body[data-live="relayed"]').waitFor();
  });

  // A leader is missed after seconds, for which this test keeps a core busy.
  it.runIf(isFull)('do not need a tab that is frozen without an event', async () => {
    const waiting = await openTab('/dashboard');
    await waiting.locator('body[data-live="joined"]').waitFor();
    const frozen = await openTab('/dashboard');
    await frozen.locator('body[data-live="relayed"]').waitFor();
    // It keeps the lock.
    void waiting
      .evaluate(() => {
        const end = Date.now() + 15_000;
        while (Date.now() < end);
      })
      .catch(() => undefined);
    await frozen.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await frozen.locator('body[data-live="joined"]').waitFor();
    await order('farm');
    await showsOrder(frozen, 'Farm');
    await waiting.locator('body[data-live="relayed"]').waitFor();
    await showsOrder(waiting, 'Farm');
  });

  it('lead on their own without Web Locks', async () => {
    const page = await openTab('/dashboard', () => {
      Object.defineProperty(navigator, 'locks', { value: undefined });
    });
    expect(await isLeading(page)).toBe(true);
    await order('farm');
    await showsOrder(page, 'Farm');
  });
});
