/** The version of an empire's row changes with every change of what the empire owns, also by manual SQL. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmpireCache } from '../../src/world/empire-cache.ts';
import { createEmpireReader, type ReadEmpire, type EmpireState } from '../../src/world/read.ts';
import { begin } from '../support/database.ts';
import { makeWorld } from '../support/worlds.ts';
import { empireState, idOf, openStage, type Hand, type Stage } from './stage.ts';

let stage: Stage;
let hand: Hand;
let reader: ReadEmpire;
let ann: EmpireState;
let bob: EmpireState;

/** Reads an empire into the cache. */
async function readVersion(name: string): Promise<EmpireState> {
  const state = await reader('empire', idOf(name));
  if (state === null) throw new Error(`no empire ${name}`);
  return state;
}

/** Whether a read finds the cached version current. */
const isCurrent = async ({ empire, stable }: EmpireState): Promise<boolean> => {
  const state = await reader('empire', empire.id);
  return stable !== undefined && state?.stable === stable;
};

beforeAll(async () => {
  stage = await openStage(
    makeWorld([empireState('ann', { at: { x: 0, y: 0 } }), empireState('bob', { at: { x: 40, y: 0 } })]),
  );
  hand = stage.join();
  reader = createEmpireReader(hand.deps, createEmpireCache(hand.pool));
});
afterAll(() => stage.close());
beforeEach(async () => {
  await hand.pool.query('DELETE FROM battles');
  ann = await readVersion('ann');
  bob = await readVersion('bob');
});

const annId = idOf('ann');
const battle = `INSERT INTO battles
  (id, attacker_id, defender_id, army_id, target_type, target_id, x, y, ordered_at, contact_at, seed)
  SELECT gen_random_uuid(), attacker, defender, gen_random_uuid(), 'city', gen_random_uuid(), 0, 0, 1, 2, ''`;

describe('a version is outdated after', () => {
  it.each([
    ['a change of the empire', `UPDATE empires SET gold = gold + 1 WHERE id = '${annId}'`],
    ['an update that changes nothing', `UPDATE empires SET gold = gold WHERE id = '${annId}'`],
    [
      'a change of a city',
      `UPDATE cities SET plundered_at = '[{"at": 1, "share": 1}]' WHERE empire_id = '${annId}'`,
    ],
    ['a change of an army', `UPDATE armies SET standing_since = 7 WHERE empire_id = '${annId}'`],
    [
      'a new army',
      `INSERT INTO armies (id, empire_id, name, x, y, units, home_city_id, standing_since, march, loot)
       SELECT gen_random_uuid(), empire_id, name, x, y, units, home_city_id, standing_since, march, loot
       FROM armies WHERE empire_id = '${annId}' LIMIT 1`,
    ],
    [
      'the end of an army',
      `DELETE FROM armies WHERE id = (SELECT max(id::text)::uuid FROM armies WHERE empire_id = '${annId}')`,
    ],
    [
      'an attack',
      `${battle} FROM (VALUES ('${annId}'::uuid, '${idOf('bob')}'::uuid)) AS sides (attacker, defender)`,
    ],
    [
      'an attack on it',
      `${battle} FROM (VALUES ('${idOf('bob')}'::uuid, '${annId}'::uuid)) AS sides (attacker, defender)`,
    ],
  ])('%s', async (_what, sql) => {
    await hand.pool.query(sql);
    expect(await isCurrent(ann)).toBe(false);
  });

  it('a command', async () => {
    await hand.executeCommand(annId, ({ empire }) => (empire.description = 'new'));
    expect(await isCurrent(ann)).toBe(false);
  });

  it('the move of a city to another empire, for both', async () => {
    await hand.pool.query(`UPDATE cities SET empire_id = $1 WHERE empire_id = $2`, [idOf('bob'), annId]);
    expect([await isCurrent(ann), await isCurrent(bob)]).toEqual([false, false]);
    await hand.pool.query(`UPDATE cities SET empire_id = $1 WHERE x = 0 AND y = 0`, [annId]);
  });
});

describe('a version stays current after', () => {
  it.each([
    [
      'a change of another empire',
      `UPDATE cities SET plundered_at = '[{"at": 2, "share": 1}]' WHERE empire_id = '${idOf('bob')}'`,
    ],
    ['a lock', `SELECT FROM empires WHERE id = '${annId}' FOR UPDATE`],
    ['a reference to the row', `UPDATE event_logs SET empire_id = empire_id WHERE empire_id = '${annId}'`],
    ['a vacuum', 'VACUUM (FREEZE) empires'],
  ])('%s', async (_what, sql) => {
    await hand.pool.query(sql);
    expect(await isCurrent(ann)).toBe(true);
  });

  it('a change that was rolled back', async () => {
    const open = await begin(hand.pool, 'UPDATE cities SET plundered_at = $1', ['[{"at": 3, "share": 1}]']);
    await open.rollBack();
    expect(await isCurrent(ann)).toBe(true);
  });
});

it('a rewritten table does not make an outdated version current', async () => {
  await hand.pool.query('UPDATE empires SET gold = gold');
  const older = await readVersion('ann');
  await hand.pool.query(`UPDATE empires SET gold = gold WHERE id = '${annId}'`);
  await hand.pool.query('VACUUM FULL empires');
  expect(await isCurrent(older)).toBe(false);
});

it('a transaction that updates the empire first writes its row once', async () => {
  const open = await begin(hand.pool, `UPDATE empires SET gold = gold WHERE id = '${annId}'`);
  const readPlace = async (): Promise<unknown[]> =>
    (await open.query(`SELECT ctid FROM empires WHERE id = '${annId}'`)).rows;
  const first = await readPlace();
  await open.query(`UPDATE cities SET plundered_at = '[{"at": 4, "share": 1}]' WHERE empire_id = '${annId}'`);
  const last = await readPlace();
  await open.rollBack();
  expect(last).toEqual(first);
});
