/** The steps of the scenario of the examples: requests, and events that Ann's client sends. */
import type { ClientEvents } from '../../src/contract/events.ts';
import type { Example } from '../../src/documents/examples.ts';

interface Details extends Pick<Example, 'params' | 'query' | 'body'> {
  /** Time to pass before the request; default 0. */
  afterMs?: number;
  /** Stores ids of the response under names: `{ capital: 'empire.capital.id' }`. */
  keeps?: Readonly<Record<string, string>>;
  /** Stores the token of the latest mail to this address under the name `mailed`. */
  mailTo?: string;
  /** Cuts the lists with these names to so many items. */
  shortens?: Readonly<Record<string, number>>;
}

export interface RequestStep extends Details, Pick<Example, 'by' | 'route' | 'status' | 'title'> {}

export interface SocketStep {
  event: keyof ClientEvents;
  payload: Readonly<Record<string, unknown>>;
}

export function request(
  by: Example['by'],
  route: string,
  status: number,
  title: string,
  details: Details = {},
): RequestStep {
  return { by, route, status, title, ...details };
}
