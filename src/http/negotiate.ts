/** Decides between JSON for programs and a page for browsers. */
import type { Request } from 'express';

export function isApiRequest(request: Request): boolean {
  return /^(?:https?:\/\/[^/]*)?\/api(?:[/?]|$)/i.test(request.originalUrl);
}

/** Independent of the order of the offers; null without a preference. */
function preferredType(request: Request): 'html' | 'json' | null {
  const first = request.accepts(['html', 'json']);
  const second = request.accepts(['json', 'html']);
  return first === second && (first === 'html' || first === 'json') ? first : null;
}

/**
 * A browser's navigation (Accept prefers HTML) gets a page on every path. Otherwise JSON goes to requests below /api,
 * of a JSON media type (also without a body, unlike `request.is`), with a preference for JSON, or with an Authorization
 * header.
 */
export function isJsonRequest(request: Request): boolean {
  const preferred = preferredType(request);
  if (preferred !== null) return preferred === 'json';
  return (
    isApiRequest(request) ||
    request.headers.authorization !== undefined ||
    /^[^;]*[/+]json *(?:;|$)/i.test(request.get('content-type') ?? '')
  );
}

/**
 * A path has both a form and a JSON route. A request is the form by its media type, unless it prefers JSON; without a
 * body, if it prefers HTML, as browsers do.
 */
export function isFormRequest(request: Request): boolean {
  const preferred = preferredType(request);
  if (/^application\/x-www-form-urlencoded *(?:;|$)/i.test(request.get('content-type') ?? ''))
    return preferred !== 'json';
  return !hasBody(request) && preferred === 'html';
}

export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A script of our pages asks for the changing parts of a page. */
export function isScripted(request: Request): boolean {
  return request.get('x-refresh') !== undefined;
}
