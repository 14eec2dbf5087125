/**
 * The books of an empire: every change of its stock and of its units, with its cause, in order. What changes either
 * posts it in the same breath; the save writes the postings down with the change itself.
 */
import { resources, type LedgerCause } from '../contract/vocabulary.ts';
import { amounts } from './balance.ts';
import { noUnits, sumUnits } from './units.ts';
import type { EntrySubject, Amounts, Empire, Units } from './types.ts';

/** What a posting speaks of, with null for what is not given. */
export function entryFor(cause: LedgerCause, of: Partial<Omit<EntrySubject, 'cause'>> = {}): EntrySubject {
  return { cause, cityId: null, battleId: null, building: null, ...of };
}

/**
 * Posts what has just been done to an empire, where it keeps books and anything changed. Production that follows production is added to it, so that
 * settling often posts no more than settling once.
 * @param change stock in parts of a unit; units; negative where something went
 */
export function post(
  empire: Empire,
  what: EntrySubject,
  change: { stock?: Amounts; units?: Partial<Units> },
): void {
  const { postings } = empire;
  const changes = [...Object.values(change.stock ?? {}), ...Object.values(change.units ?? {})];
  if (postings === null || changes.every((amount) => amount === 0)) return;
  const after = { stockAfter: { ...empire.stock }, unitsAfter: sumUnits(empire.armies) };
  const stock = { ...(change.stock ?? amounts(0, 0, 0)) };
  const last = postings.at(-1);
  if (what.cause === 'production' && last?.cause === 'production') {
    for (const resource of resources) stock[resource] += last.stock[resource];
    postings.pop();
  }
  const units = { ...noUnits(), ...change.units };
  postings.push({ ...what, at: empire.settledAt, stock, units, ...after });
}
