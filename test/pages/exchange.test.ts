/** The exchange at a market: the request, its form on the page of the city, and the proposal of the overview. */
import { describe, expect, it } from 'vitest';
import type { GoalName } from '../../src/contract/vocabulary.ts';
import { sendAnonymously, useTestGame, useNew } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { readEmpire } from '../support/requests.ts';
import { setLevels, setStock, setUnits } from '../support/set-state.ts';
import { Browser, partOf } from './browser.ts';

const game = useTestGame();
let row = 0;
const ruler = useNew(() => createEmpire(game, { x: 700, y: (row += 1) * 60 }));
const browser = useNew(() => new Browser(game, ruler.cookie));
const order = { give: 'food', take: 'gold', amount: 100 };

describe('an exchange', () => {
  it('answers with what came in and the stock, once for a key', async () => {
    await setStock(game, ruler.empireId, { gold: 500, food: 900, materials: 100 });
    const path = `/api/city/${ruler.capitalId}/exchange`;
    const resources = { gold: 551, food: 800, materials: 100 };
    const headers = { authorization: `Bearer ${ruler.token}`, 'idempotency-key': 'exchange-1' };
    for (let time = 0; time < 2; time += 1) {
      const answer = await sendAnonymously(game.url, 'POST', path, order, headers);
      expect(answer).toMatchObject({ status: 200, body: { success: true, received: 51, resources } });
    }
    expect((await readEmpire(ruler, ruler.empireId)).resources).toEqual(resources);
  });

  it('is a form of the city, which says what came in', async () => {
    await setStock(game, ruler.empireId, { gold: 500, food: 900, materials: 100 });
    const page = await browser.submit(`/city/${ruler.capitalId}/exchange`, { ...order, amount: '200' });
    expect(partOf(page, 'exchange')).toContain('You gave 200 food for 102 gold.');
  });

  it.each([
    [{ give: 'gold', take: 'gold', amount: '100' }, 'another resource'],
    [{ ...order, amount: '1' }, '2'],
    [{ ...order, amount: '1400' }, 'room for 500 more gold'],
  ])('is refused there with the reason: %o', async (fields, reason) => {
    await setStock(game, ruler.empireId, { gold: 1500, food: 1500, materials: 1500 });
    const page = await browser.submit(`/city/${ruler.capitalId}/exchange`, fields);
    expect(partOf(page, 'exchange')).toContain(reason);
  });

  it('needs a market: without one there is no form', async () => {
    await game.query(`UPDATE cities SET buildings = '[]' WHERE id = $1`, ruler.capitalId);
    expect((await browser.open(`/city/${ruler.capitalId}`)).html).not.toContain('id="exchange"');
  });
});

it('the overview proposes the exchange that pays for the next goal, and its link fills the form', async () => {
  await setLevels(game, ruler.capitalId, { barracks: 1, house: 1, town_hall: 2 });
  await setUnits(game, ruler.armyId, { soldiers: 30, archers: 10 });
  await attackCity(ruler, await createEmpire(game, { x: 708, y: row * 60 }));
  await setStock(game, ruler.empireId, { gold: 900, food: 900, materials: 0 });
  const goal: GoalName = 'hall';
  await game.query('UPDATE empires SET goals = goals - $2::text WHERE id = $1', ruler.empireId, goal);
  const part = partOf(await browser.open('/dashboard'), 'goals');
  expect(part).toMatch(
    /Raise a town hall to level 3[^]*Meanwhile: exchange [\d,]+ (food|gold) for [\d,]+ materials/,
  );
  const [, link = ''] = /href="(\/city\/[^"]*\?give=[^"]*)"/.exec(part) ?? [];
  const form = partOf(await browser.open(link.replaceAll('&amp;', '&').replace('#exchange', '')), 'exchange');
  expect(form).toMatch(/<option value="materials" selected>/);
  const [, amount] = /amount=(\d+)/.exec(link) ?? [];
  expect(form).toContain(`name="amount" inputmode="numeric" autocomplete="off" value="${amount ?? ''}"`);
});
