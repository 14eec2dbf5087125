/** The AsyncAPI document is valid and has every event of the contract, in its direction. */
import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientEvents, serverEvents } from '../../src/contract/events.ts';
import { readDocuments, type ServedDocuments } from '../support/documents.ts';
import { useTestGame } from '../support/game.ts';

const game = useTestGame();
let asyncapi: ServedDocuments['asyncapi'];
beforeAll(async () => {
  ({ asyncapi } = await readDocuments(game));
});

function eventsOf(action: 'send' | 'receive'): string[] {
  return Object.values(asyncapi.operations)
    .filter((operation) => operation.action === action)
    .map(({ messages }) => messages[0]?.$ref.split('/').at(-1) ?? '');
}

describe('asyncapi.json', () => {
  it('is a valid AsyncAPI 3.0 document', () => {
    // The schema of AsyncAPI contains that of JSON Schema, so disable Ajv's own.
    const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
    addFormats.default(ajv);
    const isValid = ajv.compile(specs.schemas['3.0.0'] as object);
    expect([isValid(asyncapi), isValid.errors]).toEqual([true, null]);
  });

  it('has a send operation for every server event', () => {
    expect(eventsOf('send')).toEqual(Object.keys(serverEvents));
  });

  it('has a receive operation with a reply for every client event', () => {
    expect(eventsOf('receive')).toEqual(Object.keys(clientEvents));
    const replies = Object.values(asyncapi.operations).filter(({ reply }) => reply !== undefined);
    expect(replies).toHaveLength(Object.keys(clientEvents).length);
  });

  it('names receivers and moment of every server event', () => {
    const { messages } = asyncapi.components;
    const documented = Object.keys(serverEvents).map((name) => [
      name,
      [messages[name]?.['x-receivers'], messages[name]?.description],
    ]);
    const words = Object.entries(serverEvents).map(([name, { receivers, when }]) => [
      name,
      [receivers, when],
    ]);
    expect(documented).toEqual(words);
  });

  it('has an example of every event', () => {
    const { messages } = asyncapi.components;
    const bare = Object.values(messages).filter(({ examples }) => examples === undefined);
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  it('resolves every reference', () => {
    const references = [...JSON.stringify(asyncapi).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    const missing = references.filter(([, path = '']) => {
      let found: unknown = asyncapi;
      for (const key of path.split('/')) found = (found as Record<string, unknown> | undefined)?.[key];
      return found === undefined;
    });
    expect([references.length > 30, missing]).toEqual([true, []]);
  });
});
