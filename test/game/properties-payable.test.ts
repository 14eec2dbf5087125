/** The clock of the pages in random games: the moment at which a price can be paid. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resources } from '../../src/contract/vocabulary.ts';
import { playAlone } from '../../src/game/alone.ts';
import { amounts } from '../../src/game/balance.ts';
import { wholeStock } from '../../src/game/economy/stock.ts';
import type { Amounts, Empire, WorldSlice } from '../../src/game/types.ts';
import { payableAt } from '../../src/pages/shared/payable.ts';
import { casesOf } from '../support/campaign.ts';
import { commands, commandsOfMeetings, commandsWithLeave, play, worlds } from '../support/random-games.ts';

/** Of an empire whose future nobody disturbs. */
function stockAt(world: WorldSlice, empire: Empire, at: number): Amounts {
  const { copy, advanceTo } = playAlone(empire, world);
  advanceTo(at);
  return wholeStock(copy);
}

it('a price can be paid from the moment that pages say on, and not before', () => {
  const games = fc.oneof(commands(24), commandsOfMeetings(24), commandsWithLeave(24));
  const amount = fc.integer({ min: 1, max: 3_000 });
  const price = fc.tuple(amount, amount, amount);
  let later = 0;
  const property = fc.property(worlds, games, price, (world, orders, prices) => {
    play(world, orders);
    for (const empire of world.empires.values()) {
      const cost = amounts(...prices);
      const isPaid = (at: number): boolean => {
        const stock = stockAt(world, empire, at);
        return resources.every((resource) => stock[resource] >= cost[resource]);
      };
      const now = empire.advancedAt;
      const at = payableAt({ empire, world, now }, cost);
      expect(at === now).toBe(isPaid(now));
      if (at === null || at === now) continue;
      expect([isPaid(at - 1), isPaid(at)]).toEqual([false, true]);
      later += 1;
    }
  });
  fc.assert(property, { seed: 20_261_129, numRuns: casesOf(4_000) });
  expect(later).toBeGreaterThan(50);
});
