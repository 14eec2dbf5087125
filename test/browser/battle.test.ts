/** The battle report and the simulator in a real browser: replay, steps, proof and typing. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { setClash, type Clash } from '../pages/clash.ts';
import { desktop, hasChromium } from './chromium.ts';
import { setUpBrowser } from './stage.ts';

const example =
  '/simulator?attacker_knights=100&attacker_catapults=25&defender_archers=200&defender_militia=10&wall=10&seed=vector-2';

describe.skipIf(!hasChromium)('a battle in the browser', () => {
  const stage = setUpBrowser();
  let clash: Clash;
  let rounds: number;
  beforeAll(async () => {
    clash = await setClash(stage.game);
    await clash.passTo(3_000);
  });

  const openReport = async (options = {}): Promise<Page> => {
    const reader = await stage.chromium.reader({ ...desktop, ...options }, clash.ann.cookie);
    const page = await reader.openLive(`/battle/${clash.battleId}`);
    await page.locator('.strength-chart').waitFor();
    return page;
  };
  const openExample = async (address = example, options = {}): Promise<Page> =>
    (await stage.chromium.reader({ ...desktop, ...options })).open(address);
  const chosenRound = (page: Page): Promise<string | null> =>
    page.locator('#steps [aria-current]').getAttribute('data-round');

  it('adds the next round of a running battle to the same chart', async () => {
    const page = await openReport();
    const chart = await page.locator('.strength-chart').elementHandle();
    await clash.passTo(6_000);
    await page.locator('#steps [aria-current][data-round="2"]').waitFor();
    expect([await chart.isVisible(), await page.locator('.strength-chart .own circle').count()]).toEqual([
      true,
      3,
    ]);
  });

  it('reveals the seed with the last round, without a reload', async () => {
    const page = await openReport();
    await clash.passTo(60_000);
    rounds = (await clash.report()).rounds.length;
    await page.getByText(`Your victory in ${rounds} rounds`).waitFor();
    expect(await page.locator('#recompute').isVisible()).toBe(true);
  });

  it('checks every round of the proof, and all agree', async () => {
    const page = await openReport();
    await page.locator('#recompute').click();
    await page.getByText('every round agrees').waitFor();
    // Besides the rounds: seed, dice, volley and result.
    expect(await page.locator('#checks li').count()).toBe(rounds + 4);
  });

  it('names the difference if a report was altered', async () => {
    const page = await openReport({ reducedMotion: 'reduce' });
    await page.route('**/api/battle/*', async (route) => {
      const report = (await (await route.fetch()).json()) as {
        rounds: { defender: { units: { archers: number } } }[];
      };
      const [first] = report.rounds;
      if (first !== undefined) first.defender.units.archers += 1;
      await route.fulfill({ json: report });
    });
    await page.locator('#recompute').click();
    await page.getByText('the report differs').waitFor();
    expect(await page.locator('#checks .differs').textContent()).toMatch(
      /Round 1: .*round 1, defender, archers, left standing: reported \d+, computed \d+/,
    );
  });

  it('replays from the contact to the last round', async () => {
    const page = await openReport();
    await page.locator('#replay').click();
    const first = await chosenRound(page);
    await page.getByRole('button', { name: 'Replay' }).waitFor();
    expect([first, await chosenRound(page)]).toEqual(['0', String(rounds)]);
  });

  it('replays and proves a shared report for a stranger', async () => {
    await clash.ann.send('POST', `/api/battle/${clash.battleId}/share`);
    const { share } = await clash.report();
    const { page } = await stage.chromium.reader();
    await page.goto(stage.game.url + (share?.path ?? ''));
    await page.locator('.strength-chart').waitFor();
    await page.locator('#steps a[data-round="1"]').click();
    expect(new URL(page.url()).search).toBe(`?share=${share?.token ?? ''}&round=1`);
    await page.locator('#recompute').click();
    await page.getByText('every round agrees').waitFor();
  });

  it('offers no replay with reduced motion', async () => {
    const page = await openReport({ reducedMotion: 'reduce' });
    expect(await page.locator('#replay').isVisible()).toBe(false);
  });

  it('steps back with the arrow key, and the tables follow', async () => {
    const page = await openReport();
    await page.locator('#steps [aria-current]').focus();
    await page.keyboard.press('ArrowLeft');
    const { rounds: reported } = await clash.report();
    const left = reported.at(-2)?.attacker.units.soldiers;
    expect(await page.locator('#forces [data-left]').first().textContent()).toBe(String(left));
  });

  it('marks the chosen round in the chart', async () => {
    const page = await openReport();
    await page.locator('#steps a[data-round="1"]').click();
    const x = await page.locator('.strength-chart .own circle').nth(1).getAttribute('cx');
    expect(await page.locator('.strength-chart .chosen').getAttribute('transform')).toBe(
      `translate(${x ?? ''})`,
    );
  });

  it('draws fallen units hollow', async () => {
    const page = await openReport();
    await page.locator('#steps a').first().click();
    const atContact = await page.locator('#forces rect.fell').count();
    await page.locator('#steps a').last().click();
    expect([atContact, (await page.locator('#forces rect.fell').count()) > 0]).toEqual([0, true]);
  });

  it('recomputes the simulation during typing', async () => {
    const page = await openExample();
    await page.locator('#defender_archers').fill('2');
    await page.getByText('The attacker wins in 1 round', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('defender_archers')).toBe('2');
  });

  it('shows the same result as the server', async () => {
    const drawn = await (
      await openExample(example, { javaScriptEnabled: false })
    )
      .locator('#result')
      .innerText();
    const live = await openExample(example.replace('archers=200', 'archers=20'));
    await live.locator('#defender_archers').fill('200');
    expect(await live.locator('#result').innerText()).toBe(drawn);
  });

  it.each([
    ['wall', '26', 'Wall must be at most 25'],
    ['attacker_knights', '1e3', 'Knights must be a whole number'],
  ])('refuses the same input as the server, with the same text: %s %s, %s', async (name, typed, text) => {
    const page = await openExample();
    await page.locator(`#${name}`).fill(typed);
    expect(await page.locator(`#${name}-mistake`).textContent()).toBe(text);
  });

  it('announces a round after a step, and none during a replay', async () => {
    const page = await openReport();
    const live = (): Promise<string | null> => page.locator('#told').getAttribute('aria-live');
    const before = await live();
    await page.locator('#replay').click();
    const during = await live();
    await page.locator('#steps a').first().click();
    expect([before, during, await live()]).toEqual(['polite', 'off', 'polite']);
  });
});
