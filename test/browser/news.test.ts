/** What an open page tells without being asked: results, attacks in the title. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { registerEmpire, type Ruler } from '../support/game.ts';
import { desktop, hasChromium, phone } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Sums up the layout shifts, while the reader looks elsewhere. */
function observe(): void {
  const observed = { shift: 0 };
  Object.assign(globalThis, { observed });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) observed.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  document.hasFocus = () => false;
}

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { observed: { shift: number } }).observed.shift);

describe.skipIf(!hasChromium)('an attack and its result', () => {
  const stage = setUpBrowser({}, null, true);

  async function open(device: typeof desktop, ruler: Ruler, path: string): Promise<Page> {
    const { page, openLive } = await stage.chromium.reader(device, ruler.cookie);
    await page.addInitScript(observe);
    return openLive(path);
  }

  const attack = (foe: Ruler, { capitalId }: Ruler) =>
    foe.send<{ battle: { contact_at: string } }>('POST', '/api/battle', {
      army_id: foe.armyId,
      target_type: 'city',
      target_id: capitalId,
    });

  it.each([
    ['desktop', desktop, 0],
    ['phone', phone, 100],
  ] as const)('appear without moving the page, and in the title (%s)', async (_, device, y) => {
    const ann = await registerEmpire(stage.game.url, { x: 0, y });
    const foe = await registerEmpire(stage.game.url, { x: 6, y });
    const page = await open(device, ann, '/account');
    const before = await shiftOf(page);

    await attack(foe, ann);
    await page.locator('#news b', { hasText: 'sent an army against Capital' }).waitFor({ state: 'attached' });
    await page.waitForFunction(() => /^\(1\) Attack in \d+:\d\d(:\d\d)? – Your account/.test(document.title));
    await stage.game.pass(3 * hourMs);
    await page.locator('#news b', { hasText: 'You held Capital against' }).waitFor();
    // Its highlight; another page shows none.
    const highlight = page.locator('#news .highlight', { hasText: 'You held Capital against' });
    expect(await highlight.evaluate((line) => getComputedStyle(line).animationDuration)).toBe('0.3s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await highlight.evaluate((line) => getComputedStyle(line).animationName)).toBe('none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.locator('#watch:not(.alarmed)').waitFor();
    expect((await shiftOf(page)) - before).toBeLessThanOrEqual(0.01);
    expect(await page.locator('.badge.unread:visible').allInnerTexts()).toContain('1 new');

    // The good news disappears after some seconds, and is counted at the reports until it is read there.
    await page.locator('#news li:visible').first().waitFor({ state: 'hidden' });
    expect(await page.locator('.mark-of .badge:visible').innerText()).toMatch(/^\d+/);
    await page.locator('.mark-of[href="/reports"]').click();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.locator('.badge.unread').first().waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/reports');
  });

  it('announce an attack on any page by one sentence, without the clock', async () => {
    const ann = await registerEmpire(stage.game.url, { x: 0, y: 300 });
    const foe = await registerEmpire(stage.game.url, { x: 6, y: 300 });
    const page = await open(desktop, ann, '/armies');
    expect(await page.locator('#watch').innerText()).toBe('');
    const cdp = await page.context().newCDPSession(page);
    const { root } = await cdp.send('DOM.getDocument');
    /** The region that screen readers announce: its node, and the texts below it in the accessibility tree. */
    const readAlert = async (): Promise<{ node: number | undefined; text: string }> => {
      const { nodes } = await cdp.send('Accessibility.queryAXTree', { nodeId: root.nodeId, role: 'alert' });
      const [alert] = nodes;
      const { nodes: tree } = await cdp.send('Accessibility.getFullAXTree');
      const textOf = (id: string): string => {
        const found = tree.find(({ nodeId }) => nodeId === id);
        if (found?.role?.value === 'StaticText') return String(found.name?.value);
        return (found?.childIds ?? []).map(textOf).join('');
      };
      return { node: alert?.backendDOMNodeId, text: textOf(alert?.nodeId ?? '') };
    };
    const calm = await readAlert();
    expect([typeof calm.node, calm.text]).toEqual(['number', '']);
    await attack(foe, ann);
    await page.locator('#watch.alarmed').waitFor();
    const before = await page.locator('#watch .count').innerText();
    const announced = { node: calm.node, text: 'An attack is on its way to Capital.' };
    expect(await readAlert()).toEqual(announced);
    await expect.poll(() => page.locator('#watch .count').innerText()).not.toBe(before);
    expect(await readAlert()).toEqual(announced);
  });

  it('are marked on the map at the place of the battle', async () => {
    const ann = await registerEmpire(stage.game.url, { x: 0, y: 200 });
    const foe = await registerEmpire(stage.game.url, { x: 6, y: 200 });
    const page = await open(desktop, ann, '/map?x=0&y=200');
    const { body } = await attack(foe, ann);
    await stage.game.pass(Date.parse(body.battle.contact_at) - stage.game.clock.now() + minuteMs);
    const mark = page.getByRole('link', {
      name: `Won: your defence against Empire of ${foe.username} at Capital`,
    });
    await mark.waitFor();
    expect(await mark.locator('text').textContent()).toBe('Won');
    await mark.click();
    await page.waitForURL('**/battle/*');
  });

  it('good news stays under the pointer, and is only a number with reduced motion', async () => {
    const ann = await registerEmpire(stage.game.url, { x: 0, y: 500 });
    await ann.send('POST', `/api/army/${ann.armyId}/move`, { destination: { x: 1, y: 500 } });
    await stage.game.pass(hourMs);
    const { page: still } = await stage.chromium.reader({ ...desktop, reducedMotion: 'reduce' }, ann.cookie);
    await still.goto(`${stage.game.url}/account`);
    await still.locator('.mark-of .badge').waitFor();
    expect(await still.locator('#news li:visible').count()).toBe(0);
    const page = await open(desktop, ann, '/account');
    const line = page.locator('#news li', { hasText: 'Army 1 arrived' });
    await line.hover();
    // Nothing of the quiet line lies above it.
    const isOnTop = await line.locator('a').evaluate((link) => {
      const { x, y, height } = link.getBoundingClientRect();
      return link.contains(document.elementFromPoint(x + 8, y + height / 2));
    });
    expect(isOnTop).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 7000));
    expect(await line.isVisible()).toBe(true);
    await page.mouse.move(0, 0);
    await line.waitFor({ state: 'hidden' });
    // The next page does not show it again.
    await page.goto(`${stage.game.url}/rules`);
    await page.locator('body[data-live]').waitFor();
    expect(await page.locator('#news li:visible').count()).toBe(0);
  });

  it('can be told by an installed game: the manifest has no errors', async () => {
    const { context, open: openPage } = await stage.chromium.reader(desktop);
    const page = await openPage('/login');
    const session = await context.newCDPSession(page);
    const { errors, url, data } = await session.send('Page.getAppManifest');
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest']);
    // Profiles of tests are off the record.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
    const { icons } = JSON.parse(data ?? '') as { icons: { src: string; sizes: string; purpose: string }[] };
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(size).toBe(sizes);
    }
  });
});
