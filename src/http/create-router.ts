import { Readable } from 'node:stream';
import { text as joinPieces } from 'node:stream/consumers';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import { describeIssues, inPlainWords } from '../contract/validation-issues.ts';
import { callerOf, type Caller } from '../world/idempotency/caller.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import type { WithIdempotency } from '../world/idempotency/store.ts';
import { GameError } from '../kernel/errors.ts';
import { isForm, readBody } from './body.ts';
import { compress } from './compression.ts';
import type { Endpoint } from './endpoint.ts';
import type { Limits } from './limits/rate-limit.ts';
import { isFormRequest } from './negotiate.ts';
import { checkRefusal } from './refusals.ts';
import { sendJson, streamJson } from './send-json.ts';
import { requireLogin, type Viewer } from './sessions/viewer.ts';
import type { SmallCookies } from './small-cookies.ts';

export interface RouterDeps {
  /** Every mounted route, for the API documents. */
  endpoints: Endpoint[];
  /** For the forms that share a path with a JSON route. */
  cookies: Pick<SmallCookies, 'handler'>;
  viewerOf: (request: Request) => Viewer | null;
  requireViewer: RequestHandler;
  requireViewerOrShare: RequestHandler;
  limits: Limits;
  withIdempotency: WithIdempotency;
  /** For tests: validate every response and refusal. */
  checkResponses: boolean;
  servicesFor: (caller: Caller | null) => unknown;
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

/** Empty and repeated query parameters are ambiguous. */
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

async function readCall(
  endpoint: Endpoint,
  request: Request,
  response: Response,
  { viewerOf, servicesFor }: Pick<RouterDeps, 'viewerOf' | 'servicesFor'>,
) {
  const viewer = viewerOf(request);
  checkToken(endpoint, viewer);
  const params = parse(endpoint.params, request.params, 'path');
  const query = parseQuery(endpoint.query, request);
  const body = await parseBody(endpoint, request, response);
  const key = request.get('idempotency-key');
  const idempotencyKey = readIdempotencyKey(endpoint, key, { userId: viewer?.userId, params, body });
  // Reads write nothing, and there are many.
  const services = servicesFor(endpoint.method === 'get' ? null : callerOf(viewer, idempotencyKey));
  return { params, query, body, viewer, services, idempotencyKey, request, response };
}

/** Throws TOKEN_SCOPE. */
function checkToken({ method, auth, needsLogin }: Endpoint, viewer: Viewer | null): void {
  if (needsLogin === true) requireLogin(viewer);
  if (auth === 'required' && method !== 'get' && viewer?.tokenScope === 'read')
    throw new GameError('TOKEN_SCOPE', 'this token only reads: make one with the scope `play`');
}

function checkResponse(endpoint: Endpoint, value: unknown): void {
  const checked = endpoint.response.safeParse(typeof value === 'string' ? JSON.parse(value) : value);
  if (!checked.success) {
    throw new Error(
      `the response of ${endpoint.method} ${endpoint.path} breaks its contract: ${checked.error.message}`,
    );
  }
}

/** The body of the response, or its pieces. */
async function answerOf(
  endpoint: Endpoint,
  request: Request,
  response: Response,
  deps: RouterDeps,
): Promise<string | Readable> {
  const { checkResponses, withIdempotency } = deps;
  try {
    const call = await readCall(endpoint, request, response, deps);
    const run = async (): Promise<unknown> => {
      const value = await endpoint.run(call);
      if (!checkResponses) return value;
      const checked = value instanceof Readable ? await joinPieces(value) : value;
      checkResponse(endpoint, checked);
      return checked;
    };
    const { idempotencyKey } = call;
    const { completeStored } = endpoint;
    if (idempotencyKey !== null)
      return await withIdempotency(
        idempotencyKey,
        run,
        completeStored && ((stored) => completeStored(stored, idempotencyKey)),
      );
    const value = await run();
    return typeof value === 'string' || value instanceof Readable ? value : JSON.stringify(value);
  } catch (error) {
    if (checkResponses) checkRefusal(endpoint, error);
    throw error;
  }
}

function limiterOf({ limit, path }: Endpoint, limits: Limits): RequestHandler[] {
  return limit === 'auth' ? limits.auth(path) : limits[limit];
}

/** Leaves the form of a path to the pages. Errors of the JSON route are JSON, also if the request prefers HTML. */
const takeJson: RequestHandler = (request, response, next) => {
  if (isFormRequest(request)) {
    next('route');
    return;
  }
  response.locals.isJson = true;
  next();
};

function handlersOf(endpoint: Endpoint, deps: RouterDeps): RequestHandler[] {
  const handle: RequestHandler = async (request, response) => {
    const body = await answerOf(endpoint, request, response, deps);
    if (body instanceof Readable) await streamJson(response, body);
    // Clients must check its ETag: a new release may change it.
    else if (endpoint.isConstant === true) response.set('Cache-Control', 'no-cache').type('json').send(body);
    else sendJson(request, response, endpoint.status, body);
  };
  return [
    ...(endpoint.path.startsWith('/api/') ? [] : [takeJson, deps.cookies.handler]),
    ...(endpoint.auth === 'required' ? [deps.requireViewer] : []),
    ...(endpoint.auth === 'shared' ? [deps.requireViewerOrShare] : []),
    ...limiterOf(endpoint, deps.limits),
    ...(endpoint.isConstant === true ? [compress] : []),
    handle,
  ];
}

/**
 * Every route refuses in the same order: no session 401, rate limit 429, invalid request 400 (path, query, body,
 * Idempotency-Key), then the errors of `run`.
 */
export const routerOf =
  (endpoints: readonly Endpoint[]) =>
  (deps: RouterDeps): Router => {
    const router = Router();
    for (const endpoint of endpoints) router[endpoint.method](endpoint.path, ...handlersOf(endpoint, deps));
    deps.endpoints.push(...endpoints);
    return router;
  };
