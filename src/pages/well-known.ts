/** Addresses that browsers and researchers expect of every site. */
import type { Router } from 'express';
import { findContact } from '../kernel/contact.ts';
import { GameError } from '../kernel/errors.ts';
import { dayMs, isoOf } from '../kernel/time.ts';
import type { PageDeps } from './framework/page.ts';

/** RFC 9116 recommends less than a year. */
const contactKnownMs = 90 * dayMs;

/** `security.txt` (RFC 9116) is NOT_FOUND if OPERATOR_CONTACT has no address. */
export function mountWellKnown(
  router: Router,
  { services, account }: Pick<PageDeps, 'services' | 'account'>,
): void {
  router.get('/.well-known/change-password', (_request, response) => {
    response.redirect('/account#password');
  });
  router.get('/.well-known/security.txt', (_request, response) => {
    const contact = findContact(account.operatorContact ?? '');
    if (contact === null) throw new GameError('NOT_FOUND');
    const expires = isoOf(services.clock.now() + contactKnownMs);
    response.type('txt').send(`Contact: ${contact}\nExpires: ${expires}\n`);
  });
}
