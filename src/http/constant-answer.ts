/**
 * Sends JSON that is the same for all callers while the server runs. It is created and compressed once. A client that
 * has it gets a 304.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** The one with the smallest result first. */
const encodings = ['br', 'gzip'] as const;

interface Prepared {
  etag: string;
  bodies: Readonly<Record<(typeof encodings)[number] | 'identity', Buffer>>;
}

/** Sends the JSON that `read` returned for the first request. After a failure, the next request reads again. */
export type SendConstant = (
  request: Request,
  response: Response,
  read: () => Promise<string>,
) => Promise<void>;

async function prepare(text: string): Promise<Prepared> {
  const identity = Buffer.from(text);
  // Weak, because all encodings share it.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 20)}"`;
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  return { etag, bodies: { br, gzip: zipped, identity } };
}

export function createSendConstant(): SendConstant {
  let preparing: Promise<Prepared> | null = null;
  return async (request, response, read) => {
    preparing ??= read().then(prepare);
    const { etag, bodies } = await preparing.catch((error: unknown) => {
      preparing = null;
      throw error;
    });
    response.setHeader('ETag', etag);
    // Clients may store it, but must revalidate: a new release may change it.
    response.setHeader('Cache-Control', 'no-cache');
    response.vary('Accept-Encoding');
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const encoding = encodings.find((name) => request.acceptsEncodings(name)) ?? 'identity';
    const body = bodies[encoding];
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', body.length);
    response.end(body);
  };
}
