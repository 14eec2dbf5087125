/** The subset of OpenAPI 3.1 and AsyncAPI 3.0 that the documents use. */
import type { LimitClass, RateLimits } from '../../http/limits/rate-limit.ts';
import type { JsonSchema } from './schemas.ts';

export interface DescribedServer {
  limits: RateLimits;
  baseUrl: string;
  /** Null: none. */
  operatorContact: string | null;
}

export interface Reference {
  $ref: string;
}

export interface NamedExample {
  summary: string;
  value: unknown;
}

export interface Media {
  schema: JsonSchema;
  examples?: Record<string, NamedExample>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  'x-rate-limit-class': LimitClass;
  parameters: (Parameter | Reference)[];
  requestBody?: { required: true; content: Record<string, Media> };
  responses: Record<string, ResponseObject | Reference>;
}

export interface OpenApi {
  openapi: '3.1.0';
  info: Record<string, unknown>;
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<'get' | 'post' | 'put' | 'delete', Operation>>>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    parameters: Record<string, Parameter>;
    responses: Record<string, ResponseObject>;
    securitySchemes: Record<string, Record<string, string>>;
  };
}

export interface Message {
  name: string;
  summary: string;
  description?: string;
  /** The connections that receive the event. */
  'x-receivers'?: string;
  payload: JsonSchema;
  examples: [{ payload: unknown }];
}
