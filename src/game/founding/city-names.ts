/** Names of cities that follow from the tile. */
import { makeDice } from '../fight/odds.ts';
import type { Tile } from '../types.ts';

const firstParts =
  `Ae Akra Ambra Anti Arsi Bere Dio Ela Epi Eu Gala Hera Hippo Io Kalli Kory Lari Leu Mega Mene
  Myra Nau Neo Ody Olym Ori Pala Pella Phil Poly Rho Sama Sela Sino Sybe Tana Thera Tria Xan Zaky`.split(
    /\s+/,
  );
const lastParts =
  `bos cia deia dros gara kos lis lon medon meia nassos nike noe nthos pe phos polis ra resos ria ris
  ros ssa stis syra thos tis xos`.split(/\s+/);

/** In tiles. */
const regionSide = 48;
/** Cities keep three tiles apart, so a block has at most one. */
const blockSide = 3;
/** Coprime to the number of names: the blocks of a region have different ones. */
const nameStep = 541;

function firstNameAt({ x, y }: Tile, count: number): number {
  const [column, row] = [Math.floor(x / regionSide), Math.floor(y / regionSide)];
  const block = (axis: number, region: number): number =>
    Math.floor((axis - region * regionSide) / blockSide);
  const slot = block(x, column) * (regionSide / blockSide) + block(y, row);
  const start = makeDice(Math.imul(column, 0x9e37_79b1) + row)() % count;
  return (start + slot * nameStep) % count;
}

/** The first names in a region differ. */
export function* cityNamesAt(tile: Tile): Generator<string> {
  const count = firstParts.length * lastParts.length;
  const first = firstNameAt(tile, count);
  for (let step = 0; step < count; step += 1) {
    const index = (first + step) % count;
    yield `${firstParts[index % firstParts.length]}${lastParts[Math.floor(index / firstParts.length)]}`;
  }
}
