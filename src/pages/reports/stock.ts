/** The table of the stock: every change of stock and units, with its cause. */
import type { LedgerEntry } from '../../contract/ledger.ts';
import { unitTypes, type LedgerCause } from '../../contract/vocabulary.ts';
import { readLedger } from '../../empire/ledger.ts';
import { add } from '../../game/economy/stock.ts';
import type { Empire, Units } from '../../game/types.ts';
import type { PageContextOf } from '../framework/page.ts';
import { kindName, countOf } from '../shared/formatters.ts';
import { readBefore } from '../shared/forms.ts';

const maxListed = 50;

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
  exchange: 'Exchanged',
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

function toEntryView(empire: Empire, entry: LedgerEntry) {
  const { cause, building, city_id, battle_id } = entry;
  const city = empire.cities.find(({ id }) => id === city_id);
  const built = building === null ? [] : [`${kindName(building.type)} ${building.level}`];
  return {
    ...entry,
    name: causeNames[cause],
    detail: [...built, ...(city === undefined ? [] : [city.name]), ...changeTexts(entry.units)].join(', '),
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

export async function readStock({ services, fields, empireState: { empire } }: PageContextOf['player']) {
  const before = readBefore(fields);
  const { entries, next } = await readLedger(services.pool, empire.id, { before, limit: maxListed });
  return {
    entries: foldProduction(entries).map((entry) => toEntryView(empire, entry)),
    isNewest: before === Number.MAX_SAFE_INTEGER,
    older: next,
  };
}
