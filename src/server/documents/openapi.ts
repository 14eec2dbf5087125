import { errorBody } from '../../contract/shapes.ts';
import { routes } from '../../client/routes.ts';
import { tagWords, type Endpoint } from '../../http/endpoint.ts';
import type { RateLimits } from '../../http/limits/rate-limit.ts';
import { takesIdempotencyKey } from '../../http/idempotency-key.ts';
import { refusalsOf } from '../../http/refusals.ts';
import { findContact } from '../../kernel/contact.ts';
import { messageOf, type ErrorCode } from '../../kernel/errors.ts';
import { examples as recorded, type Example } from './examples.ts';
import { healthPaths } from './health.ts';
import { commonComponents, examplesOf, headersOf, limitHeaders, named } from './components.ts';
import { createSchemaRegistry, type JsonSchema, type SchemaRegistry } from './schemas.ts';
import type { DescribedServer, OpenApi, Operation, Parameter, Reference, ResponseObject } from './types.ts';
import { guidesOf, limitWordsOf } from './words.ts';
import { version } from '../../kernel/version.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const errorSchema = { allOf: [{ $ref: '#/components/schemas/ErrorBody' }] };
/** Routes that start or end the session of the request. */
const setsCookie = [
  'POST /login',
  'POST /logout',
  'POST /delete-account',
  'DELETE /api/user/sessions/{session_id}',
];
/** Refusals before rate limiting, without its headers. */
const uncounted: readonly ErrorCode[] = ['CROSS_ORIGIN', 'AUTH_REQUIRED'];

/** Converts `:city_id` to `{city_id}`. */
function pathOf({ path }: Endpoint): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

const methodNames = new Map(
  Object.entries(routes).map(([name, { method, path }]) => [`${method} ${path}`, name]),
);

/** Such as `build`. */
function operationIdOf({ method, path }: Endpoint): string {
  const route = `${method.toUpperCase()} ${path}`;
  const name = methodNames.get(route);
  if (name === undefined) throw new Error(`src/client/routes has no method for ${route}`);
  return name;
}

const accessWords = {
  required: 'Needs a session.',
  shared: 'Needs a session, or the parameter `share`.',
  optional: 'Works with and without a session.',
  none: 'Open to all callers.',
} satisfies Record<Endpoint['auth'], string>;

function descriptionOf({ description, auth, limit }: Endpoint, limits: RateLimits): string {
  return [
    ...(description === undefined ? [] : [description]),
    `${accessWords[auth]} Rate limit: ${limitWordsOf(limits)[limit]}.`,
  ].join('\n\n');
}

/** Example values are those of the first successful example. */
function toParameters(
  { properties = {}, required = [] }: JsonSchema,
  location: 'path' | 'query',
  values: Readonly<Record<string, unknown>> = {},
): Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
    ...(name in values ? { example: values[name] } : {}),
  }));
}

type ErrorResponses = Record<string, ResponseObject>;

/** For example `Error409IdempotencyMismatchOnLeave`. */
function errorNameOf(status: number, codes: readonly ErrorCode[], isCounted: boolean): string {
  const words = codes
    .flatMap((code) => code.split('_'))
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return `Error${status}${words.join('')}${isCounted ? '' : 'Uncounted'}`;
}

