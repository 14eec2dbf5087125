/** Both documents of a service, worked out from its routes when they are first asked for. */
import type { Endpoint } from '../http/endpoint.ts';
import { describeSocket } from './asyncapi.ts';
import { describeApi } from './openapi.ts';
import type { AsyncApi, OpenApi } from './types.ts';

export interface Documents {
  openapi: OpenApi;
  asyncapi: AsyncApi;
}

const known = new WeakMap<readonly Endpoint[], Documents>();

/** The documents of these routes; the same ones for the same list. */
export function documentsOf(endpoints: readonly Endpoint[]): Documents {
  const documents = known.get(endpoints) ?? { openapi: describeApi(endpoints), asyncapi: describeSocket() };
  known.set(endpoints, documents);
  return documents;
}
