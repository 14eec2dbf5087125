/** What the documents for OpenAPI and AsyncAPI share. */
import { sessionCookie } from '../../http/sessions/sessions.ts';
import type { Example } from './examples.ts';
import type { Media, NamedExample, OpenApi, ResponseObject } from './types.ts';

const count = { type: 'integer', minimum: 0 };

export const limitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

export const commonComponents = {
  headers: {
    'X-RateLimit-Limit': {
      description: 'Limit per minute for the requests that count together with this one.',
      schema: count,
    },
    'X-RateLimit-Remaining': { description: 'Requests left in this minute.', schema: count },
    'X-RateLimit-Reset': { description: 'End of the minute, in Unix seconds.', schema: count },
    'Retry-After': { description: 'Seconds to wait after RATE_LIMITED.', schema: count },
    'X-Request-Id': {
      description: 'The id of this request in the server log.',
      schema: { type: 'string', pattern: '^[\\w.:-]{1,64}$' },
    },
    'Set-Cookie': {
      description: `The session, as \`${sessionCookie}\`; cleared when it has ended.`,
      schema: { type: 'string' },
    },
  },
  parameters: {
    'Idempotency-Key': {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'For 24 hours, the same request with the same key takes effect once; the server repeats its response.',
      schema: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[!-~]+$' },
    },
  },
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'The token that a login returns.' },
    cookie: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by a login.' },
  },
} as const satisfies Omit<OpenApi['components'], 'schemas' | 'responses'>;

/** References to these headers and X-Request-Id. */
export function headersOf(names: readonly string[]): Pick<ResponseObject, 'headers'> {
  const all = [...names, 'X-Request-Id'];
  return {
    headers: Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
}

export function named(examples: readonly NamedExample[]): Pick<Media, 'examples'> {
  if (examples.length === 0) return {};
  return { examples: Object.fromEntries(examples.map((example, index) => [`example${index + 1}`, example])) };
}

export function examplesOf(examples: readonly Example[]): Pick<Media, 'examples'> {
  return named(examples.map(({ title, answer }) => ({ summary: title, value: answer })));
}
