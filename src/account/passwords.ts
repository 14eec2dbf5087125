/**
 * Password hashes: PBKDF2-HMAC-SHA-256 with 100,000 iterations, as the specification requires. A derivation keeps a
 * core busy for 15 ms, so a semaphore limits them.
 */
import { pbkdf2, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { systemRandom } from '../kernel/random.ts';
import { createSemaphore, type Semaphore } from '../kernel/semaphore.ts';

const iterations = 100_000;
export const keyBytes = 32;
const saltBytes = 32;
/** About a second of work for two cores. */
const maxWaiting = 100;

export interface StoredPassword {
  /** Hex of the derived key. */
  hash: string;
  /** 64 characters of hex; the derivation takes this text, not the decoded bytes. */
  salt: string;
}

export type Derive = (password: string, salt: string) => Promise<Buffer>;

export interface Passwords {
  /** Throws BUSY when the queue is full. */
  hash(password: string): Promise<StoredPassword>;
  /** Always runs exactly one derivation, also for `stored` null (no such account). Throws BUSY. */
  verify(password: string, stored: StoredPassword | null): Promise<boolean>;
  semaphore: Semaphore;
}

const pbkdf2Async = promisify(pbkdf2);

/** Runs in a thread of libuv; the salt is passed as UTF-8 text. */
const derive: Derive = (password, salt) => pbkdf2Async(password, salt, iterations, keyBytes, 'sha256');

/** As many as cores, so that requests wait less. One thread of libuv stays free for files and name servers. */
export const derivationsAtOnce = Math.max(
  1,
  Math.min(availableParallelism(), Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 1),
);

/** @param atOnce derivations that run at once; at least 1 */
export function createPasswords(atOnce: number, deriveKey = derive, random = systemRandom): Passwords {
  const semaphore = createSemaphore(atOnce, maxWaiting);
  const noAccount = { hash: '', salt: random.bytes(saltBytes).toString('hex') } satisfies StoredPassword;
  return {
    semaphore,
    async hash(password) {
      const salt = random.bytes(saltBytes).toString('hex');
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
