/** Cities: reading those of an empire, founding a further city, and refusals by the names and places of others. */
import { beforeEach, describe, expect, it } from 'vitest';
import { enrich, unknownId } from '../support/set-state.ts';
import { useTestGame, useOne, type Player, type Ruler, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { readCities } from '../support/requests.ts';

const game = useTestGame();
let row = 0;

const bob = useOne(() => createEmpire(game, { x: 0, y: -500 }));

const ann = useNew(() => createEmpire(game, { x: 0, y: (row += 20) }));
beforeEach(async () => {
  await enrich(game, ann.empireId);
});

const citiesOf = (ruler: Ruler): string => `/api/empire/${ruler.empireId}/cities`;
const at = (x: number): { x: number; y: number } => ({ x, y: row });
const found = (body: object) => ann.send('POST', citiesOf(ann), body);
const refusal = (body: object, player: Player = ann) => refusalOf(game, player, 'POST', citiesOf(ann), body);

describe('the cities of an empire', () => {
  it('are in the order of their founding', async () => {
    for (const [index, name] of ['Zeta', 'Alpha'].entries()) {
      game.clock.advance(1);
      await found({ name, location: at(5 + 5 * index) });
    }
    const cities = await readCities(ann, ann.empireId);
    expect(cities.map(({ name }) => name)).toEqual(['Capital', 'Zeta', 'Alpha']);
  });

  it('hide their queues from other players', async () => {
    expect((await readCities(bob, ann.empireId))[0]).not.toHaveProperty('construction');
  });
});

describe('founding a further city', () => {
  it('is possible exactly 3 tiles from another city', async () => {
    expect((await found({ name: 'Near', location: at(3) })).status).toBe(201);
  });

  it('accepts a name that another empire uses', async () => {
    await enrich(game, bob.empireId);
    await bob.send('POST', citiesOf(bob), { name: 'Twin Town', location: { x: 9, y: -500 } });
    expect((await found({ name: 'Twin Town', location: at(3) })).status).toBe(201);
  });

  it.each([1, 50])('accepts a name of %i code points', async (length) => {
    expect((await found({ name: 'x'.repeat(length), location: at(6) })).status).toBe(201);
  });
});

describe('founding a further city is refused', () => {
  it('with 400 before 404 for an unknown empire', async () => {
    const body = { name: 'Far', location: { x: 0, y: -1001 } };
    expect(await refusalOf(game, ann, 'POST', `/api/empire/${unknownId}/cities`, body)).toEqual(
      refused(400, 'VALIDATION_ERROR'),
    );
  });

  it.each(['Capital', 'CAPITAL', ' capital '])(
    'with 409 for the name %j, which the empire already uses',
    async (name) => {
      expect(await refusal({ name, location: at(7) })).toEqual(refused(409, 'NAME_TAKEN'));
    },
  );

  it('with 409 on the tile of a city', async () => {
    expect(await refusal({ name: 'There', location: bob.tile })).toEqual(refused(409, 'LOCATION_TAKEN'));
  });

  it.each([
    [2, 0],
    [0, 2],
    [-2, -2],
    [1, -2],
  ])('with 409 at distance %i, %i from a city', async (dx, dy) => {
    const location = { x: bob.tile.x + dx, y: bob.tile.y + dy };
    expect(await refusal({ name: 'There', location })).toEqual(refused(409, 'TOO_CLOSE'));
  });
});
