/** Plays a match to its end. Throws an Error if a ledger misses a change. */
import { Match } from './match.ts';
import type { MatchResult } from './result.ts';
import type { Chronicle, MatchSettings } from './settings.ts';

/** Of bots only. */
export function playMatch(settings: MatchSettings, chronicle: Chronicle | null = null): MatchResult {
  const { done, value } = new Match(settings, chronicle).play().next();
  if (done === true) return value;
  throw new Error('a person plays this match: use playWithPeople');
}

/** Also with a person, whose advice needs promises. */
export async function playWithPeople(settings: MatchSettings): Promise<MatchResult> {
  const turns = new Match(settings, null).play();
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
    const { person, now } = turn.value;
    await person.look(now);
    await person.plan(now);
  }
}
