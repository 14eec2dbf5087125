/** Interleaved rounds: A B C, A B C, ... Noise of the machine then affects all contenders alike. */

type Contenders = Record<string, (round: number) => Promise<unknown>>;
type Results<C extends Contenders> = { [Name in keyof C]: Awaited<ReturnType<C[Name]>>[] };

/**
 * Measures every contender once per round. Returns the results of each contender, in the order of the rounds.
 * @param warmUp whether each contender runs once before, unmeasured: programs are slow until they are compiled
 */
export async function interleave<C extends Contenders>(
  rounds: number,
  contenders: C,
  warmUp = false,
): Promise<Results<C>> {
  const results = Object.fromEntries(Object.keys(contenders).map((name) => [name, [] as unknown[]]));
  if (warmUp) for (const measure of Object.values(contenders)) await measure(0);
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(contenders)) results[name]?.push(await measure(round));
  }
  return results as Results<C>;
}
