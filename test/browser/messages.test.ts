/** Two players talk in two browsers; hostile text appears as text in every live update. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useOne } from '../support/game.ts';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { createEmpire } from '../support/players.ts';
import { desktop, hasChromium, phone } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

const hostile = '<img src=x onerror="window.harm=1"><script>window.harm=1</script> </textarea>';

describe.skipIf(!hasChromium)('two players', () => {
  const stage = setUpBrowser();
  let annsPage: Page;
  let bobsPage: Page;

  const ann = useOne(() => createEmpire(stage.game, { x: 0, y: 0 }));
  const bob = useOne(() => createEmpire(stage.game, { x: 0, y: 9 }));

  const send = async (page: Page, text: string): Promise<void> => {
    await page.fill('#write textarea', text);
    await page.click('#write button');
  };

  it('talk live, without a reload', async () => {
    annsPage = (await stage.chromium.reader(desktop, ann.cookie)).page;
    bobsPage = await (await stage.chromium.reader(desktop, bob.cookie)).openLive('/armies');
    await annsPage.goto(`${stage.game.url}/empire/${bob.empireId}`);
    await send(annsPage, 'Greetings');
    await annsPage.waitForURL(/\/messages\//);

    await bobsPage.waitForSelector('.mark-of[href="/messages"] .badge');
    expect(await bobsPage.textContent('.mark-of[href="/messages"]')).toContain('1 unread');
    await bobsPage.goto(annsPage.url());
    await bobsPage.waitForSelector('body[data-live]');
    await annsPage.waitForSelector('body[data-live]');

    await send(bobsPage, hostile);
    await bobsPage.waitForFunction(() => document.querySelector('textarea')?.value === '', null);
    await annsPage.waitForSelector('#message-2 .text');
    for (const page of [annsPage, bobsPage]) {
      expect(await page.textContent('#message-2 .text')).toBe(hostile);
      expect(await page.evaluate(() => 'harm' in window)).toBe(false);
    }
    await annsPage.fill('#write textarea', 'half a sente');
    await send(bobsPage, 'Peace?');
    await annsPage.waitForSelector('#message-3 .text');
    expect(await annsPage.inputValue('#write textarea')).toBe('half a sente');
    expect(await annsPage.locator('.mark-of[href="/messages"] .badge').count()).toBe(0);
  });

  it('of one alliance talk live on its page', async () => {
    const id = await foundAlliance(ann);
    await enlist(ann, id, bob);
    const bobs = await stage.chromium.reader(phone, bob.cookie);
    annsPage = await (await stage.chromium.reader(desktop, ann.cookie)).openLive(`/alliance/${id}`);
    bobsPage = await bobs.openLive(`/alliance/${id}`);
    await send(annsPage, hostile);
    await annsPage.waitForFunction(() => document.querySelector('textarea')?.value === '', null);
    await bobsPage.fill('#write textarea', 'half a sente');
    await bobsPage.waitForSelector('#message-1 .text');
    expect(await bobsPage.textContent('#message-1 .text')).toBe(hostile);
    expect(await bobsPage.inputValue('#write textarea')).toBe('half a sente');
    // On another page, the number of unread messages appears.
    await bobs.openLive('/armies');
    expect(await bobsPage.locator('.nav [data-chat]').count()).toBe(0);
    await send(annsPage, 'Again.');
    await bobsPage.waitForSelector('.nav [data-chat]', { state: 'attached' });
  });
});
