/** What a bot sees of seats: those within 60 tiles of its cities. It sees no army beyond 50. */
import { beforeAll, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { Budget } from '../../src/bots/live/budget.ts';
import { Scout } from '../../src/bots/live/scout.ts';
import type { Sight } from '../../src/bots/mind/sight.ts';
import { keeperMilitia } from '../../src/game/contact/seats.ts';
import type { Tile } from '../../src/game/types.ts';
import { foundAlliance } from '../support/alliances.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { plantSeat, setUnits } from '../support/set-state.ts';
import { hourMs } from '../support/worlds.ts';

const game = useTestGame();
let bot: Ruler;
let sight: Sight;

/** @param limit of reads a minute, of which it uses 70 %; 0: none */
function makeScout(limit: number): [Scout, Budget] {
  const reads = new Budget(limit);
  const client = createClient({ url: game.url, token: bot.token });
  const { signal } = new AbortController();
  const means = { client, reads, actions: new Budget(0), chance: () => 0, signal };
  return [new Scout(means, bot.empireId, { speed: 1, radius: 1000 }), reads];
}

beforeAll(async () => {
  bot = await createEmpire(game, { x: 55, y: 0 });
  const [first, second, ...guards] = [
    await createEmpire(game, { x: 80, y: 0 }),
    await createEmpire(game, { x: 80, y: 10 }),
    await createEmpire(game, { x: 80, y: 20 }),
    await createEmpire(game, { x: 80, y: 30 }),
  ];
  await setUnits(game, first.armyId, { soldiers: 70 });
  const heldSince = game.clock.now() - hourMs;
  const hold = (number: number, { empireId: holderId }: Ruler, tile: Tile) =>
    plantSeat(game, { number, tile, holderId, heldSince });
  await hold(1, first, { x: 110, y: 0 });
  await hold(2, first, { x: 55, y: 40 });
  await hold(3, first, { x: 55, y: 61 });
  await hold(4, second, { x: 55, y: -55 });
  await hold(5, second, { x: 55, y: -40 });
  for (const [index, { armyId }] of guards.entries())
    await game.query(
      `UPDATE armies SET (x, y, guards) = (SELECT x, y, jsonb_build_object('type', 'seat', 'id', id) FROM seats WHERE number = $2)
       WHERE id = $1`,
      armyId,
      4 + index,
    );
  const [scout] = makeScout(0);
  sight = await scout.observe(hourMs);
});

// Seat 0, at the centre, belongs to its keeper.
it('a bot sees seats within 60 tiles, but none whose guard is out of sight', () => {
  expect(sight.seats.map(({ tile: { x, y } }) => [x, y])).toEqual([
    [0, 0],
    [110, 0],
    [55, 40],
    [55, -40],
  ]);
});

it('a bot expects all units of the holder at a seat out of sight, and of a keeper its militia', () => {
  const [ofKeeper, far, near] = sight.seats.map(({ defender }) => [defender.soldiers, defender.militia]);
  expect([ofKeeper, far, near]).toEqual([
    [0, keeperMilitia],
    [70, 0],
    [0, 0],
  ]);
});

it('a bot of an alliance waits for the reads of its own state, of the seats and of the threats', async () => {
  await foundAlliance(bot);
  expect(makeScout(8)[0].canObserve()).toBe(false);
  const [scout, reads] = makeScout(9);
  expect(scout.canObserve()).toBe(true);
  await scout.observe(hourMs);
  expect(reads.left).toBe(0);
});
