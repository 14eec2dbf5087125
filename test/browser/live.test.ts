/** Live updates of an open page, and its behaviour when the session or the connection ends. */
import { describe, expect, it } from 'vitest';
import { registerEmpire, password, useNew } from '../support/game.ts';
import { hasChromium } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

describe.skipIf(!hasChromium)('an open page', () => {
  const stage = setUpBrowser({}, /ERR_INTERNET_DISCONNECTED/);
  let row = 0;
  const ann = useNew(() => registerEmpire(stage.game.url, { x: 0, y: (row += 1) * 50 }));
  const reader = useNew(() => stage.chromium.reader(undefined, ann.cookie));

  const order = (type: string): Promise<unknown> =>
    ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type });

  it('shows an order from elsewhere', async () => {
    const page = await reader.openLive('/dashboard');
    await order('farm');
    await page.getByText('Farm to level 2', { exact: true }).first().waitFor();
    expect(await page.locator('#agenda').innerText()).toContain('Farm to level 2');
  });

  it('shows a goal that is reached, in a list that stays open', async () => {
    await order('barracks');
    const page = await reader.openLive('/dashboard');
    await page.getByText('All goals and their rewards').click();
    await page.locator('#goals li', { hasText: 'Build barracks' }).getByText('not yet').waitFor();
    await stage.game.pass(3_600_000);
    await page.locator('#goals .done', { hasText: 'Build barracks' }).waitFor();
    await page.getByText('Goal reached: build barracks').first().waitFor();
  });

  it('keeps unchanged elements, the focus, and unsent input', async () => {
    const page = await reader.openLive(`/city/${ann.capitalId}`);
    await page.getByLabel('Quantity').fill('17');
    await page.evaluate(() => Object.assign(document.querySelector('#build-quarry') ?? {}, { kept: true }));
    await order('farm');
    await page.locator('#queue').getByText('Farm to level 2', { exact: true }).waitFor();
    expect(
      await page.evaluate(() => [
        document.activeElement?.id,
        (document.activeElement as HTMLInputElement | null)?.value,
        (document.querySelector('#build-quarry') as unknown as { kept?: boolean }).kept,
      ]),
    ).toEqual(['train-quantity', '17', true]);
  });

  it('keeps sections open', async () => {
    const page = await reader.openLive('/armies');
    await page.locator('.army summary').click();
    await ann.send('POST', `/api/army/${ann.armyId}/move`, { destination: { x: 20, y: row * 50 } });
    await order('farm');
    await page.getByText('Marches to', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'Recall' }).isVisible()).toBe(true);
  });

  it('keeps a refusal and the input during an update', async () => {
    const page = await reader.openLive('/armies');
    await page.locator('.army summary').click();
    await page.locator('[name=x]').fill('5000');
    await page.locator('[name=y]').fill('7');
    await page.getByRole('button', { name: 'March with' }).click();
    await page.locator('body[data-live]').waitFor();
    await order('farm');
    await page.locator('#stock-gold', { hasText: '1,440' }).waitFor();
    expect([
      await page.locator('.said.refusal').innerText(),
      await page.locator('[name=x]').inputValue(),
    ]).toEqual(['X must be from -1000 to 1000.', '5000']);
  });

  it('shows that an army has arrived', async () => {
    await ann.send('POST', `/api/army/${ann.armyId}/move`, { destination: { x: 2, y: row * 50 } });
    const page = await reader.openLive(`/map?x=0&y=${row * 50}`);
    await page.locator('#map-things .moving').waitFor();
    await stage.game.pass(3_600_000);
    await page.locator('#map-things .moving').waitFor({ state: 'detached' });
    expect(await page.locator(`#army-${ann.armyId}`).count()).toBe(1);
  });

  it('counts down with the clock of the server', async () => {
    await order('farm');
    const page = await reader.openLive('/dashboard');
    const read = (): Promise<string> => page.locator('#agenda .until').first().innerText();
    const before = await read();
    await page.waitForFunction(
      (text) => document.querySelector('#agenda .until')?.textContent !== text,
      before,
    );
    expect((await read()) < before).toBe(true);
  });

  it.each(['/armies', '/world?type=military'])(
    'offers a login if the session was ended elsewhere, which leads back to %s',
    async (path) => {
      const page = await reader.openLive(path);
      await ann.send('POST', '/logout', {});
      await page.getByText('Not live: a new attack would not be shown here.').waitFor();
      await page.getByRole('link', { name: 'Log in again' }).click();
      await page.getByText('Your session ended:').waitFor();
      await page.getByLabel('Username or e-mail').fill(ann.username);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.waitForURL(`**${path}`);
      await page.locator('body[data-live]').waitFor();
    },
  );

  it('reports a lost connection without moving the page, and catches up after it returns', async () => {
    const page = await reader.openLive('/dashboard');
    const before = await page.locator('main').boundingBox();
    await reader.context.setOffline(true);
    const banner = page.getByRole('status').filter({ hasText: 'Connection lost' });
    await page.evaluate(() => {
      dispatchEvent(new Event('offline'));
    });
    await banner.waitFor();
    expect(await page.locator('main').boundingBox()).toEqual(before);
    const calm = page.locator('#watch', { hasText: 'No attack is on its way' });
    expect(await calm.count()).toBe(0);
    await order('market');
    await reader.context.setOffline(false);
    await page.locator('#agenda').getByText('Market to level 2').waitFor();
    await calm.waitFor();
    await banner.waitFor({ state: 'hidden' });
  });
});

