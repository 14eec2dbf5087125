/** Buildings: reading and ordering levels, and orders that cannot be cancelled. */
import { describe, expect, it } from 'vitest';
import { setLevels, setStock } from '../support/set-state.ts';
import { useTestGame, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { build, readBuildings, readEmpire } from '../support/requests.ts';

const anyUuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
const game = useTestGame();
let column = 0;

const ann = useNew(() => createEmpire(game, { x: (column += 5), y: 0 }));

const readBuilding = async (type: string) =>
  (await readBuildings(ann)).find((building) => building.type === type);

it('the buildings of a city show production, upkeep and status', async () => {
  await setLevels(game, ann.capitalId, { farm: 2, barracks: 4 });
  const townHall = { type: 'town_hall', level: 1, production: 0, upkeep: 0, status: 'active' };
  expect(await readBuilding('town_hall')).toEqual({ id: anyUuid, ...townHall });
  expect([await readBuilding('farm'), await readBuilding('barracks')]).toMatchObject([
    { production: 145, upkeep: 0 },
    { production: 0, upkeep: 12 },
  ]);
});

describe('ordering a level', () => {
  it('orders one level with a quantity of null', async () => {
    const order = { type: 'farm', quantity: null };
    const { body } = await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, order);
    expect(body.order).toMatchObject({ from_level: 1, to_level: 2 });
  });

  it('makes one order of several levels, which the queue of the city shows', async () => {
    const { body } = await build(ann, 'farm', 2);
    expect(body.order).toMatchObject({ from_level: 1, to_level: 3 });
    expect((await readEmpire(ann, ann.empireId)).cities[0]).toMatchObject({
      construction: [
        { order_id: body.order.id, type: 'farm', level: 2 },
        { order_id: body.order.id, type: 'farm', level: 3, completes_at: body.order.completes_at },
      ],
    });
  });
});

it('ordering a level is refused without enough resources, with the missing amounts in details', async () => {
  await setStock(game, ann.empireId, { gold: 59, food: 30, materials: 0 });
  expect(
    await refusalOf(game, ann, 'POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' }),
  ).toEqual(refused(409, 'INSUFFICIENT_RESOURCES'));
  expect((await build(ann, 'farm')).body.details).toBe('1 gold, 100 materials missing');
});

describe('cancelling an order', () => {
  const cancel = (orderId: string) => ann.send('DELETE', `/api/order/${orderId}`);

  it.each<[string, (orderId: string) => Promise<unknown>]>([
    ['after completion', () => game.pass(38_000)],
    ['the second time', cancel],
  ])('is refused with 404 %s', async (_when, end) => {
    const { id } = (await build(ann, 'farm')).body.order;
    await end(id);
    expect(await refusalOf(game, ann, 'DELETE', `/api/order/${id}`)).toEqual(refused(404, 'NOT_FOUND'));
  });

  it('is refused with 404 for a batch of units', async () => {
    await setLevels(game, ann.capitalId, { barracks: 1 });
    const batch = { unit_type: 'soldiers', quantity: 1 };
    const path = `/api/city/${ann.capitalId}/train`;
    const { id } = (await ann.send<{ order: { id: string } }>('POST', path, batch)).body.order;
    expect(await refusalOf(game, ann, 'DELETE', `/api/order/${id}`)).toEqual(refused(404, 'NOT_FOUND'));
  });
});
