/** The title of the tab: while the reader looks elsewhere, it tells when the next attack arrives. */
import { countdown } from '../../shared-ui/numbers.ts';

/** The title without the attack. The server puts the number of incoming attacks in front of it. */
let pageTitle = document.title;

/** Takes over the title of a fetched page. */
export function setPageTitle(title: string): void {
  pageTitle = title;
}

/** @param now the server's time in milliseconds since 1970 */
export function updateTitle(now: number): void {
  const contact = document.getElementById('watch')?.dataset.contact;
  const [, count = '', rest = pageTitle] = /^(\(\d+\) )?(.*)$/s.exec(pageTitle) ?? [];
  const isElsewhere = document.hidden || !document.hasFocus();
  const title =
    contact === undefined || !isElsewhere
      ? pageTitle
      : `${count}Attack in ${countdown(Number(contact) - now).replace(/^0:0?/, '')} – ${rest}`;
  if (document.title !== title) document.title = title;
}
