/** Reads the API documents as programs do, and validates values against their schemas. Undeclared members are faults. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../src/server/documents/schemas.ts';
import type { AsyncApi } from '../../src/server/documents/asyncapi.ts';
import type { OpenApi, Operation, Reference, ResponseObject } from '../../src/server/documents/types.ts';
import { sendAnonymously, type TestGame } from './game.ts';

export interface ServedDocuments {
  openapi: OpenApi;
  asyncapi: AsyncApi;
}

export async function readDocuments({ url }: TestGame): Promise<ServedDocuments> {
  const [openapi, asyncapi] = await Promise.all([
    sendAnonymously<OpenApi>(url, 'GET', '/api/openapi.json'),
    sendAnonymously<AsyncApi>(url, 'GET', '/api/asyncapi.json'),
  ]);
  return { openapi: openapi.body, asyncapi: asyncapi.body };
}

/** An operation whose responses stand in it, also those that the document has once for several routes. */
export type ResolvedOperation = Operation & { responses: Record<string, ResponseObject> };

/** Every operation of a document by its name, such as `GET /api/empire/{empire_id}`. */
export function listOperations({ paths, components }: OpenApi): Map<string, ResolvedOperation> {
  const resolve = (response: ResponseObject | Reference): ResponseObject => {
    if (!('$ref' in response)) return response;
    const found = components.responses[response.$ref.replace('#/components/responses/', '')];
    if (found === undefined) throw new Error(`the document lacks ${response.$ref}`);
    return found;
  };
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const responses = Object.entries(operation.responses).map(
          ([status, response]) => [status, resolve(response)] as const,
        );
        const resolved: ResolvedOperation = { ...operation, responses: Object.fromEntries(responses) };
        return [`${method.toUpperCase()} ${path}`, resolved];
      }),
    ),
  );
}

/** A copy of a schema that allows declared members only. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, close(inner)]));
  const isWholeObject = 'properties' in closed && closed.type === 'object' && !('$ref' in closed);
  return isWholeObject ? { additionalProperties: false, ...closed } : closed;
}

export type FindFaults = (schema: JsonSchema | undefined, value: unknown) => string[];

/** Creates a function that lists how a value violates a schema of a document. */
export function createFaultFinder({ components }: Pick<OpenApi | AsyncApi, 'components'>): FindFaults {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const shared = close({ schemas: components.schemas });
  const compiled = new Map<JsonSchema, ValidateFunction>();
  return (schema, value) => {
    if (schema === undefined) return ['there is no schema'];
    const isValid = compiled.get(schema) ?? ajv.compile({ ...(close(schema) as object), components: shared });
    compiled.set(schema, isValid);
    if (isValid(value)) return [];
    return (isValid.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  };
}
