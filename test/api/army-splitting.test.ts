/** Splitting an army, merging two and dismissing units: the responses, and armies that are unknown or of others. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { armyResponse } from '../../src/contract/military.ts';
import { unknownId } from '../support/set-state.ts';
import { useTestGame, useOne, type ApiResponse, type Player, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { readArmies, splitArmy } from '../support/requests.ts';

const game = useTestGame();
let column = 0;

const bob = useOne(() => createEmpire(game, { x: 0, y: -500 }));

const ann = useNew(() => createEmpire(game, { x: (column += 5), y: 0 }));

const merge = (otherId: string): Promise<ApiResponse<z.infer<typeof armyResponse>>> =>
  ann.send('POST', `/api/army/${ann.armyId}/merge`, { army_id: otherId });
const refusal = (order: string, body: object, player: Player = ann, armyId = ann.armyId) =>
  refusalOf(game, player, 'POST', `/api/army/${armyId}/${order}`, body);

describe('splitting an army', () => {
  it('returns 201 and the new army', async () => {
    const { status, body } = await splitArmy(ann, { soldiers: 5, archers: 1 }, 'Vanguard');
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        success: true,
        army: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          name: 'Vanguard',
          location: ann.tile,
          units: { soldiers: 5, archers: 1, knights: 0, catapults: 0 },
          status: 'garrisoned',
          guards: null,
        },
      },
    });
  });
});

it('splitting is refused with 400 for no unit, before 404 for an unknown army', async () => {
  expect(await refusal('split', { units: {} }, ann, unknownId)).toEqual(refused(400, 'VALIDATION_ERROR'));
});

describe('merging armies', () => {
  it('returns 200 and the army of the path', async () => {
    const { body: other } = await splitArmy(ann, { soldiers: 5 });
    const { status, body } = await merge(other.army.id);
    expect({ status, ...body }).toMatchObject({
      status: 200,
      success: true,
      army: { id: ann.armyId, units: { soldiers: 20, archers: 10 }, status: 'garrisoned' },
    });
  });

  it.each<[string, () => Promise<unknown>, ReturnType<typeof refused>]>([
    [
      '400 for an army with itself, before 404',
      () => refusal('merge', { army_id: unknownId }, ann, unknownId),
      refused(400, 'VALIDATION_ERROR'),
    ],
    [
      '404 for an unknown other army',
      () => refusal('merge', { army_id: unknownId }),
      refused(404, 'NOT_FOUND'),
    ],
    [
      '404 for an unknown other army, before 403 for the own one',
      () => refusal('merge', { army_id: unknownId }, bob),
      refused(404, 'NOT_FOUND'),
    ],
    [
      '403 for a foreign other army',
      () => refusal('merge', { army_id: bob.armyId }),
      refused(403, 'FORBIDDEN'),
    ],
  ])('is refused with %s', async (_what, ask, expected) => {
    expect(await ask()).toEqual(expected);
  });
});

describe('dismissing units', () => {
  const dismiss = (units: object) => ann.send('POST', `/api/army/${ann.armyId}/dismiss`, { units });

  it('returns 200 and the army with its other units', async () => {
    const { status, body } = await dismiss({ soldiers: 5, archers: 10 });
    expect({ status, ...body }).toMatchObject({
      status: 200,
      success: true,
      army: { id: ann.armyId, units: { soldiers: 15, archers: 0, knights: 0, catapults: 0 } },
    });
  });

  it('returns null for an army without units, and removes it', async () => {
    expect((await dismiss({ soldiers: 20, archers: 10 })).body).toEqual({ success: true, army: null });
    expect(await readArmies(ann, ann.empireId)).toEqual([]);
  });
});
