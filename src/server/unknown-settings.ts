/** Finds names that look like misspelt settings. The server only warns: platforms set variables of their own. */
import { settingNames } from '../config.ts';

const maxDistance = 2;
/** Shorter settings (PORT, HOST, BOTS) are too similar to foreign names (PORTS, POST). */
const minLength = 8;
/** Names in .env for other programs. */
const foreign = /^(?:POSTGRES_PASSWORD|BALANCER_PORT|DOMAIN|TZ|(?:COMPOSE|DOCKER|NODE)_\w+|PG[A-Z]+)$/;

/** The Levenshtein distance. */
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
  const min = Math.min(...distances);
  return min <= maxDistance ? (candidates[distances.indexOf(min)] ?? null) : null;
}

/**
 * @param names in the environment, including those from the file
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
