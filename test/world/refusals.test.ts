/** A refused command leaves no trace, alone or in a batch. Reads write nothing. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { orderLevels } from '../../src/game/economy/construction.ts';
import { foundCity } from '../../src/game/founding/founding.ts';
import { orderBatch } from '../../src/game/economy/training.ts';
import { GameError } from '../../src/kernel/errors.ts';
import type { Command } from '../../src/world/command.ts';
import { empireStates } from '../../src/world/rows/load.ts';
import { registerEmpire, startTestGame } from '../support/game.ts';
import { hasLayers } from '../support/layers.ts';
import { cityOf, makeWorld, minuteMs } from '../support/worlds.ts';
import { idOf, openStage, empireState, type Hand, type Stage } from './stage.ts';

let stage: Stage;
let hand: Hand;
beforeAll(async () => {
  const names = ['ann', 'bob', 'cid', 'dee', 'eve', 'fay'];
  const levels = { barracks: 2, house: 5 };
  const empires = names.map((name, index) =>
    empireState(name, { at: { x: 10 * index, y: 0 }, gold: 1e6, levels }),
  );
  for (const { stock } of empires) stock.food = stock.materials = stock.gold;
  stage = await openStage(makeWorld(empires));
  hand = stage.join();
});
beforeEach(() => {
  stage.time.advance(minuteMs);
});
afterAll(() => stage.close());

const build: Command<void> = ({ empire, now, speed, newId }) => {
  orderLevels(empire, cityOf(empire), 'farm', 1, { now, speed, newId });
};
const foundAt =
  (x: number, y: number): Command<void> =>
  ({ empire, now, newId, emit }) => {
    foundCity(empire, { name: `Town ${x}`, tile: { x, y } }, { now, newId, emit });
  };
const tooMuch: Command<void> = ({ empire, now, speed, newId }) => {
  orderBatch(empire, cityOf(empire), 'knights', 1000, { now, speed, newId });
};
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof GameError ? error.code : error),
  );
const rowOf = async (name: string): Promise<unknown> =>
  (
    await hand.pool.query(
      `SELECT state, empires.xmin FROM ${empireStates} JOIN empires USING (id) WHERE id = $1`,
      [idOf(name)],
    )
  ).rows;

it('leaves all rows of a refused command unchanged, including advanced_at', async () => {
  const before = await stage.dump();
  await codeOf(hand.executeCommand(idOf('ann'), tooMuch));
  expect(await stage.dump()).toBe(before);
});

it('does not save due work when the command is refused', async () => {
  await hand.executeCommand(idOf('ann'), build);
  stage.time.advance(30 * minuteMs);
  const before = await rowOf('ann');
  await codeOf(hand.executeCommand(idOf('ann'), tooMuch));
  expect(await rowOf('ann')).toEqual(before);
});

it('executes the valid commands of a batch and refuses the others', async () => {
  const answers = await Promise.all(
    ['ann', 'bob', 'cid', 'dee'].map((name, index) =>
      codeOf(hand.executeCommand(idOf(name), index % 2 === 0 ? build : tooMuch)),
    ),
  );
  expect(answers).toEqual(['done', 'REQUIREMENT_MISSING', 'done', 'REQUIREMENT_MISSING']);
});

it('writes no row of an empire whose command was refused in a batch', async () => {
  const before = await rowOf('bob');
  await Promise.all([
    hand.executeCommand(idOf('ann'), build),
    codeOf(hand.executeCommand(idOf('bob'), tooMuch)),
  ]);
  expect(await rowOf('bob')).toEqual(before);
});

it('executes the other commands of a batch when one violates a constraint', async () => {
  const answers = await Promise.all([
    codeOf(hand.executeCommand(idOf('cid'), foundAt(20, 1))),
    codeOf(hand.executeCommand(idOf('dee'), build)),
    codeOf(hand.executeCommand(idOf('eve'), foundAt(200, 0))),
  ]);
  expect(answers).toEqual(['TOO_CLOSE', 'done', 'done']);
});

it('keeps the first of two commands of one empire when the second violates a constraint', async () => {
  const answers = await Promise.all([
    codeOf(hand.executeCommand(idOf('fay'), build)),
    codeOf(hand.executeCommand(idOf('fay'), foundAt(10, 0))),
    codeOf(hand.executeCommand(idOf('fay'), foundAt(300, 0))),
  ]);
  const { rows } = await hand.pool.query(
    'SELECT count(*) AS n, sum(jsonb_array_length(construction)) AS levels FROM cities WHERE empire_id = $1',
    [idOf('fay')],
  );
  expect([answers, rows]).toEqual([['done', 'LOCATION_TAKEN', 'done'], [{ n: 2, levels: 1 }]]);
});

it('executes the other commands of a batch when one throws a bug', async () => {
  const bug = new Error('a bug');
  const broken: Command<void> = () => {
    throw bug;
  };
  const answers = await Promise.all([
    codeOf(hand.executeCommand(idOf('ann'), broken)),
    codeOf(hand.executeCommand(idOf('bob'), () => undefined)),
  ]);
  expect(answers).toEqual([bug, 'done']);
});

it.skipIf(!hasLayers)('executes commands of one empire in the same batch in their order', async () => {
  const seen: number[] = [];
  await Promise.all(
    [1, 2, 3, 4].map((n) =>
      hand.executeCommand(idOf('bob'), () => {
        seen.push(n);
      }),
    ),
  );
  expect(seen).toEqual([1, 2, 3, 4]);
});

it('refuses a command of an empire that does not exist with NOT_FOUND', async () => {
  expect(await codeOf(hand.executeCommand(idOf('nobody'), () => null))).toBe('NOT_FOUND');
});

it('writes nothing when empires, cities, armies and battles are read', async () => {
  const game = await startTestGame();
  try {
    const ann = await registerEmpire(game.url);
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm', quantity: 2 });
    game.clock.advance(10 * minuteMs);
    const versions = async (): Promise<unknown[]> => {
      const sql = ['empires', 'cities', 'armies', 'battles', 'users', 'sessions'].map((table) =>
        game.instance.pool.query(`SELECT xmin, * FROM ${table}`),
      );
      return (await Promise.all(sql)).map(({ rows }) => rows as unknown);
    };
    const before = await versions();
    const paths = ['', '/military', '/cities', '/battles'].map(
      (part) => `/api/empire/${ann.empireId}${part}`,
    );
    for (const path of [
      ...paths,
      '/api/empires',
      '/api/leaderboard',
      `/api/city/${ann.capitalId}/buildings`,
      '/api/battles',
    ]) {
      await ann.send('GET', path);
    }
    expect(await versions()).toEqual(before);
  } finally {
    await game.stop();
  }
});
