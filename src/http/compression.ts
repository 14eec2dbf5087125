/** Compresses pages, assets, drawings and documents. Other API responses are small and stay uncompressed. */
import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';

/** Of 11. Higher levels cost more time than they save. */
const brotliQuality = 5;

export const compress: RequestHandler = compression({
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
});
