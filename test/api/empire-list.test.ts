/** The list of empires: order, pages without repeats or gaps, limits. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { EmpireItem, empires } from '../../src/contract/empire.ts';
import { addEmpires } from '../support/crowd.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { refreshRankings } from '../support/rankings.ts';
import { readEmpire } from '../support/requests.ts';

type Page = z.infer<typeof empires>;

const crowdSize = 124;
const total = crowdSize + 1;
const game = useTestGame({ unsound: 'empires have no city' });
const ann = useOne(() => createEmpire(game));

beforeAll(async () => {
  const names = ['Zebra', 'apple', 'Äpfel', 'Émile', 'banana', 'Apricot'];
  const crowd = Array.from({ length: crowdSize }, (_, index) => ({
    name: `${names[index % names.length] ?? ''} ${index}`,
    militaryScore: index % 4,
    economicScore: 100 * (index % 3),
    createdAt: game.clock.now() - 1000 * (index % 5),
  }));
  await addEmpires(game, ann, crowd);
  await refreshRankings(game);
});

async function read(query = ''): Promise<Page> {
  const { status, body } = await ann.send<Page>('GET', `/api/empires${query}`);
  expect(status).toBe(200);
  return body;
}

async function readAll(query: string, limit: number): Promise<EmpireItem[]> {
  const items: EmpireItem[] = [];
  for (let page = 1; page <= Math.ceil(total / limit); page++) {
    items.push(...(await read(`?${query}&limit=${limit}&page=${page}`)).empires);
  }
  return items;
}

describe('the list of empires', () => {
  it.each([
    ['', '?page=1&limit=20&sort=score&order=desc'],
    ['?sort=name', '?sort=name&order=asc'],
    ['?sort=created_at', '?sort=created_at&order=desc'],
  ])('has the defaults of %j: %s', async (query, whole) => {
    expect(await read(query)).toEqual(await read(whole));
  });

  it('has the total count, and a shorter last page', async () => {
    const page = await read('?limit=50&page=3');
    expect(page.pagination).toEqual({ page: 3, limit: 50, total, pages: 3 });
    expect(page.empires).toHaveLength(total - 100);
  });

  it.each([4, 1_000_000_000])('is empty past the end, on page %i', async (page) => {
    expect(await read(`?limit=50&page=${page}`)).toEqual({
      empires: [],
      pagination: { page, limit: 50, total, pages: 3 },
    });
  });

  it.each([1, 100, 101, 5000, Number.MAX_SAFE_INTEGER])(
    'has at most 100 empires with a limit of %i',
    async (limit) => {
      const page = await read(`?limit=${limit}`);
      const length = Math.min(limit, 100);
      expect([page.empires.length, page.pagination.limit]).toEqual([length, length]);
    },
  );

  it('shows the accrued stock without storing it', async () => {
    await game.pass(1_800_000);
    const page = await read('?sort=name&limit=100');
    const own = page.empires.find(({ id }) => id === ann.empireId);
    expect(own?.resources).toEqual((await readEmpire(ann, ann.empireId)).resources);
  });
});

const orders = ['score', 'name', 'created_at'].flatMap((sort) => [
  [sort, 'asc'],
  [sort, 'desc'],
]) as ['score' | 'name' | 'created_at', 'asc' | 'desc'][];

it.each(orders)('by %s %s is sorted', async (sort, order) => {
  const items = await readAll(`sort=${sort}&order=${order}`, 100);
  const keys = items.map((item) => (sort === 'name' ? item.name.toLowerCase() : item[sort]));
  const rising = [...keys].sort((a, b) => (a === b ? 0 : a < b ? -1 : 1));
  expect(keys).toEqual(order === 'asc' ? rising : rising.reverse());
});
