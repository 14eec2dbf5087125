/** Limits mails to unconfirmed addresses, which may belong to strangers. */
import type { Request } from 'express';
import { transaction } from '../db/transaction.ts';
import { networkOf } from '../http/limits/client-address.ts';
import { hit } from '../http/limits/rate-limit-store.ts';
import { dayMs } from '../kernel/time.ts';
import type { AccountDeps } from './deps.ts';
import type { Recipient } from './mail-texts.ts';
import { emailKey } from './operations.ts';

/** Per network in a day (UTC). */
const addressesPerDay = 3;
const ipv6Subnet = 64;

export const tooManyAddresses = `mails go to at most ${addressesPerDay} new addresses a day from your network`;

/** Checks a recipient. Call it while the client is connected. */
export function createMailLimit({ db, clock, security }: AccountDeps, request: Request) {
  const network = networkOf(request, ipv6Subnet);
  return ({ to, isConfirmed }: Pick<Recipient, 'to' | 'isConfirmed'>): Promise<boolean> | true => {
    if (isConfirmed) return true;
    const key = `mails ${Math.floor(clock.now() / dayMs)} ${network}`;
    return transaction(db, async (tx) => {
      // Locks the address, so that a second claim waits for the end of the first.
      const isClaimed = (await hit(tx, `${key} ${security.hash(emailKey(to))}`, 1, dayMs)) !== null;
      const isAllowed = isClaimed || (await hit(tx, key, addressesPerDay, dayMs)) === null;
      if (!isAllowed) tx.discard();
      return isAllowed;
    });
  };
}
