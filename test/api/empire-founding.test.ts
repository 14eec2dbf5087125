/** Founding an empire: the tile of the capital, the response and the refusals. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { foundEmpireResponse } from '../../src/contract/empire.ts';
import { startTestGame, useTestGame, useOne, type ApiResponse, type Player } from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';
import { refusalOf, refused } from '../support/refusals.ts';

type Founded = z.infer<typeof foundEmpireResponse>;

const game = useTestGame();
let named = 0;

const ruler = useOne(() => createEmpire(game, { x: 0, y: 0 }));
useOne(() => createEmpire(game, { x: 300, y: 300 }));

function found(player: Player, body: object): Promise<ApiResponse<Founded>> {
  named += 1;
  return player.send<Founded>('POST', '/api/empire', { name: `Realm ${named}`, ...body });
}

const far = { x: 500, y: 500 };

describe('founding an empire', () => {
  it.each([
    // Seat 0 stands at 0/0, and an earlier capital on the nearest tile to it.
    ['is taken', { x: 0, y: 0 }, { x: -3, y: 0 }],
    ['is too close to a city', { x: 302, y: 300 }, { x: 303, y: 300 }],
  ])('places the capital on the nearest legal tile if the requested one %s', async (_why, wish, tile) => {
    const { body } = await found(await createPlayer(game), { starting_location: wish });
    expect(body.empire.capital.location).toEqual(tile);
  });

  it.each([
    { x: 1000, y: 1000 },
    { x: -1000, y: -1000 },
  ])('accepts a corner of the world, %o', async (corner) => {
    const { body } = await found(await createPlayer(game), { starting_location: corner });
    expect(body.empire.capital.location).toEqual(corner);
  });

  it.each([3, 50])('accepts a name of %i code points', async (length) => {
    const name = `${'\u{1F3F0}'.repeat(length - 1)}x`;
    const { status } = await found(await createPlayer(game), { name, starting_location: far });
    expect(status).toBe(201);
  });
});

describe('founding an empire is refused', () => {
  const refusal = (player: Player, body: object) => refusalOf(game, player, 'POST', '/api/empire', body);

  it('with 409 for a user who has one', async () => {
    const body = { name: 'A second', starting_location: far };
    expect(await refusal(ruler, body)).toEqual(refused(409, 'EMPIRE_EXISTS'));
  });

  it.each(['Taken Name', 'TAKEN name', '\uff34aken Name'])(
    'with 409 under the taken name %s',
    async (name) => {
      await found(await createPlayer(game), { name: 'Taken Name', starting_location: far });
      const body = { name, starting_location: far };
      expect(await refusal(await createPlayer(game), body)).toEqual(refused(409, 'NAME_TAKEN'));
    },
  );

  it('with 400 for an invalid body before 409 for a second empire', async () => {
    const body = { name: 'A second', starting_location: { x: 1001, y: 0 } };
    expect(await refusal(ruler, body)).toEqual(refused(400, 'VALIDATION_ERROR'));
  });
});

describe('concurrent foundings', () => {
  it('give a name to one of two players', async () => {
    const players = [await createPlayer(game), await createPlayer(game)];
    const body = { name: 'One and only', starting_location: { x: 110, y: 100 } };
    const answers = await Promise.all(players.map((player) => player.send('POST', '/api/empire', body)));
    expect(answers.map((answer) => answer.body.code ?? answer.status).sort()).toEqual([201, 'NAME_TAKEN']);
  });
});

describe('a world without a free tile', () => {
  it('refuses an empire with 409: the seat in its middle bars all tiles', async () => {
    const tiny = await startTestGame({ radius: 1 });
    const body = { name: 'Too late', starting_location: { x: 1, y: 1 } };
    const refusal = await refusalOf(tiny, await createPlayer(tiny), 'POST', '/api/empire', body);
    await tiny.stop();
    expect(refusal).toEqual(refused(409, 'WORLD_FULL'));
  });
});
