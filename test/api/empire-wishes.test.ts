/** Wishes over HTTP: setting the list, reading it, what comes true, and every refusal. */
import { beforeEach, describe, expect, it } from 'vitest';
import { setLevels, setStock, unknownId } from '../support/set-state.ts';
import { useTestGame, useOne, type Answer, type Ruler, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { hourMs, the } from '../support/worlds.ts';

interface WishBody {
  id: string;
  type?: string;
  unit_type?: string;
  state: string;
  due_at: string | null;
}
interface List {
  wishes: WishBody[];
  reserve: object;
}

const nothing = { gold: 0, food: 0, materials: 0 };
const game = useTestGame();
let column = 0;

const bob = useOne(() => createEmpire(game, { x: 0, y: -500 }));

const ann = useNew(() => createEmpire(game, { x: (column += 5), y: 0 }));
beforeEach(async () => {
  await setLevels(game, ann.capitalId, { barracks: 1 });
  await setStock(game, ann.empireId, nothing);
});

const path = (): string => `/api/empire/${ann.empireId}/wishes`;
const put = (wishes: object[], reserve?: object): Promise<Answer<List>> =>
  ann.send<List>('PUT', path(), { wishes, ...(reserve === undefined ? {} : { reserve }) });
const read = async (): Promise<List> => (await ann.send<List>('GET', path())).body;
const level = (type: string) => ({ city_id: ann.capitalId, type });
const batch = (unit_type: string, quantity = 1) => ({ city_id: ann.capitalId, unit_type, quantity });
const iso = (ms: number): string => new Date(ms).toISOString();
const refusal = (wishes: object[], player: Ruler = ann, to = path()) =>
  refusalOf(game, player, 'PUT', to, { wishes });

async function readCapital() {
  const body = await ann.read<{
    cities: { construction: { order_id: string; type: string; level: number }[]; training: object[] }[];
  }>(`/api/empire/${ann.empireId}/cities`);
  return the(body.cities[0]);
}

describe('the list', () => {
  it('is empty at first', async () => {
    expect(await read()).toEqual({ wishes: [], reserve: nothing });
  });

  it('returns every wish with cost, state and moment', async () => {
    const now = game.clock.now();
    const { status, body } = await put([level('farm'), batch('soldiers', 3), batch('knights')]);
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    // Farm 2 costs 60/30/100; the capital makes 85 gold, 66 food and 85 materials.
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        wishes: [
          {
            id,
            ...level('farm'),
            level: 2,
            quantity: 1,
            cost: { gold: 60, food: 30, materials: 100 },
            state: 'next',
            due_at: iso(now + Math.ceil((100 * hourMs) / 85)),
          },
          {
            id,
            ...batch('soldiers', 3),
            cost: { gold: 120, food: 90, materials: 90 },
            state: 'behind',
            due_at: null,
          },
          {
            id,
            ...batch('knights'),
            cost: { gold: 150, food: 100, materials: 110 },
            state: 'requirement',
            due_at: null,
          },
        ],
        reserve: nothing,
      },
    });
    expect(await read()).toEqual(body);
  });

  it('orders what can be paid at once; the wish is missing in the response', async () => {
    await setStock(game, ann.empireId, { gold: 500, food: 500, materials: 500 });
    const { body } = await put([level('farm'), level('farm')]);
    expect(body.wishes).toMatchObject([{ type: 'farm', level: 3, state: 'busy' }]);
    expect((await readCapital()).construction).toMatchObject([{ type: 'farm', level: 2 }]);
  });

  it('comes true at its moment, under its id, and the order can be cancelled', async () => {
    const { body } = await put([level('farm')]);
    const { id, due_at } = the(body.wishes[0]);
    await game.pass(Date.parse(the(due_at)) - game.clock.now());
    expect(await read()).toEqual({ wishes: [], reserve: nothing });
    expect((await readCapital()).construction).toMatchObject([
      { order_id: id, type: 'farm', level: 2, starts_at: due_at },
    ]);
    expect((await ann.send('DELETE', `/api/order/${id}`)).status).toBe(200);
  });
});

describe('refusals', () => {
  it('403 for the list of another empire, and for a city of one', async () => {
    expect(await refusal([], bob)).toEqual(refused(403, 'FORBIDDEN'));
    expect(await refusal([{ city_id: bob.capitalId, type: 'farm' }])).toEqual(refused(403, 'FORBIDDEN'));
    expect((await bob.send('GET', path())).status).toBe(403);
  });

  it('404 for an unknown empire or city', async () => {
    const unknown = `/api/empire/${unknownId}/wishes`;
    expect(await refusal([], ann, unknown)).toEqual(refused(404, 'NOT_FOUND'));
    expect(await refusal([{ city_id: unknownId, type: 'farm' }])).toEqual(refused(404, 'NOT_FOUND'));
    expect((await ann.send('GET', unknown)).status).toBe(404);
  });
});
