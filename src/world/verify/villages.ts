/** The invariant of villages. */
import { buildingTypes } from '../../contract/vocabulary.ts';
import { levelOf } from '../../game/economy.ts';
import { maxStrength, strengthOf, villageLevels } from '../../game/villages.ts';
import { checkEachEmpire } from './invariant.ts';

/** A village has one city with its id, no army, and the levels of its strength; the others never grow. */
export const checkVillages = checkEachEmpire(({ empire }) => {
  const { id, kind, cities, armies, growsAt } = empire;
  if (kind !== 'village') return growsAt === null ? [] : ['it grows without being a village.'];
  const [city, ...others] = cities;
  if (city?.id !== id || others.length > 0) return ['it does not have exactly one city with its id.'];
  const found: string[] = [];
  const strength = strengthOf(city);
  if (!buildingTypes.every((type) => levelOf(city, type) === (villageLevels(strength)[type] ?? 0)))
    found.push('its buildings are not those of its strength.');
  if ((growsAt === null) !== strength >= maxStrength) found.push('its growth does not fit its strength.');
  if (armies.length > 0) found.push('it has an army.');
  return found;
});
