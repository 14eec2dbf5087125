/** Addresses that browsers and researchers know of every site: where to change the password, and whom to tell of a fault. */
import type { Router } from 'express';
import { GameError } from '../kernel/errors.ts';
import { dayMs, isoOf } from '../kernel/time.ts';
import type { PageDeps } from './framework/page.ts';

/** RFC 9116 recommends less than a year. */
const contactKnownMs = 90 * dayMs;

/** The first address of a web page or e-mail in a line, as a URI; null without one. */
function findContact(line: string): string | null {
  const page = /\bhttps:\/\/[^\s<>"]+[^\s<>".,;)]/i.exec(line)?.[0];
  const mail = /[^\s<>"(),:;]+@[^\s<>"(),:;]+\.[^\s<>"(),:;.]+/.exec(line)?.[0];
  if (page !== undefined) return page;
  return mail === undefined ? null : `mailto:${mail}`;
}

/** Mounts the addresses. `security.txt` (RFC 9116) is NOT_FOUND if OPERATOR_CONTACT has no address. */
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
