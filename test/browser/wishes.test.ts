/** The list of wishes in a browser: wishes are dragged with a finger or a mouse. */
import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { the } from '../support/worlds.ts';
import { desktop, hasChromium, phone } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('the list of wishes', () => {
  const stage = setUpBrowser();
  const ann = useNew(() => createEmpire(stage.game));

  beforeEach(async () => {
    // While the house is built, the wishes wait.
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'house' });
    await ann.send('PUT', `/api/empire/${ann.empireId}/wishes`, {
      wishes: ['farm', 'quarry', 'market'].map((type) => ({ city_id: ann.capitalId, type })),
    });
  });

  async function readTypes(): Promise<string[]> {
    const body = await ann.read<{ wishes: { type: string }[] }>(`/api/empire/${ann.empireId}/wishes`);
    return body.wishes.map(({ type }) => type);
  }
  const openList = async (device: typeof desktop | typeof phone): Promise<Page> =>
    (await stage.chromium.reader(device, ann.cookie)).openLive('/wishes');

  /** The middle of the grip of the first wish, and a point in the lower half of the last wish. */
  async function planDrag(page: Page) {
    const boxOf = async (locator: Locator) => the(await locator.boundingBox());
    await page.locator('.wishes').scrollIntoViewIfNeeded();
    const grip = await boxOf(page.locator('.grip').first());
    const last = await boxOf(page.locator('.wishes li').last());
    const x = grip.x + grip.width / 2;
    return { from: { x, y: grip.y + grip.height / 2 }, to: { x, y: last.y + last.height - 6 } };
  }

  /** Touches the grip of the first wish and moves it to the end of the list. Returns the function that ends the touch. */
  async function dragByFinger(page: Page) {
    const { from, to } = await planDrag(page);
    const session = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
      touchPoints: { x: number; y: number }[] = [],
    ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [from]);
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await touch('touchMove', [{ x: from.x, y: from.y + (to.y - from.y) * part }]);
    }
    await page.locator('.wishes li.dragged:last-child', { hasText: 'Farm' }).waitFor();
    return touch;
  }

  it('is dragged with a finger, without scrolling the page', async () => {
    const page = await openList(phone);
    await page.locator('.wishes').scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    const touch = await dragByFinger(page);
    await touch('touchEnd');
    await page.getByText('Moved to place 3.').waitFor();
    expect([await readTypes(), await page.evaluate(() => scrollY)]).toEqual([
      ['quarry', 'market', 'farm'],
      scrolled,
    ]);
  });

  it('has its old order after a cancelled drag', async () => {
    const page = await openList(phone);
    const touch = await dragByFinger(page);
    await touch('touchCancel');
    await page.locator('.wishes li:first-child', { hasText: 'Farm' }).waitFor();
    expect(await readTypes()).toEqual(['farm', 'quarry', 'market']);
  });

  it('is dragged with a mouse', async () => {
    const page = await openList(desktop);
    const { from, to } = await planDrag(page);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await page.getByText('Moved to place 3.').waitFor();
    expect(await readTypes()).toEqual(['quarry', 'market', 'farm']);
  });
});
