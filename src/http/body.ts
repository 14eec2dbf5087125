/** Reads a body: JSON, and where a form may be sent, a form. What cannot be read is refused by its kind. */
import { promisify } from 'node:util';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { GameError } from '../kernel/errors.ts';

const maxJsonBytes = 16 * 1024;
const maxFormBytes = 8 * 1024;
const deepestNesting = 8;

const readJson = toPromise(express.json({ limit: maxJsonBytes, strict: false }));
const readUrlencoded = toPromise(express.urlencoded({ limit: maxFormBytes, extended: false }));

/** A step of Express that is waited for. */
function toPromise(step: RequestHandler): (request: Request, response: Response) => Promise<unknown> {
  return promisify((request: Request, response: Response, done: (error?: unknown) => void) => {
    void step(request, response, done);
  });
}

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
 * The body of a request; `{}` without one. Throws MALFORMED_JSON, PAYLOAD_TOO_LARGE (16 kB of JSON, 8 kB of form, 8
 * levels) or, for another media type, VALIDATION_ERROR, as the library's errors or ours.
 * @param takesForms whether a form may be sent as well
 */
export async function readBody(request: Request, response: Response, takesForms: boolean): Promise<unknown> {
  if (!hasBody(request)) return {};
  if (request.is('json') === 'json') await readJson(request, response);
  else if (takesForms && isForm(request)) await readUrlencoded(request, response);
  else throw new GameError('VALIDATION_ERROR', describeMediaTypes(takesForms));
  const body: unknown = request.body;
  if (isDeeperThan(body, deepestNesting)) throw new GameError('PAYLOAD_TOO_LARGE');
  return body;
}

function describeMediaTypes(takesForms: boolean): string {
  return `body: must be application/json${takesForms ? ' or application/x-www-form-urlencoded' : ''}`;
}
