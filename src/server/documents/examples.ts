/** The examples of both documents, recorded by `npm run record:examples`. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { ClientEvents, clientEvents, ServerEvents } from '../../contract/events.ts';

/** At speed 1. All examples share ids and tokens. */
export interface Example {
  /** For example `POST /api/city/{city_id}/train`. */
  route: string;
  title: string;
  /** The sender; null without a session. */
  by: 'ann' | 'ben' | null;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  body?: Readonly<Record<string, unknown>>;
  status: number;
  answer: Readonly<Record<string, unknown>>;
}

export interface Examples {
  requests: readonly Example[];
  serverEvents: Readonly<ServerEvents>;
  /** A payload each, and the data of the acknowledgement. */
  clientEvents: {
    readonly [Name in keyof ClientEvents]: {
      payload: ClientEvents[Name];
      data: z.output<(typeof clientEvents)[Name]['data']>;
    };
  };
}

const file = new URL('../../../documents/examples.json', import.meta.url);

export const examples = JSON.parse(readFileSync(file, 'utf8')) as Examples;
