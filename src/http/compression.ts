/** Compression of pages, styles, modules and drawings; the JSON of the game is small and sent as it is. */
import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';
import { isApiRequest } from './negotiate.ts';

/** Of 11; above it costs more time than the bytes it saves. */
const brotliQuality = 5;

export function createCompression(): RequestHandler {
  return compression({
    filter: (request, response) => !isApiRequest(request) && compression.filter(request, response),
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  });
}
