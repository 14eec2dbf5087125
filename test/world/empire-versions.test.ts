/** A cached empire is used until anything that belongs to it changes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cacheReads } from '../../src/world/cached-reads.ts';
import { createEmpireReader, readEach, type ReadEmpire, type EmpireState } from '../../src/world/read.ts';
import { orderLeave } from '../../src/game/diplomacy/leave.ts';
import { begin } from '../support/database.ts';
import { makeWorld } from '../support/worlds.ts';
import { empireState, idOf, openStage, type Hand, type Stage } from './stage.ts';

let stage: Stage;
let hand: Hand;
let reader: ReadEmpire;
let ann: EmpireState;

/** Reads an empire into the cache. */
async function readVersion(name: string): Promise<EmpireState> {
  const state = await reader('empire', idOf(name));
  if (state === null) throw new Error(`no empire ${name}`);
  return state;
}

/** Whether a read finds the cached version current: then it shares the cities. */
const isCurrent = async ({ empire }: EmpireState): Promise<boolean> =>
  (await reader('empire', empire.id))?.empire.cities === empire.cities;

beforeAll(async () => {
  stage = await openStage(
    makeWorld([empireState('ann', { at: { x: 0, y: 0 } }), empireState('bob', { at: { x: 40, y: 0 } })]),
  );
  hand = stage.join();
  reader = readEach(cacheReads(createEmpireReader(hand.deps), hand.deps));
});
afterAll(() => stage.close());
beforeEach(async () => {
  await hand.pool.query('DELETE FROM battles');
  ann = await readVersion('ann');
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

  it('nothing, while a leave is ordered: a recalled attack changes its begin, and no row of the empire', async () => {
    await hand.executeCommand(annId, ({ world, empire, now }) => orderLeave(world, empire, 2, now));
    expect(await isCurrent(await readVersion('ann'))).toBe(false);
    await hand.executeCommand(annId, ({ empire }) => (empire.leave = null));
  });

  it('a command', async () => {
    await hand.executeCommand(annId, ({ empire }) => (empire.description = 'new'));
    expect(await isCurrent(ann)).toBe(false);
  });
});

describe('a version stays current after', () => {
  it.each([
    ['a change of another empire', `UPDATE empires SET gold = gold WHERE id = '${idOf('bob')}'`],
    ['a lock', `SELECT FROM empires WHERE id = '${annId}' FOR UPDATE`],
    ['a reference to the row', `UPDATE event_logs SET empire_id = empire_id WHERE empire_id = '${annId}'`],
    ['a vacuum', 'VACUUM (FREEZE) empires'],
  ])('%s', async (_what, sql) => {
    await hand.pool.query(sql);
    expect(await isCurrent(ann)).toBe(true);
  });

  it('a change that was rolled back', async () => {
    const open = await begin(hand.pool, 'UPDATE empires SET gold = gold');
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
