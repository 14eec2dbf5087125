/**
 * Every example of the documents happens: each is sent to a fresh world in the order of the story, and what is
 * answered is of the form that is shown and of the schema that is promised, down to the last member.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClientEvents, ServerEvents } from '../../src/contract/events.ts';
import { clientEvents, serverEvents } from '../../src/contract/events.ts';
import { heard, said } from '../../src/documents/examples/events.ts';
import { story } from '../../src/documents/examples/story.ts';
import type { Operation } from '../../src/documents/types.ts';
import { createFaultFinder, listOperations, readDocuments } from '../support/documents.ts';
import type { FindFaults, ServedDocuments } from '../support/documents.ts';
import type { TestGame } from '../support/game.ts';
import { closeClients, connect } from '../support/sockets.ts';
import type { LiveClient } from '../support/sockets.ts';
import { Cast, playStory, startStory } from '../support/story.ts';
import type { Told } from '../support/story.ts';

let game: TestGame;
let documents: ServedDocuments;
let operations: Map<string, Operation>;
let findFaults: FindFaults;
let findSocketFaults: FindFaults;
const told: Told[] = [];
/** By event of a client: what its callback was called with. */
const acknowledged = new Map<string, { shown: unknown; real: unknown }>();
let listener: LiveClient;
let cast: Cast;

beforeAll(async () => {
  game = await startStory();
  documents = await readDocuments(game);
  operations = listOperations(documents.openapi);
  findFaults = createFaultFinder(documents.openapi);
  findSocketFaults = createFaultFinder(documents.asyncapi);
  let token = '';
  await playStory(game, async (one, known) => {
    told.push(one);
    cast = known;
    if (one.example.title === 'Ann logs in') token = String(one.answer.body.token);
    // As soon as there is an empire Ann listens; what is Ben's is refused.
    if (one.example.route !== 'POST /api/empire' || one.answer.status !== 201) return;
    if (one.example.by === 'ann') {
      listener = await connect(game.url, { token });
      for (const name of ['leave_empire', 'join_empire'] as const) await say(name);
    } else {
      const { id } = one.answer.body.empire as { id: string };
      await listener.ask('join_empire', { empire_id: id });
      await say('request_update');
    }
  });
}, 60_000);
afterAll(async () => {
  closeClients();
  await game.stop();
});

async function say(name: keyof ClientEvents): Promise<void> {
  const example = said[name];
  if (example === undefined) return;
  const real = await listener.ask(name, cast.put(example.payload));
  acknowledged.set(name, { shown: { ok: true, data: example.data }, real });
}

const answerSchema = ({ example, answer }: Told) =>
  operations.get(example.route)?.responses[answer.status]?.content?.['application/json']?.schema;

const namedHeaders = ({ example, answer }: Told): string[] =>
  Object.keys(operations.get(example.route)?.responses[answer.status]?.headers ?? {});

/** By example, where there is something to say of it. */
function collect(look: (one: Told) => unknown[]): Record<string, unknown[]> {
  return Object.fromEntries(
    told.flatMap((one) => {
      const found = look(one);
      return found.length === 0 ? [] : [[`${one.example.route}: ${one.example.title}`, found]];
    }),
  );
}

describe('the story', () => {
  it('is told to its end', () => {
    expect(told).toHaveLength(story.length);
  });

  it('answers each example with its status', () => {
    expect(
      collect(({ example, answer }) =>
        example.status === answer.status ? [] : [answer.status, answer.body],
      ),
    ).toEqual({});
  });

  it('answers each example in the form that is shown', () => {
    expect(collect(({ differences }) => differences)).toEqual({});
  });

  it('answers by the schema of the document, members nobody described excluded', () => {
    expect(collect((one) => findFaults(answerSchema(one), one.answer.body))).toEqual({});
  });

  it('shows only what is of that schema', () => {
    expect(collect((one) => findFaults(answerSchema(one), one.example.answer))).toEqual({});
  });

  it('sends bodies of their schema, where they are not refused for it', () => {
    const bad = new Set(['VALIDATION_ERROR', 'MISSING_FIELDS']);
    expect(
      collect(({ example, answer }) =>
        example.body === undefined || bad.has(String(answer.body.code))
          ? []
          : findFaults(
              operations.get(example.route)?.requestBody?.content['application/json']?.schema,
              example.body,
            ),
      ),
    ).toEqual({});
  });

  it('carries no header that the document does not name', () => {
    const ours = ['X-RateLimit-Limit', 'Retry-After', 'X-Request-Id', 'Set-Cookie'];
    expect(
      collect((one) =>
        ours.filter((name) => one.answer.headers.has(name) && !namedHeaders(one).includes(name)),
      ),
    ).toEqual({});
  });

  it('carries the headers of limits where the document says that it is counted', () => {
    const isNamed = (one: Told): boolean => namedHeaders(one).includes('X-RateLimit-Remaining');
    const good = told.filter(({ answer }) => answer.status < 300);
    const wrong = good.filter((one) => isNamed(one) !== one.answer.headers.has('X-RateLimit-Remaining'));
    expect(wrong.map(({ example }) => example.route)).toEqual([]);
  });

  it('has a good request of every route but the documents themselves', () => {
    const good = new Set(
      told.filter(({ answer }) => answer.status < 300).map(({ example }) => example.route),
    );
    const missing = [...operations.keys()].filter((route) => !good.has(route));
    expect(missing.sort()).toEqual(['GET /api/asyncapi.json', 'GET /api/openapi.json']);
  });
});

const tellable = Object.keys(serverEvents) as (keyof ServerEvents)[];

describe('what is heard meanwhile', () => {
  it.each(tellable)('has a real %s in the form that is shown', async (name) => {
    await listener.take(name);
    const faults = listener.all(name).map((payload) => new Cast().compare(heard[name], payload));
    expect(faults).toContainEqual([]);
  });

  it.each(tellable)('has each %s by the schema of the document', (name) => {
    const schema = documents.asyncapi.components.messages[name]?.payload;
    const payloads = [heard[name], ...listener.all(name)];
    expect(payloads.flatMap((payload) => findSocketFaults(schema, payload))).toEqual([]);
  });
});

describe.each(Object.keys(clientEvents) as (keyof ClientEvents)[])('%s', (name) => {
  it('is sent by its schema', () => {
    const schema = documents.asyncapi.components.messages[name]?.payload;
    expect(findSocketFaults(schema, said[name]?.payload)).toEqual([]);
  });

  it('is acknowledged in the form that is shown', () => {
    const { shown, real } = acknowledged.get(name) ?? {};
    expect(new Cast().compare(shown, real)).toEqual([]);
  });

  it('is acknowledged by its schema', () => {
    const schema = documents.asyncapi.components.messages[`${name}_acknowledgement`]?.payload;
    const { shown, real } = acknowledged.get(name) ?? {};
    expect([...findSocketFaults(schema, shown), ...findSocketFaults(schema, real)]).toEqual([]);
  });
});
