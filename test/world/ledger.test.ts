/** The ledger in the database: what is posted with which change, and what the proof of it finds. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { orderBatch } from '../../src/game/training.ts';
import { orderLevels } from '../../src/game/construction.ts';
import { GameError } from '../../src/kernel/errors.ts';
import { cleanLedgers, ledgerKeptMs, type LedgerRow } from '../../src/world/ledger.ts';
import { createLog } from '../../src/kernel/log.ts';
import { hourMs, makeWorld, the } from '../support/worlds.ts';
import { idOf, ledgerFaults, openStage, empireState, type Hand, type Stage } from './stage.ts';

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
  return rows;
}

const causes = async (): Promise<string[]> => (await readEntries()).map(({ cause }) => cause);

const trainTwo = () =>
  hand.executeCommand(ann, ({ empire, now, speed, newId }) => {
    orderBatch(empire, the(empire.cities[0]), 'soldiers', 2, { now, speed, newId });
  });

describe('the ledger', () => {
  it('is opened with what an empire has whose founding it did not see', async () => {
    const [first] = await readEntries();
    expect(first).toMatchObject({ number: 1, cause: 'opening', gold: 1500 * hourMs, units: { soldiers: 5 } });
  });

  it('has what was produced and what was paid, in this order', async () => {
    stage.time.advance(hourMs);
    await trainTwo();
    expect(await causes()).toEqual(['opening', 'production', 'training']);
  });

  it('has the units when they are delivered', async () => {
    await trainTwo();
    stage.time.advance(hourMs);
    await hand.clock.catchUp();
    const last = (await readEntries()).at(-2);
    expect([last?.cause, last?.units.soldiers, last?.units_after.soldiers]).toEqual(['trained', 2, 7]);
  });

  it('has nothing of an order that was refused', async () => {
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

  it('has nothing of a save that failed', async () => {
    await hand.pool.query(
      `ALTER TABLE ledger_entries ADD CONSTRAINT none_of_it CHECK (cause <> 'training') NOT VALID`,
    );
    await expect(trainTwo()).rejects.toThrow('none_of_it');
    expect([await causes(), await ledgerFaults(hand)]).toEqual([['opening'], []]);
  });

  it('enters a change that was made past it as of unknown cause', async () => {
    await hand.pool.query('UPDATE empires SET gold = gold + 7, units = $1', [
      { soldiers: 4, archers: 1, knights: 0, catapults: 0 },
    ]);
    const last = (await readEntries()).at(-1);
    expect(last).toMatchObject({ number: 2, cause: 'unrecorded', gold: 7, food: 0 });
    expect(last?.units).toEqual({ soldiers: -1, archers: 1, knights: 0, catapults: 0 });
    expect(await ledgerFaults(hand)).toEqual([]);
  });

  it('enters what lacks where less was posted than was changed', async () => {
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

  it('goes on after such a change', async () => {
    await hand.pool.query('UPDATE empires SET gold = gold + 7');
    await trainTwo();
    expect(await causes()).toEqual(['opening', 'unrecorded', 'training']);
    expect(await ledgerFaults(hand)).toEqual([]);
  });
});

describe('its proof', () => {
  beforeEach(async () => {
    await trainTwo();
    stage.time.advance(hourMs);
    await trainTwo();
  });

  it.each([
    ['an entry that is missing', 'DELETE FROM ledger_entries WHERE number = 3', 'gap'],
    ['a change that was made larger', 'UPDATE ledger_entries SET gold = gold + 1 WHERE number = 3', 'sum'],
    [
      'units from nowhere',
      `UPDATE ledger_entries SET units = jsonb_set(units, '{knights}', '1') WHERE number = 3`,
      'sum',
    ],
    [
      'a stock that is not the last balance',
      'ALTER TABLE empires DISABLE TRIGGER empires_changed; UPDATE empires SET food = food + 1',
      'balance',
    ],
    ['an opening out of nothing', 'UPDATE ledger_entries SET food = 0 WHERE number = 1', 'sum'],
    ['an empire without entries', 'DELETE FROM ledger_entries', 'empty'],
  ])('finds %s', async (_what, spoil, fault) => {
    expect(await ledgerFaults(hand)).toEqual([]);
    await hand.pool.query(spoil);
    expect((await ledgerFaults(hand)).map((found) => found.fault)).toEqual([fault]);
  });
});

describe('its cleaning', () => {
  it('keeps the latest entry, and what is kept is still proved', async () => {
    await trainTwo();
    const entries = await readEntries();
    stage.time.advance(ledgerKeptMs + hourMs);
    const stop = cleanLedgers({ pool: hand.pool, clock: stage.time, log: createLog('silent') });
    stage.time.advance(15 * 60_000);
    await expect.poll(() => causes()).toEqual(['training']);
    stop();
    expect([entries.length, await ledgerFaults(hand)]).toEqual([2, []]);
  });

  it('leaves no gap behind a pause of months', async () => {
    stage.time.advance(2 * ledgerKeptMs + hourMs);
    await trainTwo();
    stage.time.advance(ledgerKeptMs);
    await trainTwo();
    stage.time.advance(hourMs);
    const stop = cleanLedgers({ pool: hand.pool, clock: stage.time, log: createLog('silent') });
    stage.time.advance(15 * 60_000);
    await expect.poll(async () => (await readEntries())[0]?.number).toBeGreaterThan(3);
    stop();
    expect(await ledgerFaults(hand)).toEqual([]);
  });
});
