/** The orders of the raid form as fields. */
import { unitTypes } from '../../contract/vocabulary.ts';
import type { PlannedRaid } from '../../game/orders/raids.ts';
import { targetOfField, wholeNumber } from '../shared/forms.ts';

/** `<army>:<type>:<target>`, and only for a part of the army its units, in the order of the types: `:15,8,0,0`. */
export function orderField(
  { army, units, isPart }: Pick<PlannedRaid, 'army' | 'units' | 'isPart'>,
  { type, id }: { type: string; id: string },
): string {
  const order = `${army.id}:${type}:${id}`;
  return isPart ? `${order}:${unitTypes.map((unit) => units[unit]).join(',')}` : order;
}

/** The contract still has to validate the body. */
export function orderOfField(field: string) {
  const [army_id = '', type = '', id = '', counts] = field.split(':');
  const order = { army_id, ...targetOfField(`${type}:${id}`) };
  if (counts === undefined) return order;
  const units = counts.split(',').map(wholeNumber);
  return { ...order, units: Object.fromEntries(unitTypes.map((unit, index) => [unit, units[index]])) };
}
