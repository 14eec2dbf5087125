/** The two routes of health, which no session, limit or database stands before: described by hand. */
import { examples as recorded } from './examples.ts';
import { tagWords } from './words.ts';
import type { ResponseObject, NamedExample, OpenApi, Operation } from './types.ts';

const checks = {
  type: 'array',
  items: {
    type: 'object',
    properties: { name: { type: 'string' }, ok: { type: 'boolean' } },
    required: ['name', 'ok'],
  },
};

function answerOf(path: string, description: string, word: string): ResponseObject {
  const examples = recorded.requests.filter(
    ({ route, answer }) => route === `GET ${path}` && answer.status === word,
  );
  const shown: NamedExample[] = examples.map(({ title, answer }) => ({ summary: title, value: answer }));
  return {
    description,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { status: { const: word }, ...(path === '/readyz' ? { checks } : {}) },
          required: path === '/readyz' ? ['status', 'checks'] : ['status'],
        },
        ...(shown[0] === undefined ? {} : { examples: { example1: shown[0] } }),
      },
    },
  };
}

function toOperation(operationId: string, summary: string, responses: Operation['responses']): Operation {
  return {
    operationId,
    tags: [tagWords.service.name],
    summary,
    security: [],
    'x-rate-limit-class': 'none',
    parameters: [],
    responses,
  };
}

/** Whether the process lives, and whether it can serve: database reachable and migrated, the clock caught up, not about to stop. */
export const healthPaths: OpenApi['paths'] = {
  '/healthz': {
    get: toOperation('getHealthz', 'Whether the process lives', {
      200: answerOf('/healthz', 'It does.', 'ok'),
    }),
  },
  '/readyz': {
    get: toOperation(
      'getReadyz',
      'Whether it can serve: database reachable, the clock caught up, not about to stop',
      {
        200: answerOf('/readyz', 'It can.', 'ready'),
        503: answerOf('/readyz', 'Not now.', 'not ready'),
      },
    ),
  },
};
