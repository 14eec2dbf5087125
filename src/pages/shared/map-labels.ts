/** Chooses the names that the map shows: important ones first, and none that overlaps another name or a city. */
import { shorten } from './formatters.ts';

const maxNameLength = 24;
/** With the tag of an alliance. */
const maxLabelLength = maxNameLength + 7;

/** A name at a position in pixels. */
export interface Label {
  x: number;
  y: number;
  name: string;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Cuts a name to the length that the map has room for. */
export function shortName(name: string): string {
  return shorten(name, maxNameLength);
}

const cellSize = 64;

/** Boxes in a grid of cells, so that a check does not compare every pair of boxes. */
class Boxes {
  private readonly cells = new Map<string, Box[]>();

  private *cellsOf({ left, right, top, bottom }: Box): Generator<string> {
    for (let y = Math.floor(top / cellSize); y <= Math.floor(bottom / cellSize); y++) {
      for (let x = Math.floor(left / cellSize); x <= Math.floor(right / cellSize); x++) yield `${x},${y}`;
    }
  }

  add(box: Box): void {
    for (const cell of this.cellsOf(box)) this.cells.set(cell, [...(this.cells.get(cell) ?? []), box]);
  }

  touches(box: Box): boolean {
    for (const cell of this.cellsOf(box)) {
      for (const other of this.cells.get(cell) ?? []) {
        const isApart =
          other.right < box.left ||
          other.left > box.right ||
          other.bottom < box.top ||
          other.top > box.bottom;
        if (!isApart) return true;
      }
    }
    return false;
  }
}

/** Whether each label may show; the most important come first. @param signSize of a city, in pixels per unit */
export function placeNames(labels: readonly Label[], signSize: number): boolean[] {
  const taken = new Boxes();
  for (const { x, y } of labels) {
    taken.add({
      left: x - 9 * signSize,
      right: x + 9 * signSize,
      top: y - 9 * signSize,
      bottom: y + 9 * signSize,
    });
  }
  return labels.map(({ x, y, name }) => {
    const halfWidth = Math.min(maxLabelLength, name.length) * 3.4;
    const top = y + 15 * signSize;
    const box = { left: x - halfWidth, right: x + halfWidth, top, bottom: top + 13 };
    if (taken.touches(box)) return false;
    taken.add(box);
    return true;
  });
}
