/** Describes the two health routes by hand: they are no endpoints, and bypass sessions, rate limits and database. */
import { examples as recorded } from './examples.ts';
import { tagWords } from './words.ts';
import type { ResponseObject, NamedExample, OpenApi, Operation } from './types.ts';

const checks = {
  type: 'array',
  description: 'The result of each check.',
  items: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'What is checked.' },
      ok: { type: 'boolean', description: 'Whether it is in order.' },
    },
    required: ['name', 'ok'],
  },
};

const build = {
  version: { type: 'string', description: 'The version of the server.' },
  commit: { type: ['string', 'null'], description: 'The commit of its build; null if unknown.' },
};

function responseOf(path: string, description: string, healthStatus: string): ResponseObject {
  const examples = recorded.requests.filter(
    ({ route, answer }) => route === `GET ${path}` && answer.status === healthStatus,
  );
  const named: NamedExample[] = examples.map(({ title, answer }) => ({ summary: title, value: answer }));
  return {
    description,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            status: { const: healthStatus, description: 'The result.' },
            ...(path === '/readyz' ? { checks, ...build } : {}),
          },
          required: path === '/readyz' ? ['status', 'checks', ...Object.keys(build)] : ['status'],
        },
        ...(named[0] === undefined ? {} : { examples: { example1: named[0] } }),
      },
    },
  };
}

const checkWords = 'Open to all callers, and not limited. Needs neither session nor database.';

function toOperation(operationId: string, summary: string, responses: Operation['responses']): Operation {
  return {
    operationId,
    tags: [tagWords.service.name],
    summary,
    description: checkWords,
    security: [],
    'x-rate-limit-class': 'none',
    parameters: [],
    responses,
  };
}

/** Liveness and readiness. Ready means: database reachable and migrated, clock caught up, not shutting down. */
export const healthPaths: OpenApi['paths'] = {
  '/healthz': {
    get: toOperation('checkHealth', 'Liveness: the process is alive', {
      200: responseOf('/healthz', 'Alive.', 'ok'),
    }),
  },
  '/readyz': {
    get: toOperation('checkReadiness', 'Readiness: database reachable, clock caught up, not shutting down', {
      200: responseOf('/readyz', 'Ready.', 'ready'),
      503: responseOf('/readyz', 'Not ready.', 'not ready'),
    }),
  },
};
