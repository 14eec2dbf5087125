/** Reads a body: JSON, and where a form may be sent, a form. What cannot be read is refused by its kind. */
import express from 'express';
import type { Request, RequestHandler } from 'express';
import { GameError } from '../kernel/errors.ts';

const mostJsonBytes = 16 * 1024;
const mostFormBytes = 8 * 1024;
const deepestNesting = 8;

const readJson: RequestHandler = express.json({ limit: mostJsonBytes, strict: false });
const readUrlencoded: RequestHandler = express.urlencoded({ limit: mostFormBytes, extended: false });

/** Whether a value is nested deeper than `levels`; looks no deeper than that. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

function hasBody(request: Request): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

/** Whether a form was sent. */
export function isForm(request: Request): boolean {
  return request.is('urlencoded') === 'urlencoded';
}

/**
 * A step that puts the parsed body on the request; without one it is `{}`. Refuses with MALFORMED_JSON,
 * PAYLOAD_TOO_LARGE (16 kB of JSON, 8 kB of form, 8 levels) or, for another media type, VALIDATION_ERROR.
 * @param takesForms whether a form may be sent as well
 */
export function createBodyReader(takesForms: boolean): RequestHandler {
  return (request, response, next) => {
    const finish = (error?: unknown): void => {
      const body: unknown = request.body;
      if (error !== undefined) next(error);
      else if (isDeeperThan(body, deepestNesting)) next(new GameError('PAYLOAD_TOO_LARGE'));
      else next();
    };
    if (!hasBody(request)) {
      request.body = {};
      next();
    } else if (request.is('json') === 'json') readJson(request, response, finish);
    else if (takesForms && isForm(request)) readUrlencoded(request, response, finish);
    else next(new GameError('VALIDATION_ERROR', describeMediaTypes(takesForms)));
  };
}

function describeMediaTypes(takesForms: boolean): string {
  return `body: must be application/json${takesForms ? ' or application/x-www-form-urlencoded' : ''}`;
}
