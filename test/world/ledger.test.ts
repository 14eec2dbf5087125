/** The ledger in the database: which change posts which entries, and which violations its verification finds. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { orderBatch } from '../../src/game/economy/training.ts';
import { orderLevels } from '../../src/game/economy/construction.ts';
import { GameError } from '../../src/kernel/errors.ts';
import { cleanLedgers, entriesOf, ledgerKeptMs, type LedgerRow } from '../../src/world/ledger/ledger.ts';
import { createLog } from '../../src/kernel/log.ts';
import { hourMs, makeWorld, the } from '../support/worlds.ts';
import { idOf, readLedgerViolations, openStage, empireState, type Hand, type Stage } from './stage.ts';

const ann = idOf('ann');

let stage: Stage;
let hand: Hand;

beforeEach(async () => {
  const levels = { barracks: 1, house: 5, farm: 3 };
  stage = await openStage(makeWorld([empireState('ann', { at: { x: 0, y: 0 }, levels, soldiers: 5 })]));
  hand = stage.join();
});
afterEach(() => stage.close());

async function readEntries(): Promise<LedgerRow[]> {
  const { rows } = await hand.pool.query<LedgerRow>(
    'SELECT * FROM ledger_entries ORDER BY empire_id, number',
  );
  return rows.flatMap((row) => entriesOf(row).reverse());
}

const causes = async (): Promise<string[]> => (await readEntries()).map(({ cause }) => cause);

const trainTwo = () =>
  hand.executeCommand(ann, ({ empire, now, speed, newId }) => {
    orderBatch(empire, the(empire.cities[0]), 'soldiers', 2, { now, speed, newId });
  });

describe('the ledger', () => {
  it('opens with the present stock and units of an empire that was not founded with it', async () => {
    const [first] = await readEntries();
    expect(first).toMatchObject({ number: 1, cause: 'opening', gold: 1500 * hourMs, units: { soldiers: 5 } });
  });

  it('posts production before the price of an order, both in one row', async () => {
    stage.time.advance(hourMs);
    await trainTwo();
    const entries = await readEntries();
    expect((await hand.pool.query('SELECT FROM ledger_entries')).rowCount).toBe(2);
    expect(entries.map(({ cause }) => cause)).toEqual(['opening', 'production', 'training']);
    const [opening, production, order] = entries;
    expect(entries.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(production?.gold_after).toBe(the(opening).gold_after + the(production).gold);
    expect(order?.gold_after).toBe(the(production).gold_after + the(order).gold);
    expect([production?.units, production?.units_after]).toEqual([
      { soldiers: 0, archers: 0, knights: 0, catapults: 0 },
      null,
    ]);
    expect(await readLedgerViolations(hand)).toEqual([]);
  });

  it('has one entry for production that follows production', async () => {
    const expectRows = async (expected: string[], rowCount: number): Promise<void> => {
      const entries = await readEntries();
      expect(entries.map(({ cause }) => cause)).toEqual(expected);
      expect(entries.map(({ number }) => number)).toEqual(expected.map((_, index) => index + 1));
      expect((await hand.pool.query('SELECT FROM ledger_entries')).rowCount).toBe(rowCount);
      expect(await readLedgerViolations(hand)).toEqual([]);
    };
    const nothing = () => hand.executeCommand(ann, () => null);
    for (let hour = 0; hour < 3; hour++) {
      stage.time.advance(hourMs);
      await nothing();
    }
    await expectRows(['opening', 'production'], 2);
    stage.time.advance(hourMs);
    await trainTwo();
    await expectRows(['opening', 'production', 'training'], 2);
    const [opening, production] = await readEntries();
    expect(the(production).gold_after - the(opening).gold_after).toBe(the(production).gold);
    stage.time.advance(hourMs / 100);
    await nothing();
    await expectRows(['opening', 'production', 'training', 'production'], 3);
  });

  it('posts units when their training is complete', async () => {
    await trainTwo();
    stage.time.advance(hourMs);
    await hand.clock.catchUp();
    const last = (await readEntries()).at(-2);
    expect([last?.cause, last?.units.soldiers, last?.units_after?.soldiers]).toEqual(['trained', 2, 7]);
  });

  it('posts nothing for a refused order', async () => {
    stage.time.advance(hourMs);
    await hand
      .executeCommand(ann, ({ empire, now, speed, newId }) => {
        orderLevels(empire, the(empire.cities[0]), 'stable', 20, { now, speed, newId });
      })
      .catch((error: unknown) => {
        if (!(error instanceof GameError)) throw error;
      });
    expect(await causes()).toEqual(['opening']);
  });

  it('posts nothing for a failed save', async () => {
    await hand.pool.query(
      `ALTER TABLE ledger_entries ADD CONSTRAINT none_of_it CHECK (cause <> 'training') NOT VALID`,
    );
    await expect(trainTwo()).rejects.toThrow('none_of_it');
    expect([await causes(), await readLedgerViolations(hand)]).toEqual([['opening'], []]);
  });

  it('enters a change by plain SQL as unrecorded', async () => {
    await hand.pool.query('UPDATE empires SET gold = gold + 7, units = $1', [
      { soldiers: 4, archers: 1, knights: 0, catapults: 0 },
    ]);
    const last = (await readEntries()).at(-1);
    expect(last).toMatchObject({ number: 2, cause: 'unrecorded', gold: 7, food: 0 });
    expect(last?.units).toEqual({ soldiers: -1, archers: 1, knights: 0, catapults: 0 });
    expect(await readLedgerViolations(hand)).toEqual([]);
  });

  it('enters the difference as unrecorded when a posting is smaller than its change', async () => {
    await hand.pool.query(
      `WITH posted AS (
         INSERT INTO ledger_entries SELECT empire_id, 2, at, 'repair', NULL, NULL, NULL, 5, 0, 0,
           gold_after + 5, food_after, materials_after,
           '{"soldiers": 0, "archers": 0, "knights": 0, "catapults": 0}', units_after
         FROM ledger_entries
       )
       UPDATE empires SET gold = gold + 7`,
    );
    expect((await readEntries()).map(({ cause, gold }) => [cause, gold])).toEqual([
      ['opening', 1500 * hourMs],
      ['repair', 5],
      ['unrecorded', 2],
    ]);
  });

  it('accepts further postings after an unrecorded change', async () => {
    await hand.pool.query('UPDATE empires SET gold = gold + 7');
    await trainTwo();
    expect(await causes()).toEqual(['opening', 'unrecorded', 'training']);
    expect(await readLedgerViolations(hand)).toEqual([]);
  });
});

describe('units after an entry', () => {
  it('are stored where they have changed', async () => {
    await trainTwo();
    stage.time.advance(hourMs);
    await trainTwo();
    const { rows } = await hand.pool.query<LedgerRow>('SELECT * FROM ledger_entries ORDER BY number');
    expect(rows.map(({ cause, units_after }) => [cause, units_after?.soldiers])).toEqual([
      ['opening', 5],
      ['training', undefined],
      ['trained', 7],
      ['training', undefined],
    ]);
    expect(await readLedgerViolations(hand)).toEqual([]);
  });
});

describe('its verification', () => {
  beforeEach(async () => {
    await trainTwo();
    stage.time.advance(hourMs);
    await trainTwo();
  });

  const gap = 'ann: entries are missing in its ledger. Entry 4.';
  const sum = 'ann: an entry of its ledger does not add up. Entry 4.';
  const balance = 'ann: its stock or units differ from the last balance of its ledger. Entry 6.';

  it.each([
    ['a missing entry', 'DELETE FROM ledger_entries WHERE number = 2', gap],
    ['a change that was increased', 'UPDATE ledger_entries SET gold = gold + 1 WHERE number = 4', sum],
    [
      'production that was increased',
      'UPDATE ledger_entries SET food_produced = food_produced + 1 WHERE number = 4',
      sum,
    ],
    [
      'units without a source',
      `UPDATE ledger_entries SET units = jsonb_set(units, '{knights}', '1') WHERE number = 4`,
      sum,
    ],
    [
      'a stock that is not the last balance',
      'ALTER TABLE empires DISABLE TRIGGER empires_changed; UPDATE empires SET food = food + 1',
      balance,
    ],
    [
      'units that are not the last balance',
      `ALTER TABLE empires DISABLE TRIGGER empires_changed; UPDATE empires SET units = jsonb_set(units, '{knights}', '1')`,
      balance,
    ],
    [
      'an opening with a wrong balance',
      'UPDATE ledger_entries SET food = 0 WHERE number = 1',
      'ann: an entry of its ledger does not add up. Entry 1.',
    ],
    ['an empire without entries', 'DELETE FROM ledger_entries', 'ann: its ledger has no entry.'],
  ])('finds %s', async (_what, plantedSql, sentence) => {
    expect(await readLedgerViolations(hand)).toEqual([]);
    await hand.pool.query(plantedSql);
    expect(await readLedgerViolations(hand)).toEqual([sentence]);
  });
});

it('its cleaning keeps the latest entry, and the rest still verifies', async () => {
  await hand.pool.query(`INSERT INTO settings VALUES ('ledger_cleaned', '0')`);
  await trainTwo();
  const entries = await readEntries();
  stage.time.advance(ledgerKeptMs + hourMs);
  const stop = cleanLedgers({ pool: hand.pool, clock: stage.time, log: createLog('silent') });
  stage.time.advance(15 * 60_000);
  await expect.poll(() => causes()).toEqual(['training']);
  stop();
  expect([entries.length, await readLedgerViolations(hand)]).toEqual([2, []]);
  // No entry is left that has the units.
  await hand.pool.query(`UPDATE empires SET units = jsonb_set(units, '{knights}', '3')`);
  const last = { cause: 'unrecorded', units: { soldiers: 0, knights: 3 } };
  expect((await readEntries()).at(-1)).toMatchObject(last);
  expect(await readLedgerViolations(hand)).toEqual([]);
});
