/** A game of two players in real browsers without JavaScript, from registration to a battle report. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestGame, type TestGame } from '../support/game.ts';
import { removeVillages } from '../support/players.ts';
import { the } from '../support/worlds.ts';
import { Chromium, desktop, hasChromium, phone } from './chromium.ts';

const hourMs = 3_600_000;

/** Registers, logs in and founds an empire through the links and buttons. */
async function enter(page: Page, url: string, name: string, at?: { x: number; y: number }): Promise<void> {
  await page.goto(url);
  await page.getByRole('link', { name: 'Found an empire' }).click();
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('E-mail').fill(`${name}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill('secret one');
  await page.getByLabel('Password again').fill('secret one');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByLabel('Name of the empire').fill(`Realm of ${name}`);
  await page.getByText('Its capital will be called').click();
  await page.getByLabel('Another name of the capital').fill('Capital');
  if (at !== undefined) {
    await page.getByLabel('X', { exact: true }).fill(String(at.x));
    await page.getByLabel('Y', { exact: true }).fill(String(at.y));
  }
  await page.getByRole('button', { name: 'Found the empire' }).click();
  await page.getByRole('heading', { name: `Realm of ${name}` }).waitFor();
}

async function openNav(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).and(page.locator('nav:visible a')).first().click();
}

describe.skipIf(!hasChromium)('a game of two without JavaScript', () => {
  let game: TestGame;
  let chromium: Chromium;
  let ann: Page;
  let bob: Page;
  beforeAll(async () => {
    game = await startTestGame();
    chromium = await Chromium.start(game.url);
    ann = (await chromium.reader({ ...phone, javaScriptEnabled: false })).page;
    bob = (await chromium.reader({ ...desktop, javaScriptEnabled: false })).page;
  });
  afterEach(() => {
    expect(chromium.takeErrors()).toEqual([]);
  });
  afterAll(async () => {
    await chromium.stop();
    await game.stop();
  });

  async function see(page: Page, text: string | RegExp): Promise<void> {
    await page.reload();
    await page.getByText(text).filter({ visible: true }).first().waitFor();
  }

  it('begins with two registrations and two empires', async () => {
    await enter(ann, game.url, 'ann', { x: 0, y: 0 });
    await enter(bob, game.url, 'bob', { x: 5, y: 2 });
    expect(await bob.getByText('is founded', { exact: false }).innerText()).toContain(
      'Realm of bob is founded',
    );
    // Otherwise the advice leads to a village.
    await removeVillages(game);
  });

  it('follows the advice: a quarry, then barracks', async () => {
    await ann.getByRole('button', { name: 'Raise it in Capital' }).click();
    await ann.getByRole('button', { name: 'Build barracks in Capital' }).click();
    await ann.getByText('Barracks to level 1 is ordered.').waitFor();
    await game.pass(hourMs);
    await see(ann, 'Train 10 soldiers in Capital');
  });

  it('trains units on the page of the city', async () => {
    await openNav(ann, 'Cities');
    await ann.getByText('Soldiers', { exact: true }).first().click();
    await ann.getByLabel('Quantity').fill('20');
    await ann.getByRole('button', { name: /^Train/ }).click();
    await ann.getByText('20 soldiers ordered.').waitFor();
    await game.pass(hourMs);
    await see(ann, '50 units');
  });

  // Newcomers are spared plunder, so that no advice leads to a fight of two.
  it('sees the odds against the neighbour, and attacks', async () => {
    const [tile] = await game.query<{ x: number; y: number }>(
      `SELECT x, y FROM cities JOIN empires e ON e.id = empire_id WHERE e.name = 'Realm of bob'`,
    );
    const { x, y } = the(tile);
    await ann.goto(`${game.url}/map?x=${x}&y=${y}&at=${x},${y}`);
    await ann
      .getByText(/simulated battles/)
      .first()
      .waitFor();
    await ann.getByRole('button', { name: 'Attack' }).click();
    await ann.getByRole('status').filter({ hasText: 'is marching on' }).waitFor();
  });

  it('warns the defender', async () => {
    await see(bob, 'An attack is on its way to Capital.');
    await see(bob, 'Realm of ann');
  });

  it('shows the battle to both players', async () => {
    for (const page of [ann, bob]) {
      await openNav(page, 'Reports');
      await page.getByRole('link', { name: 'Battles', exact: true }).first().click();
      await page.locator('main a[href^="/battle/"]').first().click();
    }
    await game.pass(hourMs);
    await see(ann, /Your victory|You won/);
    await see(bob, /defeat|You lost/i);
  });

  it('shows every round in numbers', async () => {
    // What happened meanwhile lies over the foot of the page until it is read.
    const read = ann.getByRole('button', { name: 'Mark all as read' });
    if (await read.isVisible()) await read.click();
    await ann.getByText('Every round in numbers').click();
    expect(await ann.getByRole('table').count()).toBeGreaterThan(2);
  });

  it('lists the empire in the rankings', async () => {
    await ann.goto(`${game.url}/world`);
    expect(await ann.locator('#rankings tr.me').innerText()).toContain('Realm of ann');
  });
});
