/** Wishes over HTTP: setting the list, reading it, what comes true, and cities of others. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { WishesView } from '../../src/contract/wishes.ts';
import { isoOf } from '../../src/kernel/time.ts';
import { setLevels, setStock, unknownId } from '../support/set-state.ts';
import { useTestGame, useOne, type ApiResponse, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { readCities } from '../support/requests.ts';
import { hourMs, the } from '../support/worlds.ts';

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
const put = (wishes: object[], reserve?: object): Promise<ApiResponse<WishesView>> =>
  ann.send<WishesView>('PUT', path(), { wishes, ...(reserve === undefined ? {} : { reserve }) });
const read = (): Promise<WishesView> => ann.read(path());
const level = (type: string) => ({ city_id: ann.capitalId, type });
const batch = (unit_type: string, quantity = 1) => ({ city_id: ann.capitalId, unit_type, quantity });
const readCapital = async () => the((await readCities(ann, ann.empireId))[0]);

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
            due_at: isoOf(now + Math.ceil((100 * hourMs) / 85)),
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

it.each([
  ['another empire', () => bob.capitalId, refused(403, 'FORBIDDEN')],
  ['no empire', () => unknownId, refused(404, 'NOT_FOUND')],
])('a wish for a city of %s is refused', async (_whose, cityId, expected) => {
  const body = { wishes: [{ city_id: cityId(), type: 'farm' }] };
  expect(await refusalOf(game, ann, 'PUT', path(), body)).toEqual(expected);
});
