/** The JSON routes that serve the API documents. */
import { z } from 'zod';
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';
import { documentsOf } from './documents.ts';

/** @param endpoints every route of the server; read when a document is requested */
export function documentEndpoints(endpoints: readonly Endpoint[]): Endpoint[] {
  return [
    defineEndpoint({
      method: 'get',
      path: '/api/openapi.json',
      tag: 'service',
      summary: 'Every JSON route, as an OpenAPI 3.1 document',
      auth: 'none',
      response: z.looseObject({ openapi: z.literal('3.1.0') }),
      isConstant: true,
      run: () => Promise.resolve({ ...documentsOf(endpoints).openapi }),
    }),
    defineEndpoint({
      method: 'get',
      path: '/api/asyncapi.json',
      tag: 'service',
      summary: 'Every event of the socket, as an AsyncAPI 3.0 document',
      auth: 'none',
      response: z.looseObject({ asyncapi: z.literal('3.0.0') }),
      isConstant: true,
      run: () => Promise.resolve({ ...documentsOf(endpoints).asyncapi }),
    }),
  ];
}
