/** Ids, names and sessions of the seeded players: computed from a number, the same way as in seed.sql. */
import { createHash } from 'node:crypto';
import { sign } from 'cookie-signature';

export const sessionSecret = 'the secret of the benchmark';
export const password = 'secret1';

/** As bench_id in seed.sql. */
export function idOf(kind: 'user' | 'empire' | 'city', number: number): string {
  const hex = createHash('md5')
    .update(kind + String(number))
    .digest('hex');
  const version4 = `${hex.slice(0, 12)}4${hex.slice(13, 16)}8${hex.slice(17)}`;
  return version4.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** As bench_token in seed.sql. */
const tokenOf = (number: number): string =>
  createHash('sha256').update(`session${number}`).digest('base64url');

export interface Player {
  username: string;
  empireId: string;
  cityId: string;
  token: string;
  /** The headers of a request with the session as a Bearer token. */
  bearer: Record<string, string>;
  /** The headers of a request with the session as a cookie. */
  cookie: Record<string, string>;
}

export const cookieOf = (name: string, token: string): string =>
  `${name}=${encodeURIComponent(`s:${sign(token, sessionSecret)}`)}`;

/** Number of accounts with a session in every seeded world. */
export const playerCount = 20_000;

/** Players with sessions, spread over a world of `empires` empires. */
export function playersOf(empires: number, count: number): Player[] {
  const step = Math.floor(empires / playerCount);
  return Array.from({ length: count }, (_, index) => {
    const number = 1 + index * step;
    const token = tokenOf(number);
    return {
      username: `player ${number}`,
      empireId: idOf('empire', number),
      cityId: idOf('city', number),
      token,
      bearer: { authorization: `Bearer ${token}` },
      cookie: { cookie: cookieOf('session_token', token) },
    };
  });
}
