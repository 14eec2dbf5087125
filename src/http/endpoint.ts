/**
 * A route as a value: method, path, who may ask, how often, what is sent, what is answered, and what runs. The
 * same value is mounted here and described in the API document.
 */
import type { Request, RequestHandler, Response, Router } from 'express';
import type { z } from 'zod';
import { describeMistakes, inPlainWords } from '../contract/mistakes.ts';
import type { AnswerOnce, Receipt } from '../db/receipts.ts';
import { GameError } from '../kernel/errors.ts';
import { createBodyReader, isForm } from './body.ts';
import { receiptOf } from './idempotency.ts';
import type { LimitClass, Limits } from './rate-limit.ts';
import { checkRefusal } from './refusals.ts';
import type { Refusal } from './refusals.ts';
import type { Viewer } from './viewer.ts';

/** One request, parsed. */
export interface Call<P, Q, B, V = Viewer | null> {
  params: P;
  query: Q;
  body: B;
  viewer: V;
  /** What the answer is to be kept under, in the transaction of its effect; null: it is not kept. */
  receipt: Receipt | null;
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
  answerOnce: AnswerOnce;
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
  return new GameError('VALIDATION_ERROR', describeMistakes(error, whole));
}

/** A parameter that is there without a value, or twice, says nothing certain. */
function refuseUnclearQuery(schema: z.ZodObject, query: Record<string, unknown>): void {
  const unclear = Object.keys(schema.shape).flatMap((key) => {
    if (Array.isArray(query[key])) return [`${key}: must be given once`];
    return query[key] === '' ? [`${key}: must not be empty`] : [];
  });
  if (unclear.length > 0) throw new GameError('VALIDATION_ERROR', unclear.join('; '));
}

function readBody({ fromForm }: Endpoint, request: Request): unknown {
  const body: unknown = request.body;
  return fromForm !== undefined && isForm(request) ? fromForm(body as Record<string, unknown>) : body;
}

/** Path and query; they are looked at before the body is read. */
function readAddress(endpoint: Endpoint, request: Request) {
  const params = parse(endpoint.params, request.params, 'path');
  if (endpoint.query !== undefined) refuseUnclearQuery(endpoint.query, request.query);
  return { params, query: parse(endpoint.query, request.query, 'query') };
}

function readCall(endpoint: Endpoint, request: Request, response: Response, viewer: Viewer | null) {
  const { params, query } = readAddress(endpoint, request);
  const body = parse(endpoint.body, readBody(endpoint, request), 'body', endpoint.refuseBody);
  const receipt = receiptOf(endpoint, request, { params, body, viewer });
  return { params, query, body, viewer, receipt, request, response };
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
  { viewerOf, checkAnswers, answerOnce }: EndpointDeps,
): Promise<string> {
  try {
    const call = readCall(endpoint, request, response, viewerOf(request));
    const run = async (): Promise<unknown> => {
      const value = await endpoint.run(call);
      if (checkAnswers) checkAnswer(endpoint, value);
      return value;
    };
    const { receipt } = call;
    return receipt === null ? JSON.stringify(await run()) : await answerOnce(receipt, run);
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
    const checkAddress: RequestHandler = (request, _response, next) => {
      readAddress(endpoint, request);
      next();
    };
    const answer: RequestHandler = async (request, response) => {
      const text = await answerOf(endpoint, request, response, deps);
      response.status(endpoint.status).set('Cache-Control', 'no-store').type('json').send(text);
    };
    router[endpoint.method](
      endpoint.path,
      ...(endpoint.auth === 'required' ? [deps.requireViewer] : []),
      ...limiterOf(endpoint, deps.limits),
      ...(endpoint.body === undefined
        ? []
        : [checkAddress, createBodyReader(endpoint.fromForm !== undefined)]),
      answer,
    );
  }
}
