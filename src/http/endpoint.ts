/**
 * A route as a value: method, path, who may ask, how often, what is sent, what is answered, and what runs. The
 * same value is mounted here and described in the API document.
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

/** One request, parsed. */
export interface Call<P, Q, B, V = Viewer | null> {
  params: P;
  query: Q;
  body: B;
  viewer: V;
  /** What the answer is to be kept under, in the transaction of its effect; null: it is not kept. */
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
  /** As Express writes it: `/api/city/:city_id/buildings`. */
  path: string;
  /** Under which heading the API document has it. */
  tag: Tag;
  /** One line for the API document. */
  summary: string;
  /** What that line cannot say. */
  description?: string;
  auth: A;
  limit: LimitClass;
  params?: P;
  query?: Q;
  body?: B;
  /** Given where a form may be sent too: turns its fields into the JSON body they mean. */
  fromForm?: (fields: Readonly<Record<string, unknown>>) => unknown;
  /** The refusal for a body that does not fit; by default VALIDATION_ERROR. */
  refuseBody?: (error: z.ZodError) => GameError;
  /** What `run` and `refuseBody` refuse with, beside what follows from the members above: see refusals.ts. */
  refuses?: readonly Refusal[];
  status: 200 | 201;
  answer: R;
}

/** A route of any types, as it is mounted and described. */
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

/** Makes a route. `run` gets the parsed parts, and with `auth: 'required'` a viewer that is there. */
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
  /** Whether every answer is held against its schema, every refusal against the route's list: in tests. */
  checkAnswers: boolean;
}

function parse(
  schema: z.ZodType | undefined,
  input: unknown,
  whole: string,
  refuse = refuseRequest,
): unknown {
  if (schema === undefined) return {};
  const parsed = schema.safeParse(input, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  throw refuse(parsed.error, whole);
}

function refuseRequest(error: z.ZodError, whole: string): GameError {
  return new GameError('VALIDATION_ERROR', describeIssues(error, whole));
}

/** A parameter that is there without a value, or twice, says nothing certain. */
function refuseUnclearQuery(schema: z.ZodObject, query: Request['query']): void {
  const unclear = Object.keys(schema.shape).flatMap((key) => {
    if (Array.isArray(query[key])) return [`${key}: must be given once`];
    return query[key] === '' ? [`${key}: must not be empty`] : [];
  });
  if (unclear.length > 0) throw new GameError('VALIDATION_ERROR', unclear.join('; '));
}

function parseQuery(schema: z.ZodObject | undefined, request: Request): unknown {
  if (schema === undefined) return {};
  // Express parses the query each time it is asked for it.
  const { query } = request;
  refuseUnclearQuery(schema, query);
  return parse(schema, query, 'query');
}

async function parseBody(endpoint: Endpoint, request: Request, response: Response): Promise<unknown> {
  if (endpoint.body === undefined) return {};
  const { fromForm } = endpoint;
  const body = await readBody(request, response, fromForm !== undefined);
  const meant = fromForm !== undefined && isForm(request) ? fromForm(body as Record<string, unknown>) : body;
  return parse(endpoint.body, meant, 'body', endpoint.refuseBody);
}

/** Parses a request, once: path and query before the body is read. */
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
      `the answer of ${endpoint.method} ${endpoint.path} breaks its contract: ${checked.error.message}`,
    );
  }
}

/** Runs a route, or repeats what was answered under its key; the body of the answer. */
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
 * Mounts routes. Each refuses in one order: without session 401, too often 429, wrong in itself 400 (path, query,
 * body, Idempotency-Key), then whatever `run` throws. Answers are never cached.
 */
export function mountEndpoints(router: Router, endpoints: readonly Endpoint[], deps: EndpointDeps): void {
  for (const endpoint of endpoints) {
    const answer: RequestHandler = async (request, response) => {
      const text = await answerOf(endpoint, request, response, deps);
      response.status(endpoint.status).set('Cache-Control', 'no-store').type('json').send(text);
    };
    router[endpoint.method](
      endpoint.path,
      ...(endpoint.auth === 'required' ? [deps.requireViewer] : []),
      ...limiterOf(endpoint, deps.limits),
      answer,
    );
  }
}
