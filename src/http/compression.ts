/** Compresses pages, style sheets, modules and drawings. API responses are small and stay uncompressed. */
import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';
import { isApiRequest } from './negotiate.ts';

/** Of 11. Higher levels cost more time than the saved bytes are worth. */
const brotliQuality = 5;

export function createCompression(): RequestHandler {
  return compression({
    filter: (request, response) => !isApiRequest(request) && compression.filter(request, response),
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  });
}
