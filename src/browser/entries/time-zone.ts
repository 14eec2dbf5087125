/** Fills the field of a time zone that was not chosen yet with that of the browser. */
for (const field of document.querySelectorAll<HTMLInputElement>('[data-zone]'))
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
