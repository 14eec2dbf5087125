/** The orders of the raid form as fields: `<army>:<type>:<target>`, and the units that go if others of the army stay. */
import { unitTypes } from '../../contract/vocabulary.ts';
import type { PlannedRaid } from '../../game/orders/raids.ts';
import { targetOfField, wholeNumber } from '../shared/forms.ts';

/** The field of a planned raid; its units, in the order of the types, only of a part: `<army>:city:<target>:15,8,0,0`. */
export function orderField(
  { army, units, isPart }: Pick<PlannedRaid, 'army' | 'units' | 'isPart'>,
  { type, id }: { type: string; id: string },
): string {
  const order = `${army.id}:${type}:${id}`;
  return isPart ? `${order}:${unitTypes.map((unit) => units[unit]).join(',')}` : order;
}

/** The body of an order, which the contract still has to validate. */
export function orderOfField(field: string) {
  const [army_id = '', type = '', id = '', counts] = field.split(':');
  const order = { army_id, ...targetOfField(`${type}:${id}`) };
  if (counts === undefined) return order;
  const units = counts.split(',').map(wholeNumber);
  return { ...order, units: Object.fromEntries(unitTypes.map((unit, index) => [unit, units[index]])) };
}
