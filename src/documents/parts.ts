/** What every operation of the API document may refer to: headers, the one common parameter, how to be somebody. */
import { sessionCookie } from '../http/session.ts';
import type { OpenApi } from './types.ts';

const count = { type: 'integer', minimum: 0 };

export const limitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

export const commonParts = {
  headers: {
    'X-RateLimit-Limit': {
      description: 'Requests a minute that count together with this one.',
      schema: count,
    },
    'X-RateLimit-Remaining': { description: 'How many of them are left.', schema: count },
    'X-RateLimit-Reset': { description: 'When the minute is over, in Unix seconds.', schema: count },
    'Retry-After': { description: 'Seconds to wait; of RATE_LIMITED.', schema: count },
    'X-Request-Id': {
      description: 'Under which the log has it.',
      schema: { type: 'string', pattern: '^[\\w.:-]{1,64}$' },
    },
    'Set-Cookie': {
      description: `The session, as \`${sessionCookie}\`; cleared where it has ended.`,
      schema: { type: 'string' },
    },
  },
  parameters: {
    'Idempotency-Key': {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'For 24 hours the same request with the same key takes effect once and repeats its answer.',
      schema: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[!-~]+$' },
    },
  },
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'The token a login answers.' },
    cookie: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by a login.' },
  },
} as const satisfies Omit<OpenApi['components'], 'schemas'>;
