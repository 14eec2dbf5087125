/** One budget and many parallel requests: every accepted order is paid exactly once. */
import { describe, expect, it } from 'vitest';
import { skipGoals, unknownId } from '../support/set-state.ts';
import { samplesOf } from '../support/campaign.ts';
import { useSecond, useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { levelCost } from '../../src/game/balance.ts';
import { stockScale } from '../../src/game/economy/stock.ts';

const one = useTestGame({ shared: true });
const other = useSecond(one);

/** Leaves the empire exactly `n` times the price of 10 soldiers, a barracks and room for all of them. */
async function grantBudget(ruler: Ruler, n: number): Promise<void> {
  await skipGoals(one, ruler.empireId);
  const price = { gold: 40, food: 30, materials: 30 };
  await one.query(
    `UPDATE cities SET buildings = buildings || '[{"id":"${unknownId}","type":"barracks","level":1},{"id":"${unknownId}","type":"house","level":20}]'
     WHERE id = $1`,
    ruler.capitalId,
  );
  await one.query(
    'UPDATE empires SET gold = $2, food = $3, materials = $4 WHERE id = $1',
    ruler.empireId,
    n * price.gold * stockScale,
    n * price.food * stockScale,
    n * price.materials * stockScale,
  );
}

async function spendInParallel(
  ruler: Ruler,
  urls: readonly string[],
  path: string,
  body: object,
): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      fetch(`${urls[index % urls.length] ?? ''}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ruler.token}` },
        body: JSON.stringify(body),
      }).then(async (response) => {
        await response.text();
        return response.status;
      }),
    ),
  );
  return answers.sort();
}

async function stockOf(ruler: Ruler): Promise<unknown> {
  const rows = await one.query<Record<string, number>>(
    'SELECT gold, food, materials FROM empires WHERE id = $1',
    ruler.empireId,
  );
  return rows[0];
}

const statuses = (n: number): number[] => [...Array<number>(n).fill(201), ...Array<number>(50 - n).fill(409)];

describe.each([
  ['one instance', () => [one.url], 5],
  ['two instances', () => [one.url, other.url], 4],
] as const)('on %s', (_, urls, budget) => {
  it.each(samplesOf([1, 2, 3, 4, 5]))('as many of 50 spend as the budget suffices for (%i)', async () => {
    const ruler = await createEmpire(one);
    await grantBudget(ruler, budget);
    const path = `/api/city/${ruler.capitalId}/train`;
    const order = { unit_type: 'soldiers', quantity: 1 };
    expect(await spendInParallel(ruler, urls(), path, order)).toEqual(statuses(budget));
    expect(await stockOf(ruler)).toEqual({ gold: 0, food: 0, materials: 0 });
  });
});

it('takes only the price of the levels that fit into the queue', async () => {
  const ruler = await createEmpire(one);
  await grantBudget(ruler, 1_000);
  const before = (await stockOf(ruler)) as { gold: number };
  const path = `/api/city/${ruler.capitalId}/buildings`;
  const answers = await spendInParallel(ruler, [one.url, other.url], path, { type: 'town_hall' });
  const after = (await stockOf(ruler)) as { gold: number };
  const price = [2, 3, 4, 5, 6].reduce((sum, level) => sum + levelCost('town_hall', level).gold, 0);
  expect([answers, before.gold - after.gold]).toEqual([statuses(5), price * stockScale]);
});
