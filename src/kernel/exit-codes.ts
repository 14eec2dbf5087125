/** The exit codes of the programs: 0 for success, 1 for a failure, 2 for wrong arguments. */

/** Ends a program that commander stops: after a help text with 0, after wrong arguments with 2. */
export function exitAfterParsing({ exitCode }: { exitCode: number }): never {
  process.exit(exitCode === 0 ? 0 : 2);
}
