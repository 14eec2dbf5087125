/** The list of empires: order, pages without repeats or gaps, limits. */
import { beforeAll, describe, expect, it } from 'vitest';
import { addEmpires } from '../support/crowd.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

interface Item {
  id: string;
  name: string;
  score: number;
  created_at: string;
  resources: unknown;
}
interface Page {
  empires: Item[];
  pagination: { page: number; limit: number; total: number; pages: number };
}

const crowdSize = 124;
const total = crowdSize + 1;
const game = useTestGame();
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
});

async function read(query = ''): Promise<Page> {
  const { status, body } = await ann.send<Page>('GET', `/api/empires${query}`);
  expect(status).toBe(200);
  return body;
}

async function readAll(query: string, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; page <= Math.ceil(total / limit); page++) {
    items.push(...(await read(`?${query}&limit=${limit}&page=${page}`)).empires);
  }
  return items;
}

describe('the list of empires', () => {
  it('shows an empire with every member', async () => {
    const { empires } = await read('?sort=name&order=asc&limit=100');
    const item = empires.find(({ id }) => id === ann.empireId);
    expect(item).toEqual({
      id: ann.empireId,
      kind: 'player',
      name: `Empire of ${ann.username}`,
      owner_id: expect.any(String) as string,
      alliance_tag: null,
      created_at: new Date(game.clock.now()).toISOString(),
      description: null,
      resources: { gold: 1500, food: 1500, materials: 1500 },
      military: { total_units: 30, units_by_type: { soldiers: 20, archers: 10, knights: 0, catapults: 0 } },
      score: 39,
    });
  });

  it.each([
    ['', '?page=1&limit=20&sort=score&order=desc'],
    ['?sort=name', '?sort=name&order=asc'],
    ['?sort=created_at', '?sort=created_at&order=desc'],
  ])('has the defaults of %j: %s', async (query, whole) => {
    expect(await read(query)).toEqual(await read(whole));
  });

  it('has the total count, and a shorter last page', async () => {
    const { pagination, empires } = await read('?limit=50&page=3');
    expect(pagination).toEqual({ page: 3, limit: 50, total, pages: 3 });
    expect(empires).toHaveLength(total - 100);
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
      const { empires, pagination } = await read(`?limit=${limit}`);
      const length = Math.min(limit, 100);
      expect([empires.length, pagination.limit]).toEqual([length, length]);
    },
  );

  it('shows the accrued stock without storing it', async () => {
    await game.pass(1_800_000);
    const { empires } = await read('?sort=name&limit=100');
    const own = empires.find(({ id }) => id === ann.empireId);
    const alone = await ann.send('GET', `/api/empire/${ann.empireId}`);
    expect(own?.resources).toEqual(alone.body.resources);
  });
});

const sorts = ['score', 'name', 'created_at'] as const;
const orders = ['asc', 'desc'] as const;
const tables = sorts.flatMap((sort) => orders.map((order) => ({ sort, order })));

describe.each(tables)('by $sort $order', ({ sort, order }) => {
  it('is sorted', async () => {
    const items = await readAll(`sort=${sort}&order=${order}`, 100);
    const keys = items.map((item) => (sort === 'name' ? item.name.toLowerCase() : item[sort]));
    const rising = [...keys].sort((a, b) => (a === b ? 0 : a < b ? -1 : 1));
    expect(keys).toEqual(order === 'asc' ? rising : rising.reverse());
  });
});
