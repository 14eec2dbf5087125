/** The form of API tokens. The prefix lets scanners of repositories find leaked ones. */
import { createHash } from 'node:crypto';
import { createSecret, type Random } from '../../kernel/random.ts';

const prefix = 'hgm_';
const apiTokenPattern = /^hgm_[\w-]{43}$/;
const sessionTokenPattern = /^[\w-]{43}$/;

/** Creates an API token: 32 random bytes behind a prefix. The database stores only its hash. */
export function createApiToken(random: Random): { secret: string; storedId: string } {
  const secret = prefix + createSecret(random, 32);
  return { secret, storedId: hashOf(secret) };
}

const hashOf = (secret: string): string => `token:${createHash('sha256').update(secret).digest('hex')}`;

/** The id under which the session of a token is stored; null for a text that is no token, which needs no query. */
export function storedIdOf(token: string): string | null {
  if (apiTokenPattern.test(token)) return hashOf(token);
  return sessionTokenPattern.test(token) ? token : null;
}
