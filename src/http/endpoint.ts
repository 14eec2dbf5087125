/** A route as a value, which is mounted (create-router.ts) and described in the API document. */
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { done } from '../contract/account.ts';
import { pathParams, type PathParams } from '../contract/path-params.ts';
import type { IdempotencyKey } from '../world/idempotency/caller.ts';
import type { ErrorCode, GameError } from '../kernel/errors.ts';
import type { LimitClass } from './limits/rate-limit.ts';
import type { Viewer } from './sessions/viewer.ts';

export interface Call<P, Q, B, V = Viewer | null, S = unknown> {
  params: P;
  query: Q;
  body: B;
  viewer: V;
  /** Their writes are for the viewer. */
  services: S;
  /** The transaction of the effect must store the response under it; null: nothing is stored. */
  idempotencyKey: IdempotencyKey | null;
  request: Request;
  response: Response;
}

/** `shared`: a session, or a public link with the query parameter `share`, which `run` checks. */
export type Auth = 'required' | 'shared' | 'optional' | 'none';

export const tagWords = {
  account: { name: 'Account', description: 'Register, log in, end sessions, make tokens.' },
  empire: { name: 'Empire', description: 'Found your empire, read it and all others.' },
  city: { name: 'City', description: 'Cities, buildings, training, and their queues.' },
  military: { name: 'Military', description: 'Armies: march, recall, split, merge.' },
  battle: { name: 'Battle', description: 'Attack, and read battle reports.' },
  leaderboard: { name: 'Leaderboard', description: 'Rankings, with or without a session.' },
  search: { name: 'Search', description: 'Empires, cities, players and alliances by name.' },
  seats: { name: 'Seats', description: 'Seats, crowns, and the Hegemons of all reigns.' },
  messages: { name: 'Messages', description: 'Write to players, block them, report messages.' },
  alarms: { name: 'Alarms', description: 'What you want to know at once, also in a closed browser.' },
  announcement: { name: 'Announcement', description: 'What the operator announces.' },
  alliance: { name: 'Alliances', description: 'Found and join alliances, and lead them.' },
  map: { name: 'Map', description: 'Cities and standing armies on the map.' },
  rules: { name: 'Rules', description: 'Every number of this world.' },
  service: { name: 'Service', description: 'API documents and health checks.' },
};

export type Tag = keyof typeof tagWords;

/** The status is needed for codes with several (INVALID_TARGET: 400 or 409). */
export type Refusal = ErrorCode | readonly [code: ErrorCode, status: number];

type Method = 'get' | 'post' | 'put' | 'delete';

interface Shape<Q, B> {
  summary: string;
  description?: string;
  query?: Q;
  body?: B;
  /** Converts the fields of a form into the JSON body. Without it, the route accepts no forms. */
  fromForm?: (fields: Readonly<Record<string, unknown>>) => unknown;
  /** By default VALIDATION_ERROR. */
  refuseBody?: (error: z.ZodError) => GameError;
  /** Codes that `run` and `refuseBody` throw. refusals.ts adds the others. */
  refuses?: readonly Refusal[];
  /** The route refuses API tokens. */
  needsLogin?: true;
  /** Adds a secret, which is not stored, to the response stored under an Idempotency-Key. */
  completeStored?: (stored: unknown, key: IdempotencyKey) => unknown;
  /** The response is the same for all callers while the server runs. */
  isConstant?: true;
}

export interface Endpoint extends Shape<z.ZodObject, z.ZodType> {
  method: Method;
  path: string;
  tag: Tag;
  auth: Auth;
  params: z.ZodObject;
  limit: LimitClass;
  status: 200 | 201;
  response: z.ZodType;
  run(call: Call<unknown, unknown, unknown>): Promise<unknown>;
}

type ViewerFor<A extends Auth> = A extends 'required' ? Viewer : Viewer | null;

interface Definition<
  A extends Auth,
  Path extends string,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
  S,
> extends Shape<Q, B> {
  /** Default: `required`. */
  auth?: A;
  /** Default: `data` for GET, otherwise `action`. */
  limit?: LimitClass;
  /** Default: 200. */
  status?: 200 | 201;
  /** Default: `done`. */
  response?: R;
  /** Reads may also return a string that is JSON already, or a stream of its pieces. */
  run(
    call: Call<PathParams<Path>, z.output<Q>, z.output<B>, ViewerFor<A>, S>,
  ): Promise<z.output<R> | string | Readable>;
}

/**
 * Unless `auth` says otherwise, `viewer` is never null.
 * @template S the services that `run` receives
 */
export function endpointsOf<S>(tag: Tag) {
  const definerOf =
    (method: Method) =>
    <
      Path extends string,
      R extends z.ZodType = typeof done,
      A extends Auth = 'required',
      Q extends z.ZodObject = z.ZodObject,
      B extends z.ZodType = z.ZodType,
    >(
      path: Path,
      definition: Definition<A, Path, Q, B, R, S>,
    ): Endpoint => ({
      tag,
      method,
      path,
      params: pathParams(path),
      auth: 'required',
      limit: method === 'get' ? 'data' : 'action',
      status: 200,
      response: done,
      ...definition,
    });
  return {
    get: definerOf('get'),
    post: definerOf('post'),
    put: definerOf('put'),
    delete: definerOf('delete'),
  };
}
