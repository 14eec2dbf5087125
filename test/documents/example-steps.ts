/** The steps of the scenario of the examples: requests, and events that Ann's client sends. */
import type { ClientEvents } from '../../src/contract/events.ts';
import type { Example } from '../../src/server/documents/examples.ts';

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

/** The objects in the paths of steps that name no other. */
const usualIds: Readonly<Record<string, string>> = {
  empire_id: '$attica',
  city_id: '$athens',
  order_id: '$farmOrder',
  army_id: '$garrison',
  target_id: '$thebes',
  battle_id: '$battle',
  thread_id: '$thread',
  user_id: '$benId',
  device_id: '$phone',
  alliance_id: '$owls',
  token_id: '$token',
  session_id: '$session',
};

export function request(
  by: Example['by'],
  route: string,
  status: number,
  title: string,
  details: Details = {},
): RequestStep {
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(
    names.map((name) => [name, details.params?.[name] ?? usualIds[name] ?? '']),
  );
  return { by, route, status, title, ...details, ...(names.length === 0 ? {} : { params }) };
}
