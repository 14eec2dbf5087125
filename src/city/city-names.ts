/** Names of cities: the default that follows from the tile, and the check that an empire uses each name once. */
import { createHash } from 'node:crypto';
import { nameKey } from '../contract/text.ts';
import type { City, Empire, Tile } from '../game/types.ts';
import { GameError } from '../kernel/errors.ts';
import type { CommandScope } from '../world/write-path.ts';

const firstParts =
  `Ae Akra Ambra Anti Arsi Bere Dio Ela Epi Eu Gala Hera Hippo Io Kalli Kory Lari Leu Mega Mene
  Myra Nau Neo Ody Olym Ori Pala Pella Phil Poly Rho Sama Sela Sino Sybe Tana Thera Tria Xan Zaky`.split(
    /\s+/,
  );
const lastParts =
  `bos cia deia dros gara kos lis lon medon meia nassos nike noe nthos pe phos polis ra resos ria ris
  ros ssa stis syra thos tis xos`.split(/\s+/);

/** The default name of a city that is founded on this tile, different from those of its empire's other cities. */
export function defaultCityName({ x, y }: Tile, others: readonly { name: string }[]): string {
  const used = new Set(others.map(({ name }) => nameKey(name)));
  const count = firstParts.length * lastParts.length;
  const first = createHash('sha256').update(`${x}:${y}`).digest().readUInt32BE() % count;
  for (let step = 0; ; step += 1) {
    const index = (first + step) % count;
    const name = `${firstParts[index % firstParts.length]}${lastParts[Math.floor(index / firstParts.length)]}`;
    if (!used.has(nameKey(name))) return name;
  }
}

/** Throws NAME_TAKEN if another city of the empire has this name. @param ownId the city that may have it */
export function requireFreeName(empire: Empire, name: string, ownId: string | null = null): void {
  if (empire.cities.some((city) => city.id !== ownId && nameKey(city.name) === nameKey(name)))
    throw new GameError('NAME_TAKEN');
}

/** Gives a city another name. Throws NAME_TAKEN. */
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
