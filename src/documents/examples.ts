/** The examples of both documents, recorded by `npm run record:examples`: requests with responses, and socket events. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { ClientEvents, clientEvents, ServerEvents } from '../contract/events.ts';

/** A request with its response, at speed 1. All examples share ids and tokens. */
export interface Example {
  /** For example `POST /api/city/{city_id}/train`. */
  route: string;
  title: string;
  /** The player that sends the request; null without a session. */
  by: 'ann' | 'ben' | null;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  body?: Readonly<Record<string, unknown>>;
  status: number;
  answer: Readonly<Record<string, unknown>>;
}

export interface Examples {
  /** In the order of the recording. */
  requests: readonly Example[];
  /** One payload per server event. */
  serverEvents: Readonly<ServerEvents>;
  /** One payload per client event, and the data of its acknowledgement. */
  clientEvents: {
    readonly [Name in keyof ClientEvents]: {
      payload: ClientEvents[Name];
      data: z.output<(typeof clientEvents)[Name]['data']>;
    };
  };
}

const file = new URL('../../documents/examples.json', import.meta.url);

export const examples = JSON.parse(readFileSync(file, 'utf8')) as Examples;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function addressOf({ route, params = {}, query = {} }: Example): string {
  const path = route.replace(/^\w+ /, '').replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? `$URL${path}` : `"$URL${path}?${pairs.join('&')}"`;
}

/**
 * The curl command of an example, one line for the address, each header and the body. $URL is the address of the
 * server, $TOKEN the token of a login.
 */
export function toCurl(example: Example): string {
  const method = example.route.split(' ')[0] ?? 'GET';
  const body = example.body === undefined ? null : JSON.stringify(example.body);
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${addressOf(example)}`,
    ...(example.by === null ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]),
  ].join(' \\\n  ');
}
