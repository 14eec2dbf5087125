import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';

/**
 * Without an ETag: most responses contain the time. The body stays a string, which Node sends together with the
 * headers.
 */
export function sendJson(request: Request, response: Response, status: number, text: string): void {
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  if (request.headers['if-none-match'] !== undefined && request.fresh) {
    // `If-None-Match: *` matches every response.
    response.statusCode = 304;
    response.end();
  } else {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(text);
  }
}

/**
 * Sends pieces as fast as the client reads them. If a piece fails, it closes the connection and rejects. If the client
 * disconnects, it stops.
 */
export async function streamJson(response: Response, pieces: Readable): Promise<void> {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  try {
    await pipeline(pieces, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
