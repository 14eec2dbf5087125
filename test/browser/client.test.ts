/** The built client in a real browser, as a module on a page of the game. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as client from '../../src/client/client.ts';
import { startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { Chromium, hasChromium } from './chromium.ts';

const socketModule = 'socket.io/client-dist/socket.io.esm.min.js';

type ClientGlobal = typeof globalThis & { hegemon?: typeof client };

describe.skipIf(!hasChromium)('the client in a browser', () => {
  let game: TestGame;
  let chromium: Chromium;
  let ann: Ruler;
  let page: Page;
  beforeAll(async () => {
    game = await startTestGame();
    chromium = await Chromium.start(game.url);
    ann = await createEmpire(game);
    const reader = await chromium.reader();
    // A script of a third party on the origin of the game. Its package imports become addresses, as a bundler would do.
    await reader.context.route('**/mine/**', (route) => {
      const path = new URL(route.request().url()).pathname.replace('/mine/', '');
      const module = path === socketModule ? `node_modules/${path}` : `dist/${path}`;
      const text = readFileSync(module, 'utf8').replace('"socket.io-client"', `'/mine/${socketModule}'`);
      return route.fulfill({ contentType: 'text/javascript', body: text });
    });
    page = await reader.open('/leaderboard');
    await page.evaluate(
      `import('/mine/client/client.js').then((module) => { globalThis.hegemon = module; })`,
    );
  });
  afterAll(async () => {
    expect(chromium.takeErrors()).toEqual([]);
    await chromium.stop();
    await game.stop();
  });

  it('sends orders, and receives their events', async () => {
    const build = await page.evaluate(
      async ({ token, empireId, capitalId }) => {
        const { createClient, unwrap } = (globalThis as ClientGlobal).hegemon ?? expect.fail();
        const hegemon = createClient({ url: location.origin, token });
        const live = hegemon.live(empireId);
        const before = await live.next('picture');
        const next = live.next('picture');
        const { order } = unwrap(await hegemon.build(capitalId, { type: 'farm' }));
        const spent = (before?.resources.gold ?? 0) - ((await next)?.resources.gold ?? 0);
        live.close();
        return { spent, cost: order.cost.gold };
      },
      { token: ann.token, empireId: ann.empireId, capitalId: ann.capitalId },
    );
    expect(build.spent).toBe(build.cost);
  });

  it('returns refusals as values', async () => {
    const answer = await page.evaluate(() => {
      const { createClient } = (globalThis as ClientGlobal).hegemon ?? expect.fail();
      return createClient({ url: location.origin }).readProfile();
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'AUTH_REQUIRED', status: 401 } });
  });
});
