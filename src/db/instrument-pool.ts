/** A pool with a watch on it: how long each statement takes, which fail, and how long a connection is waited for. */
import type pg from 'pg';
import type { Metrics } from '../kernel/metrics.ts';

type Anything = (...args: unknown[]) => unknown;

/** Called when what it was made for has ended; `error` is null where it succeeded. */
type End = (error: unknown) => void;

/** Watches a method that answers by a callback or, where none is given, by a promise. */
function watch(owner: object, name: string, begin: (first: unknown) => End): void {
  const method = Reflect.get(owner, name) as Anything;
  const watched: Anything = (...args) => {
    const end = begin(args[0]);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const listen: Anything = (error, ...answer) => {
        end(error ?? null);
        Reflect.apply(callback, undefined, [error, ...answer]);
      };
      return Reflect.apply(method, owner, [...args.slice(0, -1), listen]);
    }
    const answer = Reflect.apply(method, owner, args) as Promise<unknown>;
    answer.then(() => {
      end(null);
    }, end);
    return answer;
  };
  Object.assign(owner, { [name]: watched });
}

/** A prepared statement by its name, any other by its first word: there are few of either. */
function nameOf(query: unknown): string {
  if (typeof query === 'string') return query.split(' ', 1)[0] ?? '';
  const { name, text = '' } = query as { name?: string; text?: string };
  return name ?? nameOf(text);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'none';
}

/** Begins to measure a pool that has no connection yet. */
export function instrumentPool(
  pool: pg.Pool,
  { statementSeconds, statementErrors, poolWaitSeconds }: Metrics,
): void {
  watch(pool, 'connect', () => {
    const since = performance.now();
    return () => {
      poolWaitSeconds.observe((performance.now() - since) / 1000);
    };
  });
  pool.on('connect', (client) => {
    watch(client, 'query', (query) => {
      const since = performance.now();
      return (error) => {
        statementSeconds.observe({ name: nameOf(query) }, (performance.now() - since) / 1000);
        if (error !== null) statementErrors.inc({ code: codeOf(error) });
      };
    });
  });
}
