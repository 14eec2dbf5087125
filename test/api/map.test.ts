/** The map: cities and armies in a window, and its edges. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { map } from '../../src/contract/map.ts';
import { enrich } from '../support/set-state.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { moveArmy } from '../support/requests.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 100, y: 100 }));
const bob = useOne(() => createEmpire(game, { x: 110, y: 100 }));
const edge = useOne(() => createEmpire(game, { x: 1000, y: -1000 }));

function read(x: number, y: number, radius?: number): Promise<z.infer<typeof map>> {
  const window = radius === undefined ? '' : `&radius=${radius}`;
  return bob.read(`/api/map?x=${x}&y=${y}${window}`);
}

async function seesAnn(x: number, y: number, radius: number): Promise<boolean[]> {
  const { cities, armies } = await read(x, y, radius);
  return [cities.some(({ id }) => id === ann.capitalId), armies.some(({ id }) => id === ann.armyId)];
}

describe('the map', () => {
  it('shows a city and an army with every member', async () => {
    const name = `Empire of ${ann.username}`;
    const empire = { empire_id: ann.empireId, empire_name: name, alliance_tag: null, is_bot: false };
    expect(await read(100, 100, 1)).toEqual({
      cities: [
        {
          id: ann.capitalId,
          name: 'Capital',
          location: ann.tile,
          ...empire,
          kind: 'player',
          score: 39,
          sacked_until: null,
        },
      ],
      armies: [
        {
          id: ann.armyId,
          name: 'Army 1',
          location: ann.tile,
          units: { soldiers: 20, archers: 10, knights: 0, catapults: 0 },
          status: 'garrisoned',
          ...empire,
        },
      ],
      server_time: new Date(game.clock.now()).toISOString(),
    });
  });

  it.each([
    ['the middle', 100, 100, true],
    ['the left edge', 107, 100, true],
    ['the right edge', 93, 100, true],
    ['the lower edge', 100, 93, true],
    ['the upper edge', 100, 107, true],
    ['a corner', 107, 107, true],
    ['one beyond the left', 108, 100, false],
    ['one beyond the right', 92, 100, false],
    ['one beyond above', 100, 108, false],
    ['one beyond below', 100, 92, false],
  ])('shows the objects in %s of a window of 7 (around %i, %i): %s', async (_where, x, y, seen) => {
    expect(await seesAnn(x, y, 7)).toEqual([seen, seen]);
  });

  it('reaches 10 tiles by default', async () => {
    expect(await read(100, 110)).toEqual(await read(100, 110, 10));
  });

  it.each([1, 50])('reaches %i tiles on request', async (radius) => {
    expect(await seesAnn(100 - radius, 100 + radius, radius)).toEqual([true, true]);
  });

  it('shows a corner of the world', async () => {
    expect((await read(1000, -1000, 50)).cities).toMatchObject([{ id: edge.capitalId }]);
  });

  it('is empty without cities and armies', async () => {
    expect(await read(-700, 700, 50)).toMatchObject({ cities: [], armies: [] });
  });

  it('does not show marching armies', async () => {
    await moveArmy(bob, { x: 110, y: 103 });
    expect((await read(110, 100, 5)).armies).toEqual([]);
  });

  it('shows a standing army on open land as idle', async () => {
    await game.pass(3 * 90_000);
    expect((await read(110, 103, 1)).armies).toMatchObject([{ id: bob.armyId, status: 'idle' }]);
  });

  it('shows an army in a city of another player as idle', async () => {
    await moveArmy(bob, ann.tile);
    await game.pass(3_600_000);
    const { armies } = await read(100, 100, 1);
    expect(armies.find(({ id }) => id === bob.armyId)?.status).toBe('idle');
  });

  it('shows cities row by row', async () => {
    await enrich(game, ann.empireId);
    for (const x of [104, 96])
      await ann.send('POST', `/api/empire/${ann.empireId}/cities`, {
        name: `At ${x}`,
        location: { x, y: 97 },
      });
    const tiles = (await read(100, 100, 5)).cities.map(({ location }) => [location.x, location.y]);
    expect(tiles).toEqual([
      [96, 97],
      [104, 97],
      [100, 100],
    ]);
  });
});
