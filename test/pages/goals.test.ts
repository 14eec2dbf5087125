/** The goals on the dashboard: the first open one as the next step, the list of all, and what both show when they are reached. */
import { describe, expect, it } from 'vitest';
import { goalNames, type BuildingType, type GoalName } from '../../src/contract/vocabulary.ts';
import { setLevels, setStock, setUnits } from '../support/set-state.ts';
import { useTestGame, useNew } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { Browser, partOf } from './browser.ts';

const game = useTestGame();
let row = 0;
const ruler = useNew(() => createEmpire(game, { x: 900, y: (row += 1) * 50 }));
const browser = useNew(() => new Browser(game, ruler.cookie));

/** The goals of the dashboard, with the list of all. */
async function goals(): Promise<string> {
  const page = await browser.open('/dashboard');
  return partOf(page, 'goals') + partOf(page, 'all-goals');
}

/** Leaves these goals to be reached; the others count as reached. */
async function leave(...names: GoalName[]): Promise<void> {
  await game.query('UPDATE empires SET goals = goals - $2::text[] WHERE id = $1', ruler.empireId, names);
}

/** Takes the first steps: with an order, units of its own and an attack, they are done. */
async function takeFirstSteps(levels: Partial<Record<BuildingType, number>> = {}): Promise<void> {
  await setLevels(game, ruler.capitalId, { barracks: 1, house: 1, ...levels });
  await setUnits(game, ruler.armyId, { soldiers: 30, archers: 10 });
  await attackCity(ruler, await createEmpire(game, { x: 908, y: row * 50 }));
}

/** Sets the stock of each resource. */
const setStocks = (each: number) =>
  setStock(game, ruler.empireId, { gold: each, food: each, materials: each });

describe('during the first steps', () => {
  it('the goals are a list only: the first steps give the advice', async () => {
    const part = await goals();
    expect(part).toMatch(/0 of 32 reached[^]*All goals and their rewards/);
    expect(part).not.toContain('next-step');
  });

  it('the list has every goal with its progress and reward', async () => {
    const rows = [...(await goals()).matchAll(/<li[^]*?<\/li>/g)].map(([text]) => text);
    expect(rows).toHaveLength(goalNames.length);
    expect(rows[0]).toMatch(
      /Build 5 levels of farm, quarry and market together[^]*3 of 5 levels[^]*Reward: 80 of each resource/,
    );
    expect(rows[13]).toMatch(/Have 50 units[^]*30 of 50 units[^]*Reward: 150 of each resource/);
  });
});

describe('the next goal', () => {
  it('is the first open one, with its progress, reason, reward and order', async () => {
    await takeFirstSteps({ town_hall: 2 });
    await setStocks(900);
    await leave('hall', 'veteran');
    const part = await goals();
    expect(part).toMatch(/Next goal[^]*30 of 32 reached[^]*<h3>Raise a town hall to level 3/);
    expect(part).toMatch(/It speeds up all building[^]*level 2 of 3[^]*Reward: 150 of each resource/);
    expect(part).toMatch(
      /action="\/dashboard\/city\/[^"]*\/build"[^]*value="town_hall"[^]*Raise the town hall to 3 in Capital/,
    );
  });

  it('is ordered by its button, and then says that it is on its way', async () => {
    await takeFirstSteps({ town_hall: 2 });
    await setStocks(900);
    await leave('hall');
    const page = await browser.submit(`/dashboard/city/${ruler.capitalId}/build`, { type: 'town_hall' });
    const part = partOf(page, 'goals');
    expect(part).toMatch(/Town hall to level 3 is ordered\.[^]*What you have ordered reaches it\./);
    expect(part).not.toContain('value="town_hall"');
  });

  it('stays while it has to wait, though an order would bring another one closer', async () => {
    await takeFirstSteps({ town_hall: 2 });
    await leave('second_city', 'muster', 'hall');
    for (const stock of [200, 700]) {
      await setStocks(stock);
      expect(await goals()).toMatch(/<h3>Raise a town hall to level 3/);
    }
  });

  it('has something to do meanwhile if it has to wait long', async () => {
    await takeFirstSteps();
    await setStocks(200);
    await leave('second_city');
    const part = await goals();
    expect(part).toMatch(/<h3>Found a second city[^]*600 gold, 600 food, 800 materials missing; there in/);
    expect(part).toMatch(
      /Meanwhile: raise the \w+ to 2\.[^]*holds? you up: \w+ 2 pays back in[^]*<button[^>]*>Raise it in Capital/,
    );
  });

  it.each<[GoalName, RegExp]>([
    ['fields', /Raise the \w+ to 2 in Capital/],
    ['stores', /Build a warehouse in Capital/],
    ['muster', /40 of 50 units[^]*href="\/city\/[^"]*#train">Train in Capital/],
    ['riders', /It needs a stable first\.[^]*0 of 10 knights[^]*Raise the town hall to 2 in Capital/],
    ['second_city', /800 gold, 800 food, 1,000 materials[^]*1 of 2 cities[^]*href="\/map\?found=1"/],
    ['guard', /Win a fight as a guard[^]*not yet[^]*href="\/alliances"/],
    ['seat_day', /Hold a seat for 24 hours of the game[^]*0 of 24 hours[^]*href="\/world#seats"/],
    ['veteran', /Each army of yours is under way[^]*0 of 10 attacks won[^]*href="\/armies"/],
    ['seat', /not yet[^]*href="\/world#seats"/],
  ])('%s leads to where one does it', async (name, expected) => {
    await takeFirstSteps();
    await leave(name);
    expect(await goals()).toMatch(expected);
  });

  it('gives way to congratulations when all are reached', async () => {
    await takeFirstSteps();
    const part = await goals();
    expect(part).toMatch(/32 of 32 reached[^]*You have reached every goal[^]*href="\/world#rankings"/);
    expect(part).not.toContain('next-step');
  });
});

it('a goal that is reached is in the list, the reports and the ledger', async () => {
  await browser.sendForm(`/dashboard/city/${ruler.capitalId}/build`, { type: 'barracks' });
  await game.pass(3_600_000);
  await browser.sendForm(`/dashboard/city/${ruler.capitalId}/build`, { type: 'farm' });
  expect(await goals()).toMatch(
    /1 of 32 reached[^]*class="done"><b>Build barracks[^]*reached[^]*You received 100 of each resource/,
  );
  expect((await browser.open('/reports')).html).toMatch(
    /Goal reached: build barracks[^]*You received 100 gold, 100 food, 100 materials\./,
  );
  expect((await browser.open('/reports?show=stock')).html).toContain('Goal reached');
});
