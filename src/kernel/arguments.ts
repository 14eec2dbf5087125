/** Arguments of programs: a format, and the end of a program with wrong ones. */
import { InvalidArgumentError } from 'commander';

/** Parser for a whole number. */
export function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,10}$/.test(text) && value >= low && value <= high) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${low} to ${high}.`);
  };
}

/** Ends a program that commander stops: after a help text with 0, after wrong arguments with 2. */
export function exitAfterParsing({ exitCode }: { exitCode: number }): never {
  process.exit(exitCode === 0 ? 0 : 2);
}
