import type { ArmyView } from '../contract/military.ts';
import { statusOfArmy, tileOf } from '../game/march/marching.ts';
import type { Army, Empire } from '../game/types.ts';
import { isoOf } from '../kernel/time.ts';

/** Everyone sees tile, units, status, and the march of an attack. Only the owner sees other marches. */
export function toArmyView(empire: Empire, army: Army, now: number, own: boolean): ArmyView {
  const view: ArmyView = {
    id: army.id,
    name: army.name,
    location: tileOf(army, now),
    units: army.units,
    status: statusOfArmy(empire, army, now),
    guards: own || army.march === null ? army.guards : null,
  };
  const { march } = army;
  if (march === null || !(own || march.kind === 'attack')) return view;
  return {
    ...view,
    destination: { ...march.to },
    departed_at: isoOf(march.departsAt),
    arrives_at: isoOf(march.arrivesAt),
  };
}
