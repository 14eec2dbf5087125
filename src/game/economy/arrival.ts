/** The end of a march: what the army carries becomes stock. */
import { amounts } from '../balance.ts';
import type { Emit } from '../events.ts';
import { cityAt } from '../march/marching.ts';
import type { Amounts, Army, Empire } from '../types.ts';
import { entryFor } from './ledger.ts';
import { give } from './stock.ts';

/** Also delivers the loot. An own city at the destination becomes the army's home. */
export function arrive(empire: Empire, army: Army, at: number, emit: Emit): void {
  if (army.march === null) throw new Error('army: cannot arrive without a march');
  const { to, lootBattleId = null } = army.march;
  army.x = to.x;
  army.y = to.y;
  army.march = null;
  army.standingSince = at;
  const city = cityAt(empire, army);
  if (city !== null) army.homeCityId = city.id;
  const loot: Amounts = army.loot;
  give(empire, loot, entryFor('loot', { battleId: lootBattleId }));
  army.loot = amounts(0, 0, 0);
  emit({
    kind: 'army_arrived',
    at,
    empireId: empire.id,
    armyId: army.id,
    armyName: army.name,
    tile: { x: army.x, y: army.y },
    loot,
  });
}
