/** The examples of both documents: requests with their answers, and socket events, as `npm run record:examples` recorded them. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { ClientEvents, clientEventWords, ServerEvents } from '../contract/events.ts';

/** One request with its answer, at speed 1. Ids and tokens are the same in all examples. */
export interface Example {
  /** As the document names it: `POST /api/city/{city_id}/train`. */
  route: string;
  /** What it shows, in a few words. */
  title: string;
  /** The player who sends it; null without a session. */
  by: 'ann' | 'ben' | null;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  body?: Readonly<Record<string, unknown>>;
  status: number;
  answer: Readonly<Record<string, unknown>>;
}

export interface Examples {
  /** In the order in which they were sent. */
  requests: readonly Example[];
  /** A payload of each event of the server. */
  serverEvents: Readonly<ServerEvents>;
  /** A payload of each event of a client, and the data of its acknowledgement. */
  clientEvents: {
    readonly [Name in keyof ClientEvents]: {
      payload: ClientEvents[Name];
      data: z.output<(typeof clientEventWords)[Name]['data']>;
    };
  };
}

const file = new URL('../../documents/examples.json', import.meta.url);

export const examples = JSON.parse(readFileSync(file, 'utf8')) as Examples;
