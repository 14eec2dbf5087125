/** Orders by script: one request each, the answer at the button, and nothing moves. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { enrich, setLevels, setStock } from '../support/set-state.ts';
import { createEmpire } from '../support/players.ts';
import { useNew } from '../support/game.ts';
import { desktop, hasChromium, phone } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('an order by script', () => {
  const stage = setUpBrowser({}, /429/);
  const ann = useNew(() => createEmpire(stage.game));
  beforeEach(() => enrich(stage.game, ann.empireId));

  async function openCity(options = desktop): Promise<{ page: Page; requests: string[]; events: string[] }> {
    const { page, openLive } = await stage.chromium.reader(options, ann.cookie);
    await page.clock.install();
    const events: string[] = [];
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => events.push(String(payload)));
    });
    await openLive(`/city/${ann.capitalId}`);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (['fetch', 'document'].includes(request.resourceType())) requests.push(request.method());
    });
    return { page, requests, events };
  }

  const raise = (page: Page, type: string) => page.locator(`#build-${type} button`).first();

  it('costs one request, and its own events cause no further one', async () => {
    const { page, requests, events } = await openCity();
    const types = ['farm', 'quarry', 'market', 'house', 'wall'];
    const updates = (): number => events.filter((event) => event.includes('"empire_update"')).length;
    await expect.poll(updates).toBe(1);
    for (const type of types) {
      await raise(page, type).click();
      await page.locator(`#build-${type} .notice`).waitFor();
    }
    await expect.poll(updates).toBe(1 + types.length);
    // A refresh would be due by now.
    await page.clock.fastForward(10_000);
    expect(requests).toEqual(types.map(() => 'POST'));
    expect(await page.locator('#queue-size').innerText()).toBe('The queue is full.');
    expect(await page.getByText('The queue is full').count()).toBe(1);
  });

  it('is not undone by a refresh that was sent before it and arrives after it', async () => {
    const { page } = await openCity();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let hasRefresh = false;
    await page.route(`**/city/${ann.capitalId}`, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      hasRefresh = true;
      await held;
      return route.fulfill({ response });
    });
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
    await expect
      .poll(async () => {
        await page.clock.fastForward(1_000);
        return hasRefresh;
      })
      .toBe(true);
    await raise(page, 'quarry').click();
    await page.locator('#build-quarry .notice').waitFor();
    const arrived = page.waitForEvent('requestfinished', (request) => request.method() === 'GET');
    release();
    await arrived;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    expect(await page.locator('#queue-size').innerText()).toMatch(/^2 of /);
  });

  it.each([
    ['desktop', desktop],
    ['phone', phone],
  ])('moves nothing above or at the button, whether it succeeds or is refused (%s)', async (_, options) => {
    const { page } = await openCity(options);
    const topOf = (selector: string): Promise<number> =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const marks = ['#build-wall', '#build-farm button', '#train', '#garrison'];
    const tops = async (): Promise<number[]> => Promise.all(marks.map((mark) => topOf(`${mark} >> nth=0`)));
    const before = await tops();
    await raise(page, 'farm').click();
    await page.locator('#build-farm .notice').waitFor();
    expect(await tops()).toEqual(before);
    // Barracks are missing.
    await page.locator('.train [type=submit]').first().click();
    const refusal = page.locator('.train .refusal');
    await refusal.waitFor();
    expect([await tops(), await refusal.isVisible()]).toEqual([before, true]);
    const box = await refusal.boundingBox();
    expect(box !== null && box.y > 0 && box.y < options.viewport.height).toBe(true);
  });

  it('shows at once that the button was pressed', async () => {
    const { page } = await openCity();
    let answer = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/build', async (route) => {
      await isHeld;
      await route.continue();
    });
    await raise(page, 'farm').click();
    expect(await raise(page, 'farm').getAttribute('aria-busy')).toBe('true');
    answer();
    await page.locator('#build-farm .notice').waitFor();
    expect(await raise(page, 'farm').getAttribute('aria-busy')).toBeNull();
  });

  it('has a notice that leaves after twenty seconds, before a refresh can arrive', async () => {
    const { page } = await openCity();
    await raise(page, 'farm').click();
    await page.locator('#build-farm .notice').waitFor();
    await page.route('**/city/**', () => undefined);
    await page.clock.fastForward(21_000);
    await page.locator('.notice').waitFor({ state: 'detached' });
  });

  it('can be given when its price is there, without a further event', async () => {
    await setStock(stage.game, ann.empireId, { gold: 54, food: 900, materials: 900 });
    const { page } = await openCity();
    const button = raise(page, 'quarry');
    expect(await button.innerText()).toContain('Standing order');
    const at = await page.locator('#build-quarry-reason [data-lasting]').getAttribute('data-lasting');
    const waitMs = Number(at) - stage.game.clock.now();
    stage.game.clock.advance(waitMs);
    await page.clock.fastForward(waitMs + 1000);
    await button.filter({ hasText: 'Raise to 2' }).waitFor();
  });

  it('may be for more units when the stock has grown', async () => {
    await setLevels(stage.game, ann.capitalId, { barracks: 1 });
    await setStock(stage.game, ann.empireId, { gold: 200, food: 900, materials: 900 });
    const { page } = await openCity();
    const most = page.locator('[data-unit=soldiers] .most');
    const before = Number(await most.innerText());
    await page.clock.fastForward(3_600_000);
    await expect.poll(async () => Number(await most.innerText())).toBeGreaterThan(before);
  });

  it('sends what the buttons beside the quantity add up to', async () => {
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'barracks' });
    await stage.game.pass(3_600_000);
    const { page } = await openCity();
    const quantity = page.getByLabel('Quantity', { exact: true });
    await page.getByRole('button', { name: '+5 Quantity' }).click();
    await page.getByRole('button', { name: '+10 Quantity' }).click();
    expect(await quantity.inputValue()).toBe('20');
    await page.getByRole('button', { name: 'Max Quantity' }).click();
    const most = await page.locator('[data-unit=soldiers] .note-line b').innerText();
    expect(await quantity.inputValue()).toBe(most.replace(',', ''));
    await page.getByRole('button', { name: 'Train' }).click();
    await page.locator('.train .notice').getByText(`${most} soldiers ordered.`).waitFor();
  });
});

describe.skipIf(!hasChromium)('a page beyond the rate limit', () => {
  const stage = setUpBrowser({ limits: { auth: 0, data: 1, action: 0 } }, /429/);

  it.each([true, false])('counts down and goes on by itself (JavaScript: %s)', async (javaScriptEnabled) => {
    const ann = await createEmpire(stage.game, { x: 0, y: javaScriptEnabled ? 0 : 50 });
    const { page, open } = await stage.chromium.reader({ ...desktop, javaScriptEnabled }, ann.cookie);
    // The waiting time is shortened; everything else is the server's page.
    await page.route('**/armies', async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replace(/data-seconds="\d+">\d+/, 'data-seconds="2">2')
        .replace(/content="\d+"><\/noscript>/, 'content="2"></noscript>');
      await route.fulfill({ response, body });
    });
    await open('/reports?show=battles');
    await open('/armies');
    await page.getByText(/You can go on in \d+ s/).waitFor();
    await page.unroute('**/armies');
    await page.route('**/armies', (route) => route.fulfill({ body: 'again', contentType: 'text/plain' }));
    await page.getByText('again', { exact: true }).waitFor();
  });
});
