/** The first https or e-mail address, as a URI. */
export function findContact(line: string): string | null {
  const page = /\bhttps:\/\/[^\s<>"]+[^\s<>".,;)]/i.exec(line)?.[0];
  const mail = /[^\s<>"(),:;]+@[^\s<>"(),:;]+\.[^\s<>"(),:;.]+/.exec(line)?.[0];
  if (page !== undefined) return page;
  return mail === undefined ? null : `mailto:${mail}`;
}
