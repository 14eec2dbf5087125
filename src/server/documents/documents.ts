/** Generates both API documents on first use, and serves them. */
import type { Router } from 'express';
import { z } from 'zod';
import { routerOf, type RouterDeps } from '../../http/create-router.ts';
import { endpointsOf, type Endpoint } from '../../http/endpoint.ts';
import { describeSocket, type AsyncApi } from './asyncapi.ts';
import { describeApi } from './openapi.ts';
import type { DescribedServer, OpenApi } from './types.ts';

export interface Documents {
  openapi: OpenApi;
  asyncapi: AsyncApi;
}

const cache = new WeakMap<readonly Endpoint[], Documents>();

function documentsOf(endpoints: readonly Endpoint[], server: DescribedServer): Documents {
  const documents = cache.get(endpoints) ?? {
    openapi: describeApi(endpoints, server),
    asyncapi: describeSocket(server.baseUrl),
  };
  cache.set(endpoints, documents);
  return documents;
}

const endpoint = endpointsOf('service');

/** The documents describe every route that exists at the first request. */
export function createDocumentRouter(server: DescribedServer, deps: RouterDeps): Router {
  const document = { auth: 'none', isConstant: true } as const;
  const { endpoints } = deps;
  return routerOf([
    endpoint.get('/api/openapi.json', {
      ...document,
      summary: 'Every JSON route, as an OpenAPI 3.1 document',
      response: z.looseObject({ openapi: z.literal('3.1.0').describe('Version of OpenAPI.') }),
      run: () => Promise.resolve({ ...documentsOf(endpoints, server).openapi }),
    }),
    endpoint.get('/api/asyncapi.json', {
      ...document,
      summary: 'Every event of the socket, as an AsyncAPI 3.0 document',
      response: z.looseObject({ asyncapi: z.literal('3.0.0').describe('Version of AsyncAPI.') }),
      run: () => Promise.resolve({ ...documentsOf(endpoints, server).asyncapi }),
    }),
  ])(deps);
}
