/** How the pages put the game into words: numbers, durations, moments, tiles, costs and names. */
import { resources, unitTypes } from '../contract/vocabulary.ts';
import type { BuildingType, Resource, StackType } from '../contract/vocabulary.ts';
import type { Amounts, Tile } from '../game/types.ts';

export { lasting } from '../report/durations.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export const buildingNames = {
  town_hall: 'Town hall',
  farm: 'Farm',
  quarry: 'Quarry',
  market: 'Market',
  house: 'House',
  warehouse: 'Warehouse',
  barracks: 'Barracks',
  stable: 'Stable',
  workshop: 'Workshop',
  wall: 'Wall',
} satisfies Record<BuildingType, string>;

export const stackNames = {
  soldiers: 'Soldiers',
  archers: 'Archers',
  knights: 'Knights',
  catapults: 'Catapults',
  militia: 'Militia',
} satisfies Record<StackType, string>;

export const resourceNames = {
  gold: 'Gold',
  food: 'Food',
  materials: 'Materials',
} satisfies Record<Resource, string>;

const grouped = new Intl.NumberFormat('en');

/** A whole number with its thousands grouped and a true minus sign. */
export function group(value: number): string {
  return grouped.format(value).replace('-', '−');
}

/** The same with its sign in front, as rates are written. */
export function signed(value: number): string {
  return value > 0 ? `+${group(value)}` : group(value);
}

const graphemes = new Intl.Segmenter();

/** A name cut to so many letters as a reader counts them, with an ellipsis for the rest. */
export function shorten(name: string, most: number): string {
  const letters = Array.from(graphemes.segment(name), ({ segment }) => segment);
  return letters.length <= most ? name : `${letters.slice(0, most - 1).join('')}…`;
}

/** `−996 | 437`, never broken over two lines: after a bar even a no-break space may, without the joiner. */
export function tileText({ x, y }: Tile): string {
  return `${group(x)}\u00a0|\u2060\u00a0${group(y)}`;
}

/** What is left, as a countdown: `0:04:48`, with days `2 d 3:04:05`. */
export function countdown(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const clock = `${hours}:${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`;
  return days === 0 ? clock : `${days} d ${clock}`;
}

const clockFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
});
const dateFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });

/** A moment as a clock shows it (UTC), with the date where it is not within twelve hours. */
export function clockText(at: number, now: number): string {
  const clock = clockFormat.format(at);
  return Math.abs(at - now) < day / 2 ? clock : `${dateFormat.format(at)}, ${clock}`;
}

/** `120 gold, 60 food`; what is zero is left out. */
export function amountsText(amounts: Amounts): string {
  return resources
    .filter((resource) => amounts[resource] > 0)
    .map((resource) => `${group(amounts[resource])} ${resource}`)
    .join(', ');
}

/** `20 soldiers, 10 archers`. */
export function unitsText(units: Record<(typeof unitTypes)[number], number>): string {
  return unitTypes
    .filter((type) => units[type] > 0)
    .map((type) => countOf(units[type], type))
    .join(', ');
}

/** `1 soldier`, `20 soldiers`. @param plural a name in -s */
export function countOf(count: number, plural: string): string {
  return `${group(count)} ${count === 1 ? plural.slice(0, -1) : plural}`;
}
