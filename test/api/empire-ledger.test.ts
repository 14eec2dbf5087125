/** GET /api/empire/:id/ledger: every change of stock and units, as the owner reads it. */
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../src/contract/ledger.ts';
import { useTestGame, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

const game = useTestGame();
let column = 0;
const hourMs = 3_600_000;

const ann = useNew(() => createEmpire(game, { x: -900 + (column += 60), y: 0 }));

async function readLedger(query = ''): Promise<LedgerEntry[]> {
  const path = `/api/empire/${ann.empireId}/ledger${query}`;
  return (await ann.send<{ entries: LedgerEntry[] }>('GET', path)).body.entries;
}

async function readStock(): Promise<unknown> {
  return (await ann.send<{ resources: unknown }>('GET', `/api/empire/${ann.empireId}`)).body.resources;
}

const build = (type: string) => ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type });

describe('the ledger', () => {
  it('begins with the founding', async () => {
    expect(await readLedger()).toMatchObject([
      {
        number: 1,
        cause: 'founding',
        stock: { gold: 1500, food: 1500, materials: 1500 },
        stock_after: { gold: 1500, food: 1500, materials: 1500 },
        city_id: ann.capitalId,
        battle_id: null,
        building: null,
      },
    ]);
  });

  it('has cost, building and city of an order', async () => {
    await build('farm');
    const [latest] = await readLedger('?limit=1');
    expect(latest).toMatchObject({
      cause: 'construction',
      city_id: ann.capitalId,
      building: { type: 'farm', level: 2 },
      units: { soldiers: 0, archers: 0, knights: 0, catapults: 0 },
    });
  });

  it('adds up to the stock that is shown', async () => {
    await build('farm');
    await game.pass(hourMs / 8);
    await build('quarry');
    await game.pass(hourMs / 12);
    await build('house');
    const sum = { gold: 0, food: 0, materials: 0 };
    const entries = await readLedger();
    for (const { stock } of entries) {
      sum.gold += stock.gold;
      sum.food += stock.food;
      sum.materials += stock.materials;
    }
    expect([entries[0]?.stock_after, sum]).toEqual([await readStock(), await readStock()]);
  });

  it('returns entries before a number', async () => {
    await build('farm');
    const entries = await readLedger();
    const older = await readLedger(`?before=${entries[0]?.number ?? 0}`);
    expect([entries.length, older]).toEqual([entries.length, entries.slice(1)]);
  });

  it('has the refund of a cancelled order', async () => {
    const { body } = await ann.send<{ order: { id: string } }>(
      'POST',
      `/api/city/${ann.capitalId}/buildings`,
      { type: 'farm' },
    );
    await ann.send('DELETE', `/api/order/${body.order.id}`);
    const [refund, , price] = await readLedger();
    expect(refund?.cause).toBe('construction_cancelled');
    expect(price?.number).toBeLessThan(refund?.number ?? 0);
  });

  it('has both sides of a battle: losses, plunder and loot brought home', async () => {
    const bob = await createEmpire(game, { x: -900 + column, y: 6 });
    await game.query(
      `UPDATE armies SET units = '{"soldiers": 500, "archers": 0, "knights": 0, "catapults": 0}' WHERE id = $1`,
      ann.armyId,
    );
    await game.pass(25 * hourMs);
    const ordered = await ann.send<{ battle: { id: string } }>('POST', '/api/battle', {
      army_id: ann.armyId,
      target_type: 'city',
      target_id: bob.capitalId,
    });
    const battleId = ordered.body.battle.id;
    await game.pass(30 * hourMs);
    const own = (await readLedger()).filter(({ battle_id }) => battle_id === battleId);
    expect(own.map(({ cause }) => cause).sort()).toEqual(['battle', 'loot']);
    const { body } = await bob.send<{ entries: LedgerEntry[] }>('GET', `/api/empire/${bob.empireId}/ledger`);
    const plundered = body.entries.find(({ cause }) => cause === 'plundered');
    expect(plundered?.city_id).toBe(bob.capitalId);
    expect(plundered?.battle_id).toBe(battleId);
  });
});
