/**
 * Turns every thrown error into JSON or an error page. Unexpected errors are logged with the request id and sent as
 * INTERNAL.
 */
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { ZodError } from 'zod';
import { describeIssues } from '../contract/validation-issues.ts';
import { isDatabaseUnavailable } from '../db/availability.ts';
import { isContention } from '../db/transaction.ts';
import { GameError, RateLimited, type ErrorCode } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { minuteMs, secondMs } from '../kernel/time.ts';
import { isApiRequest, isJsonRequest } from './negotiate.ts';
import { requestIdOf } from './observe.ts';
import type { SecurityLog } from './security/security-log.ts';
import type { Viewer } from './sessions/viewer.ts';
import { sendJson } from './send-json.ts';

interface ErrorMembers {
  status?: unknown;
  type?: unknown;
}

function fromBodyParser(type: unknown): GameError | null {
  switch (type) {
    case 'entity.parse.failed':
      return new GameError('MALFORMED_JSON');
    case 'entity.too.large':
    case 'parameters.too.many':
      return new GameError('PAYLOAD_TOO_LARGE');
    case 'charset.unsupported':
      return new GameError('VALIDATION_ERROR', 'body: must be UTF-8');
    case 'encoding.unsupported':
      return new GameError('VALIDATION_ERROR', 'body: has an unknown content encoding');
    default:
      return null;
  }
}

function fromStatus(status: unknown): GameError | null {
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  if (status === 404 || status === 405) return new GameError('NOT_FOUND');
  return status === 403 ? new GameError('FORBIDDEN') : new GameError('VALIDATION_ERROR');
}

/** INTERNAL for unexpected errors. */
export function toGameError(error: unknown): GameError {
  if (error instanceof GameError) return error;
  if (error instanceof ZodError) return new GameError('VALIDATION_ERROR', describeIssues(error));
  if (error instanceof URIError) return new GameError('VALIDATION_ERROR', 'path: has a malformed escape');
  // First, because a request that its client cuts has the code of a broken connection.
  const { type, status } = (error ?? {}) as ErrorMembers;
  const refusal = fromBodyParser(type) ?? fromStatus(status);
  if (refusal !== null) return refusal;
  if (isDatabaseUnavailable(error)) return new GameError('UNAVAILABLE');
  return new GameError(isContention(error) ? 'BUSY' : 'INTERNAL');
}

/** Also for a wrong method of an existing path. */
export const refuseUnknownRoute: RequestHandler = () => {
  throw new GameError('NOT_FOUND');
};

/** A page whose address cannot be decoded is not found. */
function refusalOf(error: unknown, request: Request): GameError {
  if (error instanceof URIError && !isApiRequest(request)) return new GameError('NOT_FOUND');
  return toGameError(error);
}

/** JSON routes refuse in JSON. For an unknown route only the path decides. */
function wantsJson(request: Request, response: Response, refusal: GameError): boolean {
  if (isApiRequest(request) || response.locals.isJson === true) return true;
  return refusal.code !== 'NOT_FOUND' && isJsonRequest(request);
}

/** Without its page, the refusal is sent as text. */
function sendPage(response: Response, refusal: GameError, log: Log): void {
  // Only server errors show a request id: players have no reason to report their own mistakes.
  const id = requestIdOf(response);
  const requestId = refusal.status >= 500 ? id : null;
  const seconds = refusal.code === 'RATE_LIMITED' ? Number(response.get('Retry-After')) : null;
  response.render(
    'error',
    { status: refusal.status, refusal, requestId, seconds, scripts: seconds === null ? [] : ['retry'] },
    (error: unknown, html?: string) => {
      if (html === undefined) log.error({ err: error, requestId: id }, 'the error page failed');
      response.type(html === undefined ? 'text' : 'html').send(html ?? refusal.message);
    },
  );
}

/** Refusals that players do not meet when they play. PROTECTED is a rule of the game. */
const securityCodes: readonly ErrorCode[] = ['FORBIDDEN', 'TOKEN_SCOPE', 'CROSS_ORIGIN', 'RATE_LIMITED'];

/** Must be the last handler. */
export function createErrorHandler(
  log: Log,
  security: SecurityLog,
  viewerOf: (request: Request) => Viewer | null,
): ErrorRequestHandler {
  return (error, request, response, next) => {
    const refusal = refusalOf(error, request);
    if (securityCodes.includes(refusal.code)) {
      const accountId = viewerOf(request)?.userId ?? null;
      const { code } = refusal;
      security.record('request_refused', response, accountId, { code });
    }
    if (refusal.code === 'INTERNAL' || refusal.code === 'UNAVAILABLE') {
      const { method, path } = request;
      const requestId = requestIdOf(response);
      log.error({ err: error as unknown, requestId, method, path }, refusal.message);
    }
    if (response.headersSent) {
      // Only a cut connection can signal that the response is incomplete.
      request.socket.destroy();
      next();
      return;
    }
    // Limits of routes and accounts set the exact time; blocked networks wait for at most a minute.
    if (refusal.code === 'RATE_LIMITED' && !response.hasHeader('Retry-After')) {
      const seconds = refusal instanceof RateLimited ? refusal.seconds : minuteMs / secondMs;
      response.set('Retry-After', String(seconds));
    }
    if (wantsJson(request, response, refusal)) {
      sendJson(request, response, refusal.status, JSON.stringify(refusal.toBody()));
      return;
    }
    response.status(refusal.status).set('Cache-Control', 'no-store');
    sendPage(response, refusal, log);
  };
}
