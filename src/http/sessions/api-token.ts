/** The form of API tokens. The prefix lets scanners of repositories find leaked ones. */
import { createHash, createHmac } from 'node:crypto';
import { createSecret, type Random } from '../../kernel/random.ts';

const prefix = 'hgm_';
const apiTokenPattern = /^hgm_[\w-]{43}$/;
const sessionTokenPattern = /^[\w-]{43}$/;

interface ApiToken {
  secret: string;
  storedId: string;
}

const toApiToken = (text: string): ApiToken => ({ secret: prefix + text, storedId: hashOf(prefix + text) });

/** 32 random bytes behind a prefix. The database stores only the hash. */
export const createApiToken = (random: Random): ApiToken => toApiToken(createSecret(random, 32));

/**
 * A repetition with an Idempotency-Key makes the same token, which therefore needs not be stored.
 * @param serverSecret signs the sessions
 * @param keyDigest that of the key, which is deleted a day later
 */
export const deriveApiToken = (serverSecret: string, tokenId: string, keyDigest: string): ApiToken =>
  toApiToken(
    createHmac('sha256', serverSecret).update(`api token ${tokenId} ${keyDigest}`).digest('base64url'),
  );

const hashOf = (secret: string): string => `token:${createHash('sha256').update(secret).digest('hex')}`;

/** Null for a text that is no token, which needs no query. */
export function storedIdOf(token: string): string | null {
  if (apiTokenPattern.test(token)) return hashOf(token);
  return sessionTokenPattern.test(token) ? token : null;
}
