/** Which kind of answer a request wants: JSON for programs, a page for people. */
import type { Request } from 'express';

/** Whether a request is for the JSON interface. */
export function isApiRequest(request: Request): boolean {
  return /^(?:https?:\/\/[^/]*)?\/api(?:[/?]|$)/i.test(request.originalUrl);
}

/** What the Accept header prefers, whichever of the two is offered first; null where it does not matter. */
function preferredType(request: Request): 'html' | 'json' | null {
  const first = request.accepts(['html', 'json']);
  const second = request.accepts(['json', 'html']);
  return first === second && (first === 'html' || first === 'json') ? first : null;
}

/**
 * Whether a request is JSON. A browser's navigation (Accept prefers HTML) is a page on every path; else JSON is
 * what asks below /api, sends JSON, prefers JSON or carries an Authorization header.
 */
export function isJsonRequest(request: Request): boolean {
  const preferred = preferredType(request);
  if (preferred !== null) return preferred === 'json';
  return (
    isApiRequest(request) ||
    request.headers.authorization !== undefined ||
    typeof request.is(['json', '+json']) === 'string'
  );
}
