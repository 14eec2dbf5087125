/** What the hash of a village decides: its id, its name and its direction from the capital. */
import { createHash } from 'node:crypto';
import { villageRules, type VillageDraft } from '../game/villages.ts';

const firstParts =
  `Alder Ash Barley Beech Birch Bram Broad Clay Clover Cold Crane Deer Elder Elm Fern Flax Fox Goose Hay
  Hazel Heath Heron Honey Kings Lamb Lark Linden Long Maple Marsh Mill Moss Nettle North Oak Otter Plum Rush Sedge South
  Stag Stone Swan Thorn Wheat White Willow Wood`.split(/\s+/);
const lastParts =
  `bank beck bourne bridge brook bury combe cote croft dale dean den field ford gate grove ham hill holm
  hurst ley mead mere moor ridge stead stoke stow thorpe ton well wick`.split(/\s+/);

const partOf = (parts: readonly string[], bits: number): string => parts[bits % parts.length] ?? '';

/**
 * The villages of a capital, by number. The same empire always has the same ones, so that the primary key of empires
 * keeps them from being founded twice.
 */
export function villageDraftsOf(empireId: string): VillageDraft[] {
  return villageRules.map((_, number) => {
    const digest = createHash('sha256').update(`${empireId}:village:${number}`).digest();
    const hex = digest.toString('hex', 16);
    // A UUID of version 4.
    const id = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
      hex.slice(20),
    ].join('-');
    return {
      id,
      name: partOf(firstParts, digest.readUInt16BE(4)) + partOf(lastParts, digest.readUInt16BE(6)),
      turns: digest.readUInt32BE(0) / 2 ** 32,
    };
  });
}
