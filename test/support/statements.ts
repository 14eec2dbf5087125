/**
 * Records the statements of a pool by name, grouped in flights. Statements that are sent before any of them has a result
 * form a flight, and cost one round trip.
 */
import type pg from 'pg';

type Flight = string[];

export interface Recorder {
  /** The flights since the last call. */
  take: () => Flight[];
}

type Anything = (...args: unknown[]) => unknown;

function nameOf(query: unknown): string {
  return typeof query === 'object' && query !== null && 'name' in query ? String(query.name) : String(query);
}

/** Starts recording, also on open connections. */
export function recordFlights(pool: pg.Pool): Recorder {
  const known = new WeakSet<object>();
  let flights: Flight[] = [];
  let isAnswered = true;
  const noteResponse = (): void => {
    isAnswered = true;
  };
  const noteSent = (query: unknown): void => {
    if (isAnswered) flights.push([]);
    isAnswered = false;
    flights.at(-1)?.push(nameOf(query));
  };

  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const send = Reflect.get(client, 'query') as unknown as Anything;
    const query: Anything = (...args) => {
      noteSent(args[0]);
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const listen: Anything = (...answer) => {
          noteResponse();
          Reflect.apply(callback, undefined, answer);
        };
        return Reflect.apply(send, client, [...args.slice(0, -1), listen]);
      }
      const answer = Reflect.apply(send, client, args) as Promise<unknown>;
      answer.then(noteResponse, noteResponse);
      return answer;
    };
    Object.assign(client, { query });
  });

  return {
    take: () => {
      const taken = flights;
      flights = [];
      isAnswered = true;
      return taken;
    },
  };
}
