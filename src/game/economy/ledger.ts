/**
 * The ledger of an empire: every change of stock and units with its cause, in order. Code that changes either also
 * posts the change.
 */
import { resources, type LedgerCause } from '../../contract/vocabulary.ts';
import { amounts } from '../balance.ts';
import { noUnits, sumUnits } from '../counts.ts';
import type { EntrySubject, Amounts, Empire, Units } from '../types.ts';

/** References that are not passed become null. */
export function entryFor(cause: LedgerCause, refs: Partial<Omit<EntrySubject, 'cause'>> = {}): EntrySubject {
  return { cause, cityId: null, battleId: null, building: null, ...refs };
}

function isZero(change: Partial<Amounts> | Partial<Units> = {}): boolean {
  for (const name in change) if (change[name as keyof typeof change] !== 0) return false;
  return true;
}

/**
 * Posts a change, unless the empire keeps no ledger or nothing changed. Consecutive production is merged, so that the
 * number of advances does not matter.
 * @param change just applied; stock in 1/3,600,000 of a unit, negative for a decrease
 */
export function post(
  empire: Empire,
  subject: EntrySubject,
  change: { stock?: Amounts; units?: Partial<Units> },
): void {
  const { postings } = empire;
  if (postings === null || (isZero(change.stock) && isZero(change.units))) return;
  const balances = { stockAfter: { ...empire.stock }, unitsAfter: sumUnits(empire.armies) };
  const stock = { ...(change.stock ?? amounts(0, 0, 0)) };
  const last = postings.at(-1);
  if (subject.cause === 'production' && last?.cause === 'production') {
    for (const resource of resources) stock[resource] += last.stock[resource];
    postings.pop();
  }
  const units = { ...noUnits(), ...change.units };
  postings.push({ ...subject, at: empire.advancedAt, stock, units, ...balances });
}
