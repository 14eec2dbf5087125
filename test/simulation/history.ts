/**
 * The decisions of a history. Each step has a list of possible actions, of which the first is what happens without any
 * intervention; the history is the list of chosen indexes. What an action draws depends on the seed and its step alone,
 * so that a decision can be taken back without changing the others.
 */
import { Draw } from '../wire/draw.ts';

export interface Action {
  /** In words; a text that `run` resolves with is added to them. */
  words: string;
  /** How often it is chosen, compared with the others; 0: only if nothing else is possible. */
  weight: number;
  isFault?: boolean;
  run: (draw: Draw) => unknown;
}

export interface Script {
  seed: number;
  /** The index of each decision, or the end of its words, as far as it is not 0; null: the seed decides. */
  choices: readonly (number | string)[] | null;
  /** The decisions before the faults stop; by default, the seed decides. */
  steps?: number;
}

export class History {
  readonly #script: Script;
  readonly choices: number[] = [];
  readonly log: string[] = [];
  /** The faults that were possible at each decision, in words. */
  readonly faults: string[][] = [];

  constructor(script: Script) {
    this.#script = script;
  }

  get steps(): number {
    return this.choices.length;
  }

  /** Chooses an action, runs it and logs it. In calm, it is always the first. */
  async step(actions: readonly Action[], isCalm: boolean): Promise<void> {
    const { seed, choices } = this.#script;
    const number = seed * 10_000 + 2 * this.steps + 1;
    const choice = isCalm
      ? 0
      : choices === null
        ? choose(actions, new Draw(number))
        : findChoice(actions, choices[this.steps]);
    const action = actions[choice];
    if (action === undefined) throw new Error('nothing can happen any more');
    this.choices.push(choice);
    this.faults.push(actions.flatMap(({ words, isFault = false }) => (isFault ? words : [])));
    const more = await action.run(new Draw(number + 1));
    this.log.push(`${this.steps}: ${action.words}${typeof more === 'string' ? `: ${more}` : ''}`);
  }

  note(words: string): void {
    this.log.push(`   ${words}`);
  }
}

function findChoice(actions: readonly Action[], choice: number | string = 0): number {
  const index =
    typeof choice === 'number' ? choice : actions.findIndex(({ words }) => words.endsWith(choice));
  return index in actions ? index : 0;
}

function choose(actions: readonly Action[], draw: Draw): number {
  const total = actions.reduce((sum, { weight }) => sum + weight, 0);
  let left = draw.fraction * total;
  for (const [index, { weight }] of actions.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return 0;
}
