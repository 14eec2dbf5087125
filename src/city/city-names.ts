/** Names of cities, of which an empire uses each once. */
import { nameKey } from '../contract/text.ts';
import { cityNamesAt } from '../game/founding/city-names.ts';
import type { City, Empire, Tile } from '../game/types.ts';
import { GameError } from '../kernel/errors.ts';
import type { CommandScope } from '../world/attempt.ts';

/** Different from those of the empire's other cities. */
export function defaultCityName(tile: Tile, others: readonly { name: string }[]): string {
  const used = new Set(others.map(({ name }) => nameKey(name)));
  for (const name of cityNamesAt(tile)) if (!used.has(nameKey(name))) return name;
  throw new Error('an empire has more cities than there are names');
}

/** Throws NAME_TAKEN if another city of the empire has this name. @param ownId the city that may have it */
export function requireFreeName(empire: Empire, name: string, ownId: string | null = null): void {
  if (empire.cities.some((city) => city.id !== ownId && nameKey(city.name) === nameKey(name)))
    throw new GameError('NAME_TAKEN');
}

/** Throws NAME_TAKEN. */
export function setCityName(
  { empire, now, emit }: Pick<CommandScope, 'empire' | 'now' | 'emit'>,
  city: City,
  name: string,
): void {
  requireFreeName(empire, name, city.id);
  if (city.name === name) return;
  emit({ kind: 'city_renamed', at: now, empireId: empire.id, cityId: city.id, from: city.name, to: name });
  city.name = name;
}
