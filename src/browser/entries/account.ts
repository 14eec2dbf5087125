/** Script of the account page: copies a token that was just made, and fills in the time zone of the browser. */
import { offerCopies } from '../copy.ts';

offerCopies(() => document.getElementById('secret'));
// Only the field of a time zone that was not chosen yet has the mark.
for (const field of document.querySelectorAll<HTMLInputElement>('[data-zone]'))
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
