/** Plain-text tables. Control characters are replaced, so data cannot steer a terminal. */
import { stripVTControlCharacters } from 'node:util';
import { countCodePoints } from '../contract/text.ts';

type Cell = string | number | boolean | Date | null | undefined;

/** In UTC, as `2026-11-21 21:05:00`. */
export function momentText(moment: Date | number | null): string {
  if (moment === null) return '-';
  return new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (cell instanceof Date) return momentText(cell);
  if (typeof cell === 'number') return cell.toLocaleString('en-US');
  return printable(cell).replaceAll('\n', '?');
}

/** Removes terminal escape sequences; replaces other control characters except newlines with `?`. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[^\P{Cc}\n]/gu, '?');
}

/** '' without rows; columns with numbers are right-aligned. */
export function table<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => Cell>>,
): string {
  if (rows.length === 0) return '';
  const texts = Object.entries(columns).map(([title, cellOf]) => {
    const cells = rows.map(cellOf);
    const lines = [title, ...cells.map(cellText)];
    const width = Math.max(...lines.map(countCodePoints));
    const isRight = cells.some((cell) => typeof cell === 'number');
    return lines.map((text) => {
      const blanks = ' '.repeat(width - countCodePoints(text));
      return isRight ? blanks + text : text + blanks;
    });
  });
  const lines = Array.from({ length: rows.length + 1 }, (_, line) => texts.map((column) => column[line]));
  return lines.map((cells) => cells.join('  ').trimEnd()).join('\n');
}

export function keyValues(pairs: readonly (readonly [string, Cell])[]): string {
  const width = Math.max(...pairs.map(([name]) => countCodePoints(name)));
  return pairs.map(([name, cell]) => `${name.padEnd(width)}  ${cellText(cell)}`).join('\n');
}

export function pluralize(count: number, singular: string): string {
  return `${count.toLocaleString('en-US')} ${singular}${count === 1 ? '' : 's'}`;
}
