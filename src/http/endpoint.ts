/**
 * A route as a value: method, path, authentication, rate limit, schemas and handler. The same value is mounted here
 * and described in the API document.
 */
import type { Request, RequestHandler, Response, Router } from 'express';
import type { z } from 'zod';
import { describeIssues, inPlainWords } from '../contract/validation-issues.ts';
import { readIdempotencyKey, type IdempotencyKey } from '../idempotency/key.ts';
import type { WithIdempotency } from '../idempotency/with-idempotency.ts';
import { GameError } from '../kernel/errors.ts';
import { isForm, readBody } from './body.ts';
import type { LimitClass, Limits } from './rate-limit.ts';
import { checkRefusal, type Refusal } from './refusals.ts';
import type { Viewer } from './viewer.ts';

/** A parsed request. */
export interface Call<P, Q, B, V = Viewer | null> {
  params: P;
  query: Q;
  body: B;
  viewer: V;
  /** The key under which the transaction of the effect must store the response; null: nothing is stored. */
  idempotencyKey: IdempotencyKey | null;
  request: Request;
  response: Response;
}

export type Auth = 'required' | 'optional' | 'none';

/** The headings of the API document. */
export type Tag =
  'account' | 'empire' | 'city' | 'military' | 'battle' | 'leaderboard' | 'map' | 'rules' | 'service';

interface Shape<A extends Auth, P, Q, B, R> {
  method: 'get' | 'post' | 'put' | 'delete';
  /** In Express syntax: `/api/city/:city_id/buildings`. */
  path: string;
  /** The heading in the API document. */
  tag: Tag;
  /** One line for the API document. */
  summary: string;
  /** A longer text for the API document, if one line is not enough. */
  description?: string;
  auth: A;
  limit: LimitClass;
  params?: P;
  query?: Q;
  body?: B;
  /** Present if the route also accepts a form: converts its fields into the equivalent JSON body. */
  fromForm?: (fields: Readonly<Record<string, unknown>>) => unknown;
  /** Creates the refusal for an invalid body; by default VALIDATION_ERROR. */
  refuseBody?: (error: z.ZodError) => GameError;
  /** Codes that `run` and `refuseBody` throw. refusals.ts adds the codes that follow from the other members. */
  refuses?: readonly Refusal[];
  status: 200 | 201;
  answer: R;
}

/** A route with its type parameters erased, for mounting and for the API document. */
export interface Endpoint extends Shape<Auth, z.ZodObject, z.ZodObject, z.ZodType, z.ZodType> {
  run(call: Call<unknown, unknown, unknown>): Promise<unknown>;
}

type ViewerFor<A extends Auth> = A extends 'required' ? Viewer : Viewer | null;

interface Definition<
  A extends Auth,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
> extends Shape<A, P, Q, B, R> {
  run(call: Call<z.output<P>, z.output<Q>, z.output<B>, ViewerFor<A>>): Promise<z.output<R>>;
}

/** Defines a route. `run` receives the parsed request; with `auth: 'required'`, `viewer` is never null. */
export function defineEndpoint<
  A extends Auth,
  R extends z.ZodType,
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
>(definition: Definition<A, P, Q, B, R>): Endpoint {
  return definition;
}

export interface EndpointDeps {
  viewerOf: (request: Request) => Viewer | null;
  requireViewer: RequestHandler;
  limits: Limits;
  withIdempotency: WithIdempotency;
  /** For tests: validate every response against its schema and every refusal against the route's list. */
  checkAnswers: boolean;
}

function parse(
  schema: z.ZodType | undefined,
  input: unknown,
  label: string,
  refuse = refuseRequest,
): unknown {
  if (schema === undefined) return {};
  const parsed = schema.safeParse(input, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  throw refuse(parsed.error, label);
}

function refuseRequest(error: z.ZodError, label: string): GameError {
  return new GameError('VALIDATION_ERROR', describeIssues(error, label));
}

/** Refuses empty and repeated query parameters, because they are ambiguous. */
function refuseAmbiguousQuery(schema: z.ZodObject, query: Request['query']): void {
  const issues = Object.keys(schema.shape).flatMap((key) => {
    if (Array.isArray(query[key])) return [`${key}: must be given once`];
    return query[key] === '' ? [`${key}: must not be empty`] : [];
  });
  if (issues.length > 0) throw new GameError('VALIDATION_ERROR', issues.join('; '));
}

function parseQuery(schema: z.ZodObject | undefined, request: Request): unknown {
  if (schema === undefined) return {};
  // Express parses the query on every access.
  const { query } = request;
  refuseAmbiguousQuery(schema, query);
  return parse(schema, query, 'query');
}

async function parseBody(endpoint: Endpoint, request: Request, response: Response): Promise<unknown> {
  if (endpoint.body === undefined) return {};
  const { fromForm } = endpoint;
  const body = await readBody(request, response, fromForm !== undefined);
  const input = fromForm !== undefined && isForm(request) ? fromForm(body as Record<string, unknown>) : body;
  return parse(endpoint.body, input, 'body', endpoint.refuseBody);
}

/** Parses a request. Path and query are validated before the body is read. */
async function readCall(endpoint: Endpoint, request: Request, response: Response, viewer: Viewer | null) {
  const params = parse(endpoint.params, request.params, 'path');
  const query = parseQuery(endpoint.query, request);
  const body = await parseBody(endpoint, request, response);
  const key = request.get('idempotency-key');
  const idempotencyKey = readIdempotencyKey(endpoint, key, { userId: viewer?.userId, params, body });
  return { params, query, body, viewer, idempotencyKey, request, response };
}

function checkAnswer(endpoint: Endpoint, answer: unknown): void {
  const checked = endpoint.answer.safeParse(answer);
  if (!checked.success) {
    throw new Error(
      `the response of ${endpoint.method} ${endpoint.path} breaks its contract: ${checked.error.message}`,
    );
  }
}

/** Runs a route, or loads the response stored under its key. Returns the response body. */
async function answerOf(
  endpoint: Endpoint,
  request: Request,
  response: Response,
  { viewerOf, checkAnswers, withIdempotency }: EndpointDeps,
): Promise<string> {
  try {
    const call = await readCall(endpoint, request, response, viewerOf(request));
    const run = async (): Promise<unknown> => {
      const value = await endpoint.run(call);
      if (checkAnswers) checkAnswer(endpoint, value);
      return value;
    };
    const { idempotencyKey } = call;
    return idempotencyKey === null ? JSON.stringify(await run()) : await withIdempotency(idempotencyKey, run);
  } catch (error) {
    if (checkAnswers) checkRefusal(endpoint, error);
    throw error;
  }
}

function limiterOf({ limit, path }: Endpoint, limits: Limits): RequestHandler[] {
  if (limit === 'none') return [];
  return [limit === 'auth' ? limits.auth(path) : limits[limit]];
}

/**
 * Mounts routes. Every route refuses in the same order: no session 401, rate limit 429, invalid request 400 (path,
 * query, body, Idempotency-Key), then the errors of `run`. Responses are never cached.
 */
export function mountEndpoints(router: Router, endpoints: readonly Endpoint[], deps: EndpointDeps): void {
  for (const endpoint of endpoints) {
    const handler: RequestHandler = async (request, response) => {
      const text = await answerOf(endpoint, request, response, deps);
      response.status(endpoint.status).set('Cache-Control', 'no-store').type('json').send(text);
    };
    router[endpoint.method](
      endpoint.path,
      ...(endpoint.auth === 'required' ? [deps.requireViewer] : []),
      ...limiterOf(endpoint, deps.limits),
      handler,
    );
  }
}
