/**
 * A reason why the process cannot start: one sentence that says what is wrong, then what to do. It is printed
 * without a stack.
 */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'StartError';
  }
}
