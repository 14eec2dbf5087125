import { promisify } from 'node:util';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { GameError } from '../kernel/errors.ts';
import { hasBody } from './negotiate.ts';

const maxJsonBytes = 16 * 1024;
const maxFormBytes = 8 * 1024;
const maxNesting = 8;

const readJson = toPromise(express.json({ limit: maxJsonBytes, strict: false }));
const readUrlencoded = toPromise(express.urlencoded({ limit: maxFormBytes, extended: false }));

function toPromise(middleware: RequestHandler): (request: Request, response: Response) => Promise<unknown> {
  return promisify((request: Request, response: Response, done: (error?: unknown) => void) => {
    void middleware(request, response, done);
  });
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

export function isForm(request: Request): boolean {
  return request.is('urlencoded') === 'urlencoded';
}

/** Express knows only the name UTF-8. Clients also send `utf8` and `utf_8`. */
function normaliseCharset({ headers }: Request): void {
  const type = headers['content-type'];
  if (type !== undefined)
    headers['content-type'] = type.replace(/(; *charset *= *"?)utf_?8(?=["; ]|$)/i, '$1utf-8');
}

/**
 * Returns `{}` without a body. Throws MALFORMED_JSON, PAYLOAD_TOO_LARGE (over 16 kB of JSON, 8 kB of form or 8 levels),
 * or VALIDATION_ERROR for other media types. Some come as body-parser errors (error-handler.ts).
 */
export async function readBody(request: Request, response: Response, takesForms: boolean): Promise<unknown> {
  if (!hasBody(request)) return {};
  normaliseCharset(request);
  if (request.is('json') === 'json') await readJson(request, response);
  else if (takesForms && isForm(request)) await readUrlencoded(request, response);
  else throw new GameError('VALIDATION_ERROR', describeMediaTypes(takesForms));
  const body: unknown = request.body;
  if (isDeeperThan(body, maxNesting)) throw new GameError('PAYLOAD_TOO_LARGE');
  return body;
}

function describeMediaTypes(takesForms: boolean): string {
  return `body: must be application/json${takesForms ? ' or application/x-www-form-urlencoded' : ''}`;
}
