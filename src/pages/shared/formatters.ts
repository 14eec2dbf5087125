/** Formatters of the pages. */
import {
  resources,
  stackTypes,
  unitTypes,
  type BattleResult,
  type BuildingType,
  type Resource,
  type StackType,
  type UnitType,
} from '../../contract/vocabulary.ts';
import { keeperName } from '../../contract/new-name.ts';
import { cityNamesAt } from '../../game/founding/city-names.ts';
import { cityAt } from '../../game/march/marching.ts';
import { seatAt, truceUntil, wearinessAt } from '../../game/contact/seats.ts';
import type { Amounts, Empire, Tile, Units } from '../../game/types.ts';
import { maxStrength } from '../../game/founding/villages.ts';
import { countOf, group, lasting } from '../../shared-ui/numbers.ts';
import { capitalise } from '../../shared-ui/words.ts';

export { countdown, countOf, group, lasting } from '../../shared-ui/numbers.ts';
export { clockText, dateText } from '../../shared-ui/times.ts';
export { capitalise, resources, stackTypes, unitTypes };

/** `Town hall`, for `town_hall`. */
export function kindName(kind: BuildingType | StackType | Resource): string {
  return capitalise(kind.replaceAll('_', ' '));
}

export function signed(value: number): string {
  return value > 0 ? `+${group(value)}` : group(value);
}

const graphemes = new Intl.Segmenter();

/** At most `maxLength` graphemes, with an ellipsis. */
export function shorten(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name;
  const letters = Array.from(graphemes.segment(name), ({ segment }) => segment);
  return letters.length <= maxLength ? name : `${letters.slice(0, maxLength - 1).join('')}…`;
}

/** `Seat of Olymmedon`: a name that no other seat of the region has. */
export function seatName(tile: Tile): string {
  const [name = ''] = cityNamesAt(tile);
  return `Seat of ${name}`;
}

export function villageText(strength: number): string {
  return `Village, strength ${strength} of ${maxStrength}`;
}

/** `−996 | 437`. The word joiner prevents a line break, because a no-break space after a bar may still break. */
export function tileText({ x, y }: Tile): string {
  return `${group(x)}\u00a0|\u2060\u00a0${group(y)}`;
}

/** The name of an own city or seat, else the tile. */
export function placeText(empire: Empire | null, tile: Tile): string {
  if (empire !== null && seatAt(empire, tile) !== null) return `the ${seatName(tile)}`;
  return (empire === null ? null : cityAt(empire, tile))?.name ?? tileText(tile);
}

/** `120 gold, 60 food`, without zero amounts. */
export function amountsText(amounts: Amounts): string {
  return resources
    .filter((resource) => amounts[resource] > 0)
    .map((resource) => `${group(amounts[resource])} ${resource}`)
    .join(', ');
}

export function unitsIn(units: Units): UnitType[] {
  return unitTypes.filter((type) => units[type] > 0);
}

/** `20 soldiers, 10 archers`. */
export function unitsText(units: Units): string {
  return unitsIn(units)
    .map((type) => countOf(units[type], type))
    .join(', ');
}

/** `truce for 3 h 20 min`, `attackers gain 12.5 % morale`, `no truce`. */
export function seatStateText(heldSince: number | null, now: number, speed: number): string {
  const until = truceUntil(heldSince, speed);
  if (until !== null && now < until) return `truce for ${lasting(until - now)}`;
  const weariness = wearinessAt(heldSince, now, speed);
  return weariness === 0 ? 'no truce' : `attackers gain ${weariness / 10} % morale`;
}

/** `Attica [OWL]`; `the keeper` of a seat. */
export function tagged(name: string, tag: string | null): string {
  if (keeperName.test(name)) return 'the keeper';
  return tag === null ? name : `${name} [${tag}]`;
}

export const battleVerbs = {
  attacker_won: 'defeated',
  defender_won: 'lost to',
  draw: 'fought without a winner against',
  called_off: 'did not fight',
} satisfies Record<BattleResult, string>;
