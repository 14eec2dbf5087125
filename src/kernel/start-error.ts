/** A reason why the process cannot start, printed without a stack: what is wrong, then what to do. */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'StartError';
  }
}
