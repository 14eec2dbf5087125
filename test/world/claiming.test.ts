/** Unique resources: names, tiles, the empire of a user. The database decides between parallel requests. */
import { beforeAll, expect, it } from 'vitest';
import { sendAnonymously, useSecond, useTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { createEmpire, createPlayer } from '../support/players.ts';

/** Players with enough stock for any city, far from each other. */
let rulers: Ruler[];
const one = useTestGame({ shared: true });
const other = useSecond(one);

beforeAll(async () => {
  rulers = await times(10, (index) => createEmpire(gameOf(index), { x: 30 * index - 300, y: 0 }));
  await one.query('UPDATE empires SET gold = 1e14, food = 1e14, materials = 1e14');
});

const times = <T>(n: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, index) => make(index)));
const gameOf = (index: number): TestGame => (index % 2 === 0 ? one : other);

const foundCities = (locationOf: (index: number) => { x: number; y: number }) =>
  Promise.all(
    rulers.map(({ send, empireId }, index) =>
      send<{ code?: string }>('POST', `/api/empire/${empireId}/cities`, {
        name: `Town ${JSON.stringify(locationOf(index))}`,
        location: locationOf(index),
      }),
    ),
  );
const outcomesOf = (answers: readonly { status: number; body: { code?: string } }[]): string[] =>
  answers.map(({ status, body }) => body.code ?? String(status)).sort();

interface Founded {
  code?: string;
  empire?: { capital: { location: { x: number; y: number } } };
}

/** 30 players found an empire with the same tile as wish, far from the rulers. */
async function foundCrowd(y: number) {
  const players = await times(30, (index) => createPlayer(gameOf(index)));
  return Promise.all(
    players.map((player, index) =>
      player.send<Founded>('POST', '/api/empire', {
        name: `Crowd ${y} ${index}`,
        starting_location: { x: 500, y },
      }),
    ),
  );
}

it('gives 30 players who wish for one tile a capital each, at least 3 tiles apart', async () => {
  const answers = await foundCrowd(500);
  const tiles = answers.flatMap(({ body }) =>
    body.empire === undefined ? [] : [body.empire.capital.location],
  );
  const tooClose = tiles.filter((a, index) =>
    tiles.slice(index + 1).some((b) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < 3),
  );
  expect([tooClose, outcomesOf(answers)]).toEqual([[], Array<string>(30).fill('201')]);
});

it('founds only cities that are 3 tiles apart when 10 empires want overlapping tiles', async () => {
  await foundCities((index) => ({ x: index, y: -200 }));
  const rows = await one.query<{ x: number }>('SELECT x FROM cities WHERE y = -200 ORDER BY x');
  const gaps = rows.slice(1).map(({ x }, index) => x - (rows[index]?.x ?? 0));
  expect([rows.length > 0, gaps.filter((gap) => gap < 3)]).toEqual([true, []]);
});

it('gives one tile that 10 empires want for a further city to exactly one, and takes no price from the others', async () => {
  const goldOfAll = async (): Promise<number[]> =>
    (await one.query<{ gold: number }>('SELECT gold FROM empires WHERE gold > 1e13 ORDER BY id')).map(
      ({ gold }) => gold,
    );
  const before = await goldOfAll();
  const answers = await foundCities(() => ({ x: 100, y: 300 }));
  const after = await goldOfAll();
  expect(outcomesOf(answers)).toEqual(['201', ...Array<string>(9).fill('LOCATION_TAKEN')]);
  expect(after.filter((gold, index) => gold !== before[index])).toHaveLength(1);
});

it('registers only one of 10 accounts with the same name', async () => {
  const account = { username: 'TheOnlyOne', password: 'correct horse', confirm_password: 'correct horse' };
  const answers = await times(10, (index) =>
    sendAnonymously(gameOf(index).url, 'POST', '/register', {
      ...account,
      email: `only${index}@example.org`,
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('founds one empire for a user who requests 10 at once', async () => {
  const player = await createPlayer(one);
  const answers = await times(10, (index) =>
    player.send<{ code?: string }>('POST', '/api/empire', {
      name: `Twin ${index}`,
      starting_location: { x: -500 + 20 * index, y: 700 },
    }),
  );
  expect(outcomesOf(answers)).toEqual(['201', ...Array<string>(9).fill('EMPIRE_EXISTS')]);
});

it('gives a name that 10 empires want to exactly one', async () => {
  const answers = await Promise.all(
    rulers.map(({ send, empireId }) =>
      send<{ code?: string }>('PUT', `/api/empire/${empireId}`, { name: 'Rome' }),
    ),
  );
  expect(outcomesOf(answers)).toEqual(['200', ...Array<string>(9).fill('NAME_TAKEN')]);
});
