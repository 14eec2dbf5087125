/**
 * Password hashes: PBKDF2-HMAC-SHA-256 with 100,000 iterations, as the specification requires. A derivation keeps a
 * thread of libuv's pool busy for about 15 ms. A semaphore therefore leaves one thread free and bounds the queue.
 */
import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createSemaphore, type Semaphore } from '../kernel/semaphore.ts';

const iterations = 100_000;
const keyBytes = 32;
const saltBytes = 32;
/** About half a second of work for the pool; further requests are rejected with BUSY. */
const maxWaiting = 100;

export interface StoredPassword {
  /** Hex of the derived key. */
  hash: string;
  /** 64 characters of hex; the derivation takes this text, not the decoded bytes. */
  salt: string;
}

export type Derive = (password: string, salt: string) => Promise<Buffer>;

export interface Passwords {
  /** Hashes with a new salt. Throws BUSY when the queue is full. */
  hash(password: string): Promise<StoredPassword>;
  /** Always runs exactly one derivation: `stored` null (no such account) takes as long and returns false. BUSY. */
  verify(password: string, stored: StoredPassword | null): Promise<boolean>;
  /** Limits the derivations. */
  semaphore: Semaphore;
}

const pbkdf2Async = promisify(pbkdf2);

/** The derivation of the specification; the salt is passed as UTF-8 text. */
export const derive: Derive = (password, salt) => pbkdf2Async(password, salt, iterations, keyBytes, 'sha256');

/**
 * @param threads size of libuv's pool (UV_THREADPOOL_SIZE, 4 by default); one thread is left free
 */
export function createPasswords(threads: number, deriveKey: Derive = derive): Passwords {
  const semaphore = createSemaphore(Math.max(threads - 1, 1), maxWaiting);
  const noAccount = { hash: '', salt: randomBytes(saltBytes).toString('hex') } satisfies StoredPassword;
  return {
    semaphore,
    async hash(password) {
      const salt = randomBytes(saltBytes).toString('hex');
      const key = await semaphore(() => deriveKey(password, salt));
      return { hash: key.toString('hex'), salt };
    },
    async verify(password, stored) {
      const { hash, salt } = stored ?? noAccount;
      const key = await semaphore(() => deriveKey(password, salt));
      const expected = Buffer.from(hash, 'hex');
      return expected.length === key.length && timingSafeEqual(expected, key);
    },
  };
}
