/** Where the armies of a mind are: idle ones return home, grown empires distribute garrisons. */
import { sumOf } from '../../game/balance.ts';
import { cityProduction, levelOf } from '../../game/economy/stock.ts';
import { sameTile } from '../../game/march/map.ts';
import { cityAt, standsAt } from '../../game/march/marching.ts';
import { valueOf } from '../../game/diplomacy/scoring.ts';
import { seatAt } from '../../game/contact/seats.ts';
import { eachUnit, sumUnits } from '../../game/counts.ts';
import type { Army, City, Empire, Tile, Units } from '../../game/types.ts';
import type { Draft } from './draft.ts';
import { defendsFrom, styleRules, type Style, type Temperament } from './temperament.ts';
import { producers } from './worth.ts';

/** Smaller groups stay. */
const minMovedValue = 2_000;
/** In one turn; more would leave no orders for the cities. */
const maxMoved = 2;
/** Shares of a garrison's target. */
const refillBelow = 0.6;
const reduceAbove = 1.6;

/** Also brings home guards whose place is not attacked, merges armies on the same tile, and distributes the army. */
export function regroup(draft: Draft, { style }: Temperament): void {
  const { empire, sight } = draft;
  const [capital] = empire.cities;
  if (capital === undefined) return;
  const isThreatened = (city: City): boolean => sight.threats.some(({ tile }) => sameTile(tile, city));
  for (const army of [...empire.armies]) {
    if (army.march !== null || sight.alliedThreats.some(({ place: { id } }) => id === army.guards?.id))
      continue;
    const mayHold = !styleRules[style].passesSeats;
    const isPosted = cityAt(empire, army) !== null || (mayHold && seatAt(empire, army) !== null);
    const home = empire.cities.find(({ id }) => id === army.homeCityId) ?? capital;
    if (!isPosted && !isThreatened(home)) {
      draft.tryOrder({ kind: 'move', armyId: army.id, to: { x: home.x, y: home.y } });
    }
    const first = empire.armies.find((other) => standsAt(other, army));
    if (isPosted && first !== undefined && first.id !== army.id) {
      draft.tryOrder({ kind: 'merge', armyId: first.id, otherId: army.id });
    }
  }
  if (sight.threats.length > 0) return;
  const value = valueOf(sumUnits(empire.armies));
  const posts = [
    ...empire.seats.map((seat) => ({
      tile: seat,
      target: seatGarrisonOf(draft, style, value),
      keepsSurplus: true,
    })),
    ...empire.cities.slice(1).map((city) => ({
      tile: city,
      target: garrisonOf(draft, city, style),
      keepsSurplus: false,
    })),
  ];
  let moved = 0;
  for (const post of posts) if (moved < maxMoved && supply(draft, capital, post)) moved += 1;
}

/** From the capital what a post lacks, or its surplus to the capital. Returns whether units were sent. */
function supply(
  draft: Draft,
  capital: City,
  { tile, target, keepsSurplus }: { tile: Tile; target: number; keepsSurplus: boolean },
): boolean {
  const { armies } = draft.empire;
  const expected = armies.filter(
    (army) => standsAt(army, tile) || (army.march?.kind === 'move' && sameTile(army.march.to, tile)),
  );
  const value = valueOf(sumUnits(expected));
  const isShort = value < target;
  const isNear = isShort ? value >= refillBelow * target : keepsSurplus || value <= reduceAbove * target;
  const [from, to] = isShort ? [capital, tile] : [tile, capital];
  const army = armies.find((candidate) => standsAt(candidate, from));
  const difference = Math.abs(target - value);
  if (army === undefined || isNear || difference < minMovedValue) return false;
  const share = Math.min(1, difference / valueOf(army.units));
  return sendShare(draft, army, share, (armyId) => ({ kind: 'move', armyId, to: { x: to.x, y: to.y } }));
}

/** By the city's part of the production; 0 in a young empire. */
function garrisonOf({ empire }: Draft, city: City, style: Style): number {
  if (!empire.cities.some((each) => bestProducer(each) >= defendsFrom)) return 0;
  const outputOf = (each: City): number => Math.max(0, sumOf(cityProduction(each, 1)));
  const total = empire.cities.reduce((sum, each) => sum + outputOf(each), 0);
  const army = valueOf(sumUnits(empire.armies));
  return (styleRules[style].garrisonShare * army * outputOf(city)) / total;
}

/** An equal part of what is not needed in the cities. */
function seatGarrisonOf({ empire }: Draft, style: Style, armyValue: number): number {
  const { garrisonShare, raids, passesSeats } = styleRules[style];
  if (passesSeats) return 0;
  return ((1 - garrisonShare) * armyValue) / (empire.seats.length + (raids ? 1 : 0));
}

export function armiesInCities(empire: Empire): Army[] {
  return empire.armies.filter((army) => army.march === null && cityAt(empire, army) !== null);
}

export function bestProducer(city: City): number {
  return Math.max(...producers.map((type) => levelOf(city, type)));
}

/** Share of an army that is not needed as a garrison, 0 to 1. */
export function freeShare(draft: Draft, style: Style, army: Army): number {
  const city = cityAt(draft.empire, army);
  if (city === null) return 1;
  return Math.max(0, 1 - garrisonOf(draft, city, style) / Math.max(1, valueOf(army.units)));
}

/**
 * Splits a share off, unless it is the complete army.
 * @param share from 0 to 1, of each unit type
 */
export function sendShare(
  draft: Draft,
  army: Army,
  share: number,
  orderFor: (armyId: string) => Parameters<Draft['tryOrder']>[0],
): boolean {
  const units = shareOf(army.units, share);
  if (valueOf(units) === valueOf(army.units)) return draft.tryOrder(orderFor(army.id)) === null;
  const as = `part ${draft.orders.length} of ${army.id}`;
  if (valueOf(units) === 0 || draft.tryOrder({ kind: 'split', armyId: army.id, units, as }) !== null)
    return false;
  return draft.tryOrder(orderFor(as)) === null;
}

/** Rounded down. */
export function shareOf(units: Units, share: number): Units {
  return eachUnit((type) => Math.floor(units[type] * share));
}
