/** Estimates how easily a password is guessed. 240 kB, mostly lists of words: new-password.ts loads it when a field is used. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
/** Of 0 to 4. Below, fewer than 100 million guesses suffice. */
const strongScore = 3;
/** A longer text takes more time, and is strong. */
const maxEstimated = 64;

/**
 * Returns a warning, or null for a strong password.
 * @param known texts that others know of the player: name and e-mail; may be empty
 */
export function describeWeakness(password: string, known: readonly string[]): string | null {
  const { score, sequence } = estimator.check(
    password.slice(0, maxEstimated),
    known.filter((text) => text !== ''),
  );
  if (score >= strongScore) return null;
  const [match] = sequence;
  const isWhole = sequence.length === 1 && match?.pattern === 'dictionary';
  if (isWhole && String(match.dictionaryName).startsWith('passwords'))
    return 'This is a common password. Choose another one.';
  return 'This password is easy to guess. Make it longer, for example with three words.';
}