/** References to one response per error status, which it adds to `errors`. */
function errorResponses(
  endpoint: Endpoint,
  examples: readonly Example[],
  errors: ErrorResponses,
): Record<string, Reference> {
  const refusals = refusalsOf(endpoint);
  const statuses = [...new Set(refusals.map(({ status }) => status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = refusals.filter((refusal) => refusal.status === status).map(({ code }) => code);
      const isCounted = endpoint.limit !== 'none' && !codes.every((code) => uncounted.includes(code));
      const headers = [...(isCounted ? limitHeaders : []), ...(status === 429 ? ['Retry-After'] : [])];
      const name = errorNameOf(status, codes, isCounted);
      const media = ((errors[name] ??= {
        description: codes.map((code) => `${code}: ${messageOf(code)}`).join('. '),
        ...headersOf(headers),
        content: { [json]: { schema: { ...errorSchema, properties: { code: { enum: codes } } } } },
      }).content ??= {})[json];
      const own = examples
        .filter((example) => example.status === status)
        .map(({ route, title, answer }) => ({ summary: `${route}: ${title}`, value: answer }));
      if (media !== undefined) Object.assign(media, named([...Object.values(media.examples ?? {}), ...own]));
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function toOperation(
  endpoint: Endpoint,
  registry: SchemaRegistry,
  errors: ErrorResponses,
  limits: RateLimits,
): Operation {
  const { method, tag, summary, auth, limit, params, query, body, status } = endpoint;
  const route = `${method.toUpperCase()} ${pathOf(endpoint)}`;
  const examples = recorded.requests.filter((example) => example.route === route);
  const successful = examples.find((example) => example.status === status);
  const isForPeople = !endpoint.path.startsWith('/api/');
  const session = [{ bearer: [] }, { cookie: [] }];
  const bodySchema = body === undefined ? null : registry.describe(body, 'input');
  const bodies = named(
    examples
      .filter(({ body: value }) => value !== undefined && body?.safeParse(value).success === true)
      .map(({ title, body: value }) => ({ summary: title, value })),
  );
  return {
    operationId: operationIdOf(endpoint),
    tags: [tagWords[tag].name],
    summary,
    description: descriptionOf(endpoint, limits),
    security: auth === 'required' ? session : auth === 'none' ? [] : [{}, ...session],
    'x-rate-limit-class': limit,
    parameters: [
      ...toParameters(registry.describe(params, 'input'), 'path', successful?.params),
      ...(query === undefined
        ? []
        : toParameters(registry.describe(query, 'input'), 'query', successful?.query)),
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
        description: status === 201 ? 'Created.' : 'Success.',
        ...headersOf([
          ...(limit === 'none' ? [] : limitHeaders),
          ...(setsCookie.includes(route) ? ['Set-Cookie'] : []),
        ]),
        content: {
          [json]: {
            schema: registry.describe(endpoint.response, 'output'),
            ...examplesOf(examples.filter((example) => example.status === status)),
          },
        },
      },
      ...(isForPeople ? { 302: { description: 'For browsers: redirect to the next page.' } } : {}),
      ...errorResponses(endpoint, examples, errors),
    },
  };
}

/** `info.contact`, from a line for people. */
function contactOf(line: string | null): { contact?: Record<string, string> } {
  if (line === null) return {};
  const address = findContact(line);
  if (address === null) return { contact: { name: line } };
  const mail = address.startsWith('mailto:') ? address.slice('mailto:'.length) : null;
  return { contact: { name: line, ...(mail === null ? { url: address } : { email: mail }) } };
}

export function describeApi(
  endpoints: readonly Endpoint[],
  { limits, baseUrl, operatorContact }: DescribedServer,
): OpenApi {
  const registry = createSchemaRegistry();
  registry.describe(errorBody, 'output');
  const errors: ErrorResponses = {};
  const paths: OpenApi['paths'] = {};
  for (const endpoint of endpoints) {
    (paths[pathOf(endpoint)] ??= {})[endpoint.method] = toOperation(endpoint, registry, errors, limits);
  }
  Object.assign(paths, healthPaths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hegemon',
      version,
      summary: 'A persistent strategy game for many players on one map.',
      description: guidesOf(limitWordsOf(limits))
        .map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n'))
        .join('\n\n'),
      ...contactOf(operatorContact),
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: baseUrl, description: 'The server that serves this document' }],
    tags: Object.values(tagWords),
    paths,
    components: { schemas: registry.components, responses: errors, ...commonComponents },
  };
}
