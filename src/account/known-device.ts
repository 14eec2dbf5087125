/**
 * The cookie of a browser in which accounts have logged in: others cannot delay their logins from there. Only forms
 * send it: programs keep one cookie, that of the session.
 */
import type { Request, Response } from 'express';
import type { SmallCookies } from '../http/small-cookies.ts';
import { createSecret } from '../kernel/random.ts';
import type { AccountDeps } from './deps.ts';
import { knownAddressMs, type Device } from './login-queries.ts';

const deviceCookie = 'device';
const idBytes = 12;
/** The latest first. */
const maxAccounts = 5;

/** Null without the cookie of an earlier login. */
export function readDevice(cookies: SmallCookies, request: Request): Device | null {
  const [id, ...userIds] = cookies.read(request, deviceCookie)?.split('.') ?? [];
  return id === undefined ? null : { id, userIds };
}

export function rememberDevice({ cookies, random }: AccountDeps, response: Response, userId: string): void {
  const { id, userIds } = readDevice(cookies, response.req) ?? {
    id: createSecret(random, idBytes),
    userIds: [],
  };
  const known = [...new Set([userId, ...userIds])].slice(0, maxAccounts);
  cookies.set(response, deviceCookie, [id, ...known].join('.'), knownAddressMs);
}
