/** Both API documents of a server, generated from its routes on first use. */
import type { Endpoint } from '../http/endpoint.ts';
import { describeSocket, type AsyncApi } from './asyncapi.ts';
import { describeApi } from './openapi.ts';
import type { OpenApi } from './types.ts';

export interface Documents {
  openapi: OpenApi;
  asyncapi: AsyncApi;
}

const cache = new WeakMap<readonly Endpoint[], Documents>();

/** The documents of these routes, cached per list. */
export function documentsOf(endpoints: readonly Endpoint[]): Documents {
  const documents = cache.get(endpoints) ?? { openapi: describeApi(endpoints), asyncapi: describeSocket() };
  cache.set(endpoints, documents);
  return documents;
}
