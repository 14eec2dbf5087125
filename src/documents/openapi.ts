/** The JSON routes as an OpenAPI 3.1 document, from the very values they are mounted from. */
import { errorBody } from '../contract/shapes.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { takesIdempotencyKey } from '../idempotency/key.ts';
import { refusalsOf } from '../http/refusals.ts';
import { messageOf, type ErrorCode } from '../kernel/errors.ts';
import { examples as recorded, type Example } from './examples.ts';
import { healthPaths } from './health.ts';
import { commonParts, limitHeaders } from './parts.ts';
import { createSchemaRegistry, type JsonSchema, type SchemaRegistry } from './schemas.ts';
import type { ResponseObject, Media, NamedExample, OpenApi, Operation, Parameter } from './types.ts';
import { guides, tagWords } from './words.ts';
import { version } from './version.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const errorSchema = { $ref: '#/components/schemas/Error' };
/** Routes that begin or end the session of the request. */
const setsCookie = ['POST /login', 'POST /logout', 'DELETE /api/user/sessions/{session_id}'];
/** Refused before anything is counted. */
const uncounted: readonly ErrorCode[] = ['CROSS_ORIGIN', 'AUTH_REQUIRED'];

/** `/api/city/:city_id/train` as the document writes it: `/api/city/{city_id}/train`. */
function pathOf({ path }: Endpoint): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** A name no other operation has: `postCityTrain`. */
function operationIdOf({ method, path }: Endpoint): string {
  const words = path.split(/[/.]/).filter((word) => word !== '' && word !== 'api' && !word.startsWith(':'));
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Members of an object as parameters, with the values the first good example gives them. */
function toParameters(
  { properties = {}, required = [] }: JsonSchema,
  place: 'path' | 'query',
  given: Readonly<Record<string, unknown>> = {},
): Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
    ...(name in given ? { example: given[name] } : {}),
  }));
}

/** References to these headers and to the one that every answer carries. */
function headersOf(names: readonly string[]): Pick<ResponseObject, 'headers'> {
  const all = [...names, 'X-Request-Id'];
  return {
    headers: Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
}

/** Examples by a name of their own: `example1`, `example2`. */
function named(examples: readonly (NamedExample | null)[]): Pick<Media, 'examples'> {
  const given = examples.filter((example) => example !== null);
  if (given.length === 0) return {};
  return { examples: Object.fromEntries(given.map((example, index) => [`example${index + 1}`, example])) };
}

function answersOf(status: number, examples: readonly Example[]): Pick<Media, 'examples'> {
  return named(
    examples
      .filter((example) => example.status === status)
      .map(({ title, answer }) => ({ summary: title, value: answer })),
  );
}

/** One answer a status: its codes, and the examples that were refused so. */
function refusedAnswers(endpoint: Endpoint, examples: readonly Example[]): Record<string, ResponseObject> {
  const refusals = refusalsOf(endpoint);
  const statuses = [...new Set(refusals.map(({ status }) => status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = refusals.filter((refusal) => refusal.status === status).map(({ code }) => code);
      const isCounted = endpoint.limit !== 'none' && !codes.every((code) => uncounted.includes(code));
      const headers = [...(isCounted ? limitHeaders : []), ...(status === 429 ? ['Retry-After'] : [])];
      const schema = { ...errorSchema, properties: { code: { enum: codes } } };
      return [
        status,
        {
          description: codes.map((code) => `${code}: ${messageOf(code)}`).join('. '),
          ...headersOf(headers),
          content: { [json]: { schema, ...answersOf(status, examples) } },
        },
      ];
    }),
  );
}

function toOperation(endpoint: Endpoint, registry: SchemaRegistry): Operation {
  const { method, tag, summary, description, auth, limit, params, query, body, status } = endpoint;
  const route = `${method.toUpperCase()} ${pathOf(endpoint)}`;
  const examples = recorded.requests.filter((example) => example.route === route);
  const good = examples.find((example) => example.status === status);
  const isForPeople = !endpoint.path.startsWith('/api/');
  const session = [{ bearer: [] }, { cookie: [] }];
  const bodySchema = body === undefined ? null : registry.describe(body, 'input');
  const bodies = named(
    examples.map(({ title, body: sent }) => (sent === undefined ? null : { summary: title, value: sent })),
  );
  return {
    operationId: operationIdOf(endpoint),
    tags: [tagWords[tag].name],
    summary,
    ...(description === undefined ? {} : { description }),
    security: auth === 'required' ? session : auth === 'optional' ? [{}, ...session] : [],
    'x-rate-limit-class': limit,
    parameters: [
      ...(params === undefined ? [] : toParameters(registry.describe(params, 'input'), 'path', good?.params)),
      ...(query === undefined ? [] : toParameters(registry.describe(query, 'input'), 'query', good?.query)),
      ...(takesIdempotencyKey(endpoint) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
    ],
    ...(bodySchema === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              [json]: { schema: bodySchema, ...bodies },
              ...(endpoint.fromForm === undefined ? {} : { [form]: { schema: bodySchema } }),
            },
          },
        }),
    responses: {
      [status]: {
        description: status === 201 ? 'Created.' : 'Done.',
        ...headersOf([
          ...(limit === 'none' ? [] : limitHeaders),
          ...(setsCookie.includes(route) ? ['Set-Cookie'] : []),
        ]),
        content: {
          [json]: { schema: registry.describe(endpoint.answer, 'output'), ...answersOf(status, examples) },
        },
      },
      ...(isForPeople ? { 302: { description: 'To a browser: the page that comes next.' } } : {}),
      ...refusedAnswers(endpoint, examples),
    },
  };
}

/** Describes these routes, and beside them the two of health. */
export function describeApi(endpoints: readonly Endpoint[]): OpenApi {
  const registry = createSchemaRegistry();
  registry.describe(errorBody, 'output');
  const paths: OpenApi['paths'] = {};
  for (const endpoint of endpoints) {
    (paths[pathOf(endpoint)] ??= {})[endpoint.method] = toOperation(endpoint, registry);
  }
  Object.assign(paths, healthPaths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hegemon',
      version,
      summary: 'A persistent strategy game for many players on one map.',
      description: guides
        .map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n'))
        .join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server this document comes from' }],
    tags: Object.values(tagWords),
    paths,
    components: { schemas: registry.components, ...commonParts },
  };
}
