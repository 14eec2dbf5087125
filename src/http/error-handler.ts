/**
 * The one place that turns whatever was thrown into an answer: the catalogue's JSON, or a page with a way back.
 * What nobody foresaw is logged with the request's id and answered as INTERNAL, without a word about it.
 */
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { ZodError } from 'zod';
import { describeIssues } from '../contract/validation-issues.ts';
import { isDatabaseUnavailable } from '../db/availability.ts';
import { GameError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { isApiRequest, isJsonRequest } from './negotiate.ts';
import { requestIdOf } from './observe.ts';

/** Members errors of Express and body-parser carry. */
interface ErrorMembers {
  status?: unknown;
  type?: unknown;
}

/** What body-parser means by the types of its errors. */
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

/** Errors of Express and its middlewares carry the status they mean. */
function fromStatus(status: unknown): GameError | null {
  if (typeof status !== 'number' || status < 400 || status >= 500) return null;
  if (status === 404 || status === 405) return new GameError('NOT_FOUND');
  return status === 403 ? new GameError('FORBIDDEN') : new GameError('VALIDATION_ERROR');
}

/** The refusal for anything that was thrown; INTERNAL for what nobody foresaw. */
export function toGameError(error: unknown): GameError {
  if (error instanceof GameError) return error;
  if (error instanceof ZodError) return new GameError('VALIDATION_ERROR', describeIssues(error));
  if (error instanceof URIError) return new GameError('VALIDATION_ERROR', 'path: has a malformed escape');
  if (isDatabaseUnavailable(error)) return new GameError('UNAVAILABLE');
  if (error instanceof Error) {
    const { type, status } = error as ErrorMembers;
    return fromBodyParser(type) ?? fromStatus(status) ?? new GameError('INTERNAL');
  }
  return new GameError('INTERNAL');
}

/** Refuses what no route has taken, the wrong method of a right path included. */
export const refuseUnknownRoute: RequestHandler = () => {
  throw new GameError('NOT_FOUND');
};

/** A route that does not exist is answered by its place alone: JSON below /api, a page elsewhere. */
function wantsJson(request: Request, refusal: GameError): boolean {
  if (isApiRequest(request)) return true;
  return refusal.code !== 'NOT_FOUND' && isJsonRequest(request);
}

function sendPage(response: Response, refusal: GameError): void {
  // Who is refused for a reason of his own needs no number to report.
  const requestId = refusal.status >= 500 ? requestIdOf(response) : null;
  response.render(
    'error',
    { status: refusal.status, refusal, requestId },
    (_error: unknown, html?: string) => {
      if (html === undefined) response.type('text').send(refusal.message);
      else response.type('html').send(html);
    },
  );
}

/** Answers every error; the last of all handlers. */
export function createErrorHandler(log: Log): ErrorRequestHandler {
  return (error, request, response, next) => {
    const refusal = toGameError(error);
    if (refusal.code === 'INTERNAL' || refusal.code === 'UNAVAILABLE') {
      const { method, path } = request;
      const requestId = requestIdOf(response);
      log.error({ err: error as unknown, requestId, method, path }, refusal.message);
    }
    if (response.headersSent) {
      // Half an answer has left: a cut connection is the only way left to say that it is not whole.
      request.socket.destroy();
      next();
      return;
    }
    response.status(refusal.status).set('Cache-Control', 'no-store');
    if (wantsJson(request, refusal)) response.json(refusal.toBody());
    else sendPage(response, refusal);
  };
}
