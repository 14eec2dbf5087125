/**
 * Passwords: PBKDF2-HMAC-SHA-256 with 100,000 iterations, as the specification has it. A hash keeps a thread
 * of the pool busy for some 15 ms, so only so many run at once that one thread stays free for everything else,
 * and only so many wait.
 */
import { pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createSemaphore, type Semaphore } from '../kernel/semaphore.ts';

const iterations = 100_000;
const keyBytes = 32;
const saltBytes = 32;
/** About half a second of work for the pool; who would wait longer is told to come back. */
const maxWaiting = 100;

export interface StoredPassword {
  /** Hex of the derived key. */
  hash: string;
  /** 64 characters of hex; its text is what is fed to the function. */
  salt: string;
}

export type Derive = (password: string, salt: string) => Promise<Buffer>;

export interface Passwords {
  /** Salts and hashes. BUSY when too many are waiting. */
  hash(password: string): Promise<StoredPassword>;
  /** Always exactly one derivation: `stored` null (no such account) costs the same and is never right. BUSY. */
  verify(password: string, stored: StoredPassword | null): Promise<boolean>;
  /** What every derivation goes through. */
  semaphore: Semaphore;
}

const pbkdf2Async = promisify(pbkdf2);

/** The specification's function; the salt goes in as UTF-8 text. */
export const derive: Derive = (password, salt) => pbkdf2Async(password, salt, iterations, keyBytes, 'sha256');

/**
 * @param threads of libuv's pool (UV_THREADPOOL_SIZE, 4 by default); one is left free
 */
export function createPasswords(threads: number, deriveKey: Derive = derive): Passwords {
  const semaphore = createSemaphore(Math.max(threads - 1, 1), maxWaiting);
  const nobody = { hash: '', salt: randomBytes(saltBytes).toString('hex') } satisfies StoredPassword;
  return {
    semaphore,
    async hash(password) {
      const salt = randomBytes(saltBytes).toString('hex');
      const key = await semaphore(() => deriveKey(password, salt));
      return { hash: key.toString('hex'), salt };
    },
    async verify(password, stored) {
      const { hash, salt } = stored ?? nobody;
      const key = await semaphore(() => deriveKey(password, salt));
      const expected = Buffer.from(hash, 'hex');
      return expected.length === key.length && timingSafeEqual(expected, key);
    },
  };
}
