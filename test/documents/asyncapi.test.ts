/** The AsyncAPI document has every event of the contract, in its direction. */
import { expect, it } from 'vitest';
import { clientEvents, serverEvents } from '../../src/contract/events.ts';
import { describeSocket } from '../../src/server/documents/asyncapi.ts';

const operations = Object.values(describeSocket('https://game.example.org').operations);
const eventsOf = (action: 'send' | 'receive') =>
  operations
    .filter((operation) => operation.action === action)
    .map(({ messages }) => messages[0]?.$ref.split('/').at(-1));

it('has a send operation for every server event', () => {
  expect(eventsOf('send')).toEqual(Object.keys(serverEvents));
});

it('has a receive operation with a reply for every client event', () => {
  expect(eventsOf('receive')).toEqual(Object.keys(clientEvents));
  const replies = operations.filter(({ reply }) => reply !== undefined);
  expect(replies).toHaveLength(Object.keys(clientEvents).length);
});
