/**
 * The examples of the documents equal the responses of the server: the test plays the scenario in a new world, compares
 * the recording with `documents/examples.json`, and validates each response against its schema.
 */
import { format, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  clientEvents,
  serverEvents,
  type ClientEvents,
  type ServerEvents,
} from '../../src/contract/events.ts';
import {
  createFaultFinder,
  listOperations,
  readDocuments,
  type FindFaults,
  type ResolvedOperation,
} from '../support/documents.ts';
import { useOne, useTestGame } from '../support/game.ts';
import { useMailCatcher } from '../support/mail-catcher.ts';
import { closeClients } from '../support/sockets.ts';
import { TestClock } from '../support/test-clock.ts';
import { recordExamples, type Exchange } from './example-recorder.ts';

// A fixed seed, like the fixed clock, makes the recorded rounds of the battle reproducible.
vi.mock(import('../../src/world/battle-random.ts'), async (original) => ({
  ...(await original()),
  newSeed: () => '6914418a247f86c8070d1395c6dda47c8019f608e5c75b87660e869ca09ee3c8',
}));

const file = `${import.meta.dirname}/../../documents/examples.json`;

const catcher = useMailCatcher();
const game = useTestGame(() => ({
  clock: new TestClock(Date.UTC(2026, 2, 1, 12)),
  limits: { auth: 1000, data: 1000, action: 1000 },
  smtpUrl: catcher.url,
}));
const documents = useOne(() => readDocuments(game));
const recording = useOne(() => recordExamples(game, catcher));
let operations: Map<string, ResolvedOperation>;
let findFaults: FindFaults;
let findSocketFaults: FindFaults;
beforeAll(() => {
  operations = listOperations(documents.openapi);
  findFaults = createFaultFinder(documents.openapi);
  findSocketFaults = createFaultFinder(documents.asyncapi);
});
afterAll(closeClients);

const answerSchema = ({ step, answer }: Exchange) =>
  operations.get(step.route)?.responses[answer.status]?.content?.['application/json']?.schema;

const namedHeaders = ({ step, answer }: Exchange): string[] =>
  Object.keys(operations.get(step.route)?.responses[answer.status]?.headers ?? {});

/** Non-empty findings of all exchanges, by route and title. */
function collect(find: (exchange: Exchange) => unknown[]): Record<string, unknown[]> {
  return Object.fromEntries(
    recording.exchanges.flatMap((exchange) => {
      const found = find(exchange);
      return found.length === 0 ? [] : [[`${exchange.step.route}: ${exchange.step.title}`, found]];
    }),
  );
}

describe('the examples', () => {
  it('equal the current responses of the server', async () => {
    const text = await format(JSON.stringify(recording.examples), {
      ...(await resolveConfig(file)),
      parser: 'json',
    });
    await expect(
      text,
      'documents/examples.json differs from the responses of the server; if the change is intended, run: npm run record:examples',
    ).toMatchFileSnapshot(file);
  });

  it('have the status that the scenario expects', () => {
    const wrong = collect(({ step, answer }) =>
      step.status === answer.status ? [] : [answer.status, answer.body],
    );
    expect(wrong).toEqual({});
  });

  it('have responses that match their schema, without undocumented members', () => {
    expect(collect((exchange) => findFaults(answerSchema(exchange), exchange.answer.body))).toEqual({});
  });

  it('have bodies that match their schema, unless they are refused for it', () => {
    const bad = new Set(['VALIDATION_ERROR', 'MISSING_FIELDS']);
    const faults = collect(({ step, body, answer }) =>
      body === undefined || bad.has(String(answer.body.code))
        ? []
        : findFaults(operations.get(step.route)?.requestBody?.content['application/json']?.schema, body),
    );
    expect(faults).toEqual({});
  });

  it('have no undocumented response headers', () => {
    const ours = ['X-RateLimit-Limit', 'Retry-After', 'X-Request-Id', 'Set-Cookie'];
    const unnamed = collect((exchange) =>
      ours.filter((name) => exchange.answer.headers.has(name) && !namedHeaders(exchange).includes(name)),
    );
    expect(unnamed).toEqual({});
  });

  it('carry rate limit headers exactly where the document names them', () => {
    const isNamed = (exchange: Exchange): boolean => namedHeaders(exchange).includes('X-RateLimit-Remaining');
    const good = recording.exchanges.filter(({ answer }) => answer.status < 300);
    const wrong = good.filter(
      (exchange) => isNamed(exchange) !== exchange.answer.headers.has('X-RateLimit-Remaining'),
    );
    expect(wrong.map(({ step }) => step.route)).toEqual([]);
  });

  it('have a successful request of every route except the documents themselves', () => {
    const good = recording.exchanges.filter(({ answer }) => answer.status < 300);
    const routes = new Set(good.map(({ step }) => step.route));
    const missing = [...operations.keys()].filter((route) => !routes.has(route));
    expect(missing.sort()).toEqual(['GET /api/asyncapi.json', 'GET /api/openapi.json']);
  });
});

const schemaOf = (message: string) => documents.asyncapi.components.messages[message]?.payload;

it.each(Object.keys(serverEvents) as (keyof ServerEvents)[])(
  '%s has received payloads that match its schema',
  (name) => {
    const payloads = [recording.examples.serverEvents[name], ...recording.listener.all(name)];
    expect(payloads.flatMap((payload) => findSocketFaults(schemaOf(name), payload))).toEqual([]);
  },
);

it.each(Object.keys(clientEvents) as (keyof ClientEvents)[])(
  '%s has a sent payload and acknowledgements that match their schemas',
  (name) => {
    expect(findSocketFaults(schemaOf(name), recording.examples.clientEvents[name].payload)).toEqual([]);
    const answers = recording.acknowledged.filter(({ step }) => step.event === name);
    const faults = answers.flatMap(({ acknowledgement }) =>
      findSocketFaults(schemaOf(`${name}_acknowledgement`), acknowledgement),
    );
    expect([answers.length > 0, faults]).toEqual([true, []]);
  },
);
