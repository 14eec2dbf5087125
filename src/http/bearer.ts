/**
 * Lets `Authorization: Bearer <token>` stand for the session cookie: the header is turned into the signed cookie
 * before express-session reads it. Needs only node's request, so that the socket handshake can use it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sign } from 'cookie-signature';
import { isToken, sessionCookie } from './session-token.ts';

/** The cookie's value for what follows `Bearer`, or null where it is neither a token nor a signed cookie. */
function readCredential(authorization: string, secret: string): string | null {
  const credential = /^Bearer +([\w.~+/=:%-]+) *$/i.exec(authorization)?.[1];
  if (credential === undefined) return null;
  if (isToken(credential)) return encodeURIComponent(`s:${sign(credential, secret)}`);
  if (credential.startsWith('s:')) return encodeURIComponent(credential);
  return credential.startsWith('s%3A') ? credential : null;
}

function dropSessionCookie(cookies: string | undefined): string[] {
  return (cookies ?? '').split(';').filter((pair) => pair.split('=', 1)[0]?.trim() !== sessionCookie);
}

/**
 * The header decides, without fallback: where one is present the cookie of the session is not looked at, and a
 * header of any other form means no session.
 * @param secret the one that signs at present
 */
export function createBearer(
  secret: string,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  return (request, _response, next) => {
    const { authorization, cookie } = request.headers;
    if (authorization !== undefined) {
      const credential = readCredential(authorization, secret);
      const kept = dropSessionCookie(cookie);
      if (credential !== null) kept.push(`${sessionCookie}=${credential}`);
      request.headers.cookie = kept.join(';');
    }
    next();
  };
}
