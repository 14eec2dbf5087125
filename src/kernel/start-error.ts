/**
 * A reason why the process cannot start, for the person at the terminal: one sentence that says what is wrong
 * and what helps. It is shown alone, without a stack.
 */
export class StartError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'StartError';
  }
}
