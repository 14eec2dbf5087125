/** Passwords: the derivation of the specification, and the semaphore in front of it. */
import { pbkdf2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/account/passwords.ts';
import { GameError } from '../../src/kernel/errors.ts';

describe('a stored password', () => {
  const passwords = createPasswords(4);

  it('is PBKDF2-HMAC-SHA-256 of 100,000 iterations over the text of the salt', async () => {
    const { hash, salt } = await passwords.hash('correct horse');
    const expected = pbkdf2Sync('correct horse', Buffer.from(salt, 'utf8'), 100_000, 32, 'sha256');
    expect(hash).toBe(expected.toString('hex'));
  });

  it('has a salt of 32 bytes in hex', async () => {
    expect((await passwords.hash('x')).salt).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has a unique salt', async () => {
    expect((await passwords.hash('x')).salt).not.toBe((await passwords.hash('x')).salt);
  });

  it('matches the same text', async () => {
    expect(await passwords.verify('pässwörd', await passwords.hash('pässwörd'))).toBe(true);
  });

  it.each(['passwörd', 'pässwörd ', 'PÄSSWÖRD', 'pa\u0308sswo\u0308rd', ''])(
    'does not match %j',
    async (other) => {
      expect(await passwords.verify(other, await passwords.hash('pässwörd'))).toBe(false);
    },
  );

  it.each(['', 'zz', 'abcd'])('does not match a stored hash of %j', async (hash) => {
    expect(await passwords.verify('x', { hash, salt: 'salt' })).toBe(false);
  });

  it('does not match without an account', async () => {
    expect(await passwords.verify('x', null)).toBe(false);
  });
});

/** Derivations that the test completes explicitly. */
function createSlowDerive(): {
  running: () => number;
  most: () => number;
  finishOne: () => void;
  derive: () => Promise<Buffer>;
} {
  const finishers: (() => void)[] = [];
  let most = 0;
  return {
    running: () => finishers.length,
    most: () => most,
    finishOne: () => finishers.shift()?.(),
    derive: () =>
      new Promise((resolve) => {
        finishers.push(() => resolve(Buffer.alloc(32)));
        most = Math.max(most, finishers.length);
      }),
  };
}

/** Runs all pending callbacks. */
async function settle(): Promise<void> {
  await new Promise(setImmediate);
}

describe('the semaphore', () => {
  it.each([1, 3, 8])('lets %i derivations run at once', async (atOnce) => {
    const slow = createSlowDerive();
    const passwords = createPasswords(atOnce, slow.derive);
    const answers = Promise.all(Array.from({ length: 20 }, () => passwords.verify('x', null)));
    for (let left = 20; left > 0; left -= 1) {
      await settle();
      slow.finishOne();
    }
    await answers;
    expect(slow.most()).toBe(atOnce);
  });

  it('lets 100 wait and refuses the next with BUSY', async () => {
    const slow = createSlowDerive();
    const passwords = createPasswords(3, slow.derive);
    for (let count = 0; count < 103; count += 1) void passwords.verify('x', null);
    await expect(passwords.verify('x', null)).rejects.toEqual(new GameError('BUSY'));
  });

  it('reports how many wait and how many it has rejected', async () => {
    const slow = createSlowDerive();
    const passwords = createPasswords(3, slow.derive);
    const asked = Array.from({ length: 105 }, () => passwords.verify('x', null));
    await Promise.allSettled(asked.slice(103));
    expect([passwords.semaphore.waiting, passwords.semaphore.refused]).toEqual([100, 2]);
  });

  it('starts the next derivation when one has ended', async () => {
    const slow = createSlowDerive();
    const passwords = createPasswords(1, slow.derive);
    void passwords.verify('first', null);
    void passwords.verify('second', null);
    slow.finishOne();
    await settle();
    expect(slow.running()).toBe(1);
  });

  it('releases its slot when a derivation fails', async () => {
    let isFirst = true;
    const passwords = createPasswords(1, () => {
      if (!isFirst) return Promise.resolve(Buffer.alloc(32));
      isFirst = false;
      return Promise.reject(new Error('no memory'));
    });
    await expect(passwords.verify('x', null)).rejects.toThrow('no memory');
    expect(await passwords.verify('x', null)).toBe(false);
  });
});