describe.skipIf(!hasChromium)('a page behind a proxy without live connections', () => {
  const stage = setUpBrowser({}, /ERR_FAILED|WebSocket/);

  it('is brought up to date, and says so', async () => {
    const ruler = await registerEmpire(stage.game.url, { x: 0, y: 0 });
    const { context } = await stage.chromium.reader(undefined, ruler.cookie);
    const page = await context.newPage();
    await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
    await page.route('**/socket.io/**', (route) => route.abort());
    await page.goto(`${stage.game.url}/dashboard`);
    await page.getByRole('status').filter({ hasText: 'Connection lost' }).waitFor();
    await ruler.send('POST', `/api/city/${ruler.capitalId}/buildings`, { type: 'farm' });
    await page
      .getByRole('status')
      .filter({ hasText: 'Not live: this page is brought up to date every 10 s.' })
      .waitFor();
    await page.locator('#agenda').getByText('Farm to level 2').waitFor();
    expect(await page.locator('#watch').innerText()).toContain('No attack is on its way');
  });
});

describe.skipIf(!hasChromium)('an order without a connection', () => {
  const stage = setUpBrowser({}, /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|WebSocket/);

  it('says at its button that it has no answer, keeps what was typed, and asks until it has one', async () => {
    const ruler = await registerEmpire(stage.game.url, { x: 0, y: 0 });
    const { openLive, context } = await stage.chromium.reader(undefined, ruler.cookie);
    const page = await openLive(`/city/${ruler.capitalId}`);
    await context.setOffline(true);
    await page.getByLabel('Quantity', { exact: true }).fill('7');
    await page.locator('.train').getByRole('button', { name: 'Train' }).click();
    await page
      .locator('.train')
      .getByRole('alert')
      .filter({ hasText: /^No answer yet/ })
      .waitFor();
    expect(await page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('7');
    await context.setOffline(false);
    await page.locator('.train .said').filter({ hasText: 'Barracks' }).waitFor();
    expect(await page.getByLabel('Quantity', { exact: true }).inputValue()).toBe('7');
  });

  it('whose answer is lost is sent again, and carried out once', async () => {
    const ruler = await registerEmpire(stage.game.url, { x: 0, y: 0 });
    const { openLive } = await stage.chromium.reader(undefined, ruler.cookie);
    const page = await openLive(`/city/${ruler.capitalId}`);
    let lost = 0;
    await page.route('**/build*', async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.locator('#build-farm button').first().click();
    await page.getByText('This form arrived twice, and was carried out once.').waitFor();
    const { rows } = await stage.game.instance.pool.query<{ construction: { level: number }[] }>(
      'SELECT construction FROM cities WHERE id = $1',
      [ruler.capitalId],
    );
    expect(rows[0]?.construction.map(({ level }) => level)).toEqual([2]);
  });
});

describe.skipIf(!hasChromium)('an order beyond the rate limit', () => {
  const stage = setUpBrowser({ limits: { auth: 0, data: 0, action: 2 } }, /429/);

  it('shows a message, and leaves the page unchanged', async () => {
    // The founding was the first action.
    const ruler = await registerEmpire(stage.game.url, { x: 0, y: 0 });
    const { openLive } = await stage.chromium.reader(undefined, ruler.cookie);
    const page = await openLive(`/city/${ruler.capitalId}`);
    await page.locator('#build-farm button').first().click();
    await page.getByText('Farm to level 2 is ordered.').waitFor();
    await page.locator('#build-quarry button').first().click();
    // At the button, counting down; updates of the page do not remove it.
    const refusal = page.locator('#build-quarry').getByRole('alert');
    await refusal.filter({ hasText: /possible in \d+ s\.$/ }).waitFor();
    expect(await page.locator('#queue').innerText()).not.toContain('Quarry');
    const seconds = async (): Promise<number> => Number(/in (\d+) s/.exec(await refusal.innerText())?.[1]);
    const before = await seconds();
    await stage.game.pass(3_600_000);
    await page.locator('#queue').filter({ hasNotText: 'Farm' }).waitFor();
    await expect.poll(seconds).toBeLessThan(before);
  });
});

describe.skipIf(!hasChromium)('a map without live events', () => {
  const stage = setUpBrowser({ speed: 60 }, /ERR_FAILED|WebSocket/);

  it('shows that an army has arrived when its countdown is over', async () => {
    const ruler = await registerEmpire(stage.game.url, { x: 30, y: 30 });
    const { open, context } = await stage.chromium.reader(undefined, ruler.cookie);
    await context.route('**/socket.io/**', (route) => route.abort());
    await context.routeWebSocket('**/socket.io/**', (socket) => socket.close());
    // 2 tiles at 40 tiles an hour: 3 s at this speed.
    await ruler.send('POST', `/api/army/${ruler.armyId}/move`, { destination: { x: 32, y: 30 } });
    const page = await open('/map?x=32&y=30');
    await page.locator('#map-things .moving').waitFor();
    // Only the page counts on; the clock of this game stands still otherwise.
    await stage.game.pass(10_000);
    await page.locator('#map-things .moving').waitFor({ state: 'detached' });
    expect(await page.locator(`#army-${ruler.armyId}`).count()).toBe(1);
  });
});

describe.skipIf(!hasChromium)('the stock', () => {
  const stage = setUpBrowser({ speed: 3600 });

  it('grows without reloading, at the rate of the world', async () => {
    const ruler = await registerEmpire(stage.game.url, { x: 0, y: 0 });
    const { open } = await stage.chromium.reader(undefined, ruler.cookie);
    const page = await open('/dashboard');
    const read = async (): Promise<number> =>
      Number((await page.locator('#stock-gold').innerText()).replaceAll(',', ''));
    const before = await read();
    await page.waitForFunction(
      (text) => document.querySelector('#stock-gold')?.textContent !== text,
      await page.locator('#stock-gold').innerText(),
    );
    expect(await read()).toBeGreaterThan(before);
  });
});
