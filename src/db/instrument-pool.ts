/** Instruments a pool: statements, failures, and the wait for a connection. */
import type pg from 'pg';
import type { Metrics } from '../kernel/metrics.ts';

type AnyFunction = (...args: unknown[]) => unknown;

/** `error` is null if the call succeeded. */
type End = (error: unknown) => void;

/** For methods with a callback as the last argument, or a promise. */
function instrument(owner: object, name: string, begin: (first: unknown) => End): void {
  const method = Reflect.get(owner, name) as AnyFunction;
  const instrumented: AnyFunction = (...args) => {
    const end = begin(args[0]);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const endAndCallBack: AnyFunction = (error, ...results) => {
        end(error ?? null);
        Reflect.apply(callback, undefined, [error, ...results]);
      };
      return Reflect.apply(method, owner, [...args.slice(0, -1), endAndCallBack]);
    }
    const result = Reflect.apply(method, owner, args) as Promise<unknown>;
    result.then(() => end(null), end);
    return result;
  };
  Object.assign(owner, { [name]: instrumented });
}

/** The metric label: the name of a prepared statement, else the first word. Both have few values. */
function nameOf(query: unknown): string {
  if (typeof query === 'string') return query.split(' ', 1)[0] ?? '';
  const { name, text = '' } = query as { name?: string; text?: string };
  return name ?? nameOf(text);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'none';
}

/**
 * Call it before the pool opens its first connection.
 * @param onError receives the errors of statements
 */
export function instrumentPool(
  pool: pg.Pool,
  { statementSeconds, statementErrors, poolWaitSeconds }: Metrics,
  onError: (error: unknown) => void,
): void {
  instrument(pool, 'connect', () => {
    const since = performance.now();
    return () => poolWaitSeconds.observe((performance.now() - since) / 1000);
  });
  pool.on('connect', (client) =>
    instrument(client, 'query', (query) => {
      const since = performance.now();
      return (error) => {
        statementSeconds.observe({ name: nameOf(query) }, (performance.now() - since) / 1000);
        if (error === null) return;
        statementErrors.inc({ code: codeOf(error) });
        onError(error);
      };
    }),
  );
}
