/** Entries and sums of the ledger in words. */
import type { LedgerEntry } from '../../contract/ledger.ts';
import { ledgerCauses, unitTypes, type LedgerCause } from '../../contract/vocabulary.ts';
import { add, stockScale } from '../../game/economy.ts';
import type { Empire, Units } from '../../game/types.ts';
import { kindName, countOf } from '../shared/formatters.ts';
import type { CauseSum } from './queries.ts';

const causeNames = {
  founding: 'Founding',
  production: 'Production, upkeep and food',
  construction: 'Construction',
  construction_cancelled: 'Construction cancelled',
  city_founded: 'City founded',
  training: 'Training',
  trained: 'Units trained',
  battle: 'Fallen in battle',
  plundered: 'Plundered',
  loot: 'Loot brought home',
  desertion: 'Deserted for hunger',
  dismissed: 'Dismissed',
  goal: 'Goal reached',
  opening: 'The ledger was opened',
  unrecorded: 'Cause not recorded',
  repair: 'Corrected by the operator',
} satisfies Record<LedgerCause, string>;

/** `+20 soldiers` and `−1 archer`. */
function changeTexts(units: Units): string[] {
  return unitTypes
    .filter((type) => units[type] !== 0)
    .map((type) => `${units[type] > 0 ? '+' : '−'}${countOf(Math.abs(units[type]), type)}`);
}

export function toLedgerEntryView(empire: Empire, entry: LedgerEntry) {
  const { cause, building, city_id, battle_id } = entry;
  const city = empire.cities.find(({ id }) => id === city_id);
  const built = building === null ? [] : [`${kindName(building.type)} ${building.level}`];
  return {
    ...entry,
    name: causeNames[cause],
    detail: [...built, ...(city === undefined ? [] : [city.name]), ...changeTexts(entry.units)].join(', '),
    /** Link to the city or battle, or null. */
    href: battle_id === null ? (city === undefined ? null : `/city/${city.id}`) : `/battle/${battle_id}`,
  };
}

/** Combines entries of production that follow each other into the newest of them. @param entries newest first */
export function foldProduction(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const folded: LedgerEntry[] = [];
  for (const entry of entries) {
    const newer = folded.at(-1);
    if (entry.cause !== 'production' || newer?.cause !== 'production') {
      folded.push(entry);
      continue;
    }
    const stock = { ...newer.stock };
    add(stock, entry.stock);
    folded[folded.length - 1] = { ...newer, stock };
  }
  return folded;
}

/** The sums in the order of the causes. */
export function toCauseSumViews(sums: readonly CauseSum[]) {
  const rounded = (amount: number): number => Math.round(amount / stockScale);
  return ledgerCauses.flatMap((cause) =>
    sums
      .filter((sum) => sum.cause === cause)
      .map(({ stock: { gold, food, materials }, units }) => ({
        name: causeNames[cause],
        stock: { gold: rounded(gold), food: rounded(food), materials: rounded(materials) },
        units: changeTexts(units).join(', '),
      })),
  );
}
