/**
 * Finds names that were meant as settings and are none: a misspelt setting would pass silently. They are warned
 * about and never refused, as platforms set variables of their own.
 */
import { settingNames } from '../config.ts';

/** At most this many letters differ. */
const maxDistance = 2;
/** Shorter names (PORT, HOST, BOTS) are too close to names of others (PORTS, POST). */
const minLength = 8;
/** Names in .env that others read: docker compose, Node, Postgres' client library, the C library. */
const foreign = /^(?:POSTGRES_PASSWORD|DOMAIN|TZ|(?:COMPOSE|DOCKER|NODE)_\w+|PG[A-Z]+)$/;

/** Letters to insert, delete or replace to make one text the other (Levenshtein). */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

function findNearest(name: string, candidates: readonly string[]): string | null {
  const distances = candidates.map((candidate) => distanceOf(name.toUpperCase(), candidate));
  const least = Math.min(...distances);
  return least <= maxDistance ? (candidates[distances.indexOf(least)] ?? null) : null;
}

/**
 * One sentence for each name that is probably a mistake.
 * @param names of the environment, those of the file included
 * @param fileNames in .env, where every name is meant for this project
 */
export function describeUnknownSettings(names: readonly string[], fileNames: readonly string[]): string[] {
  const longNames = settingNames.filter(({ length }) => length >= minLength);
  const sentences = [...new Set([...names, ...fileNames])].map((name) => {
    if (settingNames.includes(name) || foreign.test(name)) return null;
    const isInFile = fileNames.includes(name);
    const nearest = findNearest(name, isInFile ? settingNames : longNames);
    if (nearest !== null) return `${name} is not a setting; did you mean ${nearest}?`;
    return isInFile ? `${name} in the file .env is not a setting.` : null;
  });
  return sentences.filter((sentence) => sentence !== null);
}
