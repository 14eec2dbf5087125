/** GET /api/empire/:id/ledger: every change of stock and units, as the owner reads it. */
import { describe, expect, it } from 'vitest';
import type { Ledger, LedgerEntry } from '../../src/contract/ledger.ts';
import { useTestGame, useNew, type Ruler } from '../support/game.ts';
import { attackCity, createEmpire } from '../support/players.ts';
import { build, readEmpire } from '../support/requests.ts';
import { setUnits } from '../support/set-state.ts';
import { hourMs } from '../support/worlds.ts';

const game = useTestGame();
let column = 0;

const ann = useNew(() => createEmpire(game, { x: -900 + (column += 60), y: 0 }));

const readLedger = async (by: Ruler = ann, query = ''): Promise<LedgerEntry[]> =>
  (await by.read<Ledger>(`/api/empire/${by.empireId}/ledger${query}`)).entries;

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
    await build(ann, 'farm');
    const [latest] = await readLedger(ann, '?limit=1');
    expect(latest).toMatchObject({
      cause: 'construction',
      city_id: ann.capitalId,
      building: { type: 'farm', level: 2 },
      units: { soldiers: 0, archers: 0, knights: 0, catapults: 0 },
    });
  });

  it('adds up to the stock that is shown', async () => {
    await build(ann, 'farm');
    await game.pass(hourMs / 8);
    await build(ann, 'quarry');
    await game.pass(hourMs / 12);
    await build(ann, 'house');
    const sum = { gold: 0, food: 0, materials: 0 };
    const entries = await readLedger();
    for (const { stock } of entries) {
      sum.gold += stock.gold;
      sum.food += stock.food;
      sum.materials += stock.materials;
    }
    const { resources } = await readEmpire(ann, ann.empireId);
    expect([entries[0]?.stock_after, sum]).toEqual([resources, resources]);
  });

  it('has the refund of a cancelled order', async () => {
    const { body } = await build(ann, 'farm');
    await ann.send('DELETE', `/api/order/${body.order.id}`);
    const [refund, , price] = await readLedger();
    expect(refund?.cause).toBe('construction_cancelled');
    expect(price?.number).toBeLessThan(refund?.number ?? 0);
  });

  it('has both sides of a battle: losses, plunder and loot brought home', async () => {
    const bob = await createEmpire(game, { x: -900 + column, y: 6 });
    await setUnits(game, ann.armyId, { soldiers: 500 });
    await game.pass(25 * hourMs);
    const battleId = await attackCity(ann, bob);
    await game.pass(30 * hourMs);
    const own = (await readLedger()).filter(({ battle_id }) => battle_id === battleId);
    expect(own.map(({ cause }) => cause).sort()).toEqual(['battle', 'loot']);
    const plundered = (await readLedger(bob)).find(({ cause }) => cause === 'plundered');
    expect(plundered).toMatchObject({ city_id: bob.capitalId, battle_id: battleId });
  });
});
