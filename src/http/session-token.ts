/** The token of a session: 32 random bytes in URL-safe text, and the name of the cookie that carries it. */
import { randomBytes } from 'node:crypto';

export const sessionCookie = 'session_token';

const tokenBytes = 32;
const tokenForm = /^[\w-]{43}$/;

/** A new token, 43 characters of base64url. */
export function createToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** Whether a text can be a token at all; what cannot is not looked up. */
export function isToken(text: string): boolean {
  return tokenForm.test(text);
}
