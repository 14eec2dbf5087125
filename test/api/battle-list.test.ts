/** The list of battles: filters, order and limits. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { BattleItem } from '../../src/contract/battle.ts';
import { addBattles } from '../support/crowd.ts';
import { unknownId } from '../support/set-state.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';

const game = useTestGame({ unsound: 'battles have no fight' });
let old: string[];
let onTheWay: string;

const ann = useOne(() => createEmpire(game, { x: 0, y: 100 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 105 }));
const cat = useOne(() => createEmpire(game, { x: 5, y: 100 }));

beforeAll(async () => {
  old = [
    ...(await addBattles(game, ann.empireId, bob.empireId, 60)),
    ...(await addBattles(game, bob.empireId, cat.empireId, 60)),
  ];
  onTheWay = await attackCity(ann, cat);
});

async function read(query = ''): Promise<BattleItem[]> {
  const { status, body } = await ann.send<{ battles: BattleItem[] }>('GET', `/api/battles${query}`);
  expect(status).toBe(200);
  return body.battles;
}

const idsOf = (battles: BattleItem[]): string[] => battles.map(({ id }) => id);

describe('the list of battles', () => {
  it('has the newest battle first', async () => {
    expect(idsOf(await read('?limit=100'))).toEqual([onTheWay, ...[...old].reverse().slice(0, 99)]);
  });

  it('has 20 battles by default', async () => {
    expect(idsOf(await read())).toEqual(idsOf(await read('?limit=20')));
  });

  it.each([
    [1, 1],
    [100, 100],
    [101, 100],
    [100_000, 100],
  ])('with a limit of %i has %i battles', async (limit, count) => {
    expect(await read(`?limit=${limit}`)).toHaveLength(count);
  });

  it('has the attacks and defences of an empire, newest first', async () => {
    expect(idsOf(await read(`?empire_id=${bob.empireId}&limit=100`))).toEqual(
      [...old].reverse().slice(0, 100),
    );
  });

  it('is empty for an empire that does not exist', async () => {
    expect(await read(`?empire_id=${unknownId}`)).toEqual([]);
  });

  it.each([
    ['?status=active', () => onTheWay],
    ['?status=completed&limit=1', () => old.at(-1)],
  ])('has only such battles for %s', async (query, id) => {
    expect(idsOf(await read(query))).toEqual([id()]);
  });

  it.each([
    ['active', 1],
    ['completed', 60],
  ])('has the %s battles of one empire: %i', async (status, count) => {
    expect(await read(`?empire_id=${ann.empireId}&status=${status}&limit=100`)).toHaveLength(count);
  });
});

it.each([
  ['active, fighting and without result until its last round', 5 * 90_000, 'active', 'fighting', null],
  ['completed with a result after it', 60_000, 'completed', 'completed', 'defender_won'],
])('a battle is %s', async (_what, passes, status, phase, result) => {
  await game.pass(passes);
  expect((await read('?limit=1'))[0]).toMatchObject({ id: onTheWay, status, phase, result });
});
