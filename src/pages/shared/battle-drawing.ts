/** SVG drawings of a battle, made of numbers only: the strip and the pieces of a stack. */
import { piecesFor, type Strip } from '../../shared-ui/strength.ts';

const perLine = 15;
const pieceWidth = 11;
const pieceHeight = 6;
const stepX = 13;
const stepY = 8;

/** One bar: own side from the left, enemy from the right, a tick where they met. The hatched ground shows losses. */
export function drawStrip({ own, foe, met }: Strip): string {
  return (
    `<svg class="strip" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">` +
    `<rect class="own" width="${own}" height="10"/>` +
    `<rect class="foe" x="${1000 - foe}" width="${foe}" height="10"/>` +
    `<path class="met" d="M${met} 0V10"/></svg>`
  );
}

/** The pieces of a stack: filled for units that are left, hollow for losses. */
export function drawPieces(start: number, left: number, size: number): string {
  const count = piecesFor(start, size);
  const standing = piecesFor(left, size);
  const lines = Math.ceil(count / perLine);
  const width = Math.min(count, perLine) * stepX;
  const pieces = Array.from({ length: count }, (_, index) => {
    const x = 1 + (index % perLine) * stepX;
    const y = 1 + Math.floor(index / perLine) * stepY;
    const fell = index >= standing ? ' class="fell"' : '';
    return `<rect${fell} x="${x}" y="${y}" width="${pieceWidth - 1}" height="${pieceHeight - 1}"/>`;
  });
  const [w, h] = [width, lines * stepY];
  return `<svg class="pieces" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" data-size="${size}" aria-hidden="true">${pieces.join('')}</svg>`;
}
