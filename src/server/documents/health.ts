/** Describes the two health routes by hand: they are no endpoints, and bypass sessions, rate limits and database. */
import { tagWords } from '../../http/endpoint.ts';
import { examples } from './examples.ts';
import { examplesOf, headersOf } from './components.ts';
import type { ResponseObject, OpenApi, Operation } from './types.ts';

const readiness = {
  checks: {
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
  },
  version: { type: 'string', description: 'The version of the server.' },
  commit: { type: ['string', 'null'], description: 'The commit of its build; null if unknown.' },
};

function responseOf(path: string, description: string, result: string, members = {}): ResponseObject {
  const properties = { status: { const: result, description: 'The result.' }, ...members };
  const recorded = examples.requests.filter(
    ({ route, answer }) => route === `GET ${path}` && answer.status === result,
  );
  return {
    description,
    ...headersOf([]),
    content: {
      'application/json': {
        schema: { type: 'object', properties, required: Object.keys(properties) },
        ...examplesOf(recorded),
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

/** Ready means: database reachable and migrated, clock caught up, not shutting down. */
export const healthPaths: OpenApi['paths'] = {
  '/healthz': {
    get: toOperation('checkHealth', 'Liveness: the process is alive', {
      200: responseOf('/healthz', 'Alive.', 'ok'),
    }),
  },
  '/readyz': {
    get: toOperation('checkReadiness', 'Readiness: database reachable, clock caught up, not shutting down', {
      200: responseOf('/readyz', 'Ready.', 'ready', readiness),
      503: responseOf('/readyz', 'Not ready.', 'not ready', readiness),
    }),
  },
};
