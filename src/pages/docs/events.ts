/** The socket events of both directions, for the API page. */
import type { Documents } from '../../documents/documents.ts';
import type { Message } from '../../documents/types.ts';
import { readableJson } from './json.ts';
import { namesOf, shapeOf } from './members.ts';

function toEvent(message: Message, acknowledgement: Message | undefined) {
  const payload = shapeOf(message.payload);
  const example = message.examples?.[0]?.payload;
  const data = acknowledgement?.payload.oneOf?.[0]?.properties?.data;
  return {
    id: `event-${message.name}`,
    searchText: [
      message.name,
      message.summary,
      message.description ?? '',
      message['x-receivers'] ?? '',
      namesOf(payload.members),
      'socket event',
    ].join(' '),
    message,
    payload,
    example: example === undefined ? null : readableJson(example),
    /** The data of the acknowledgement; null for events that the server sends. */
    data: data === undefined ? null : shapeOf(data),
  };
}

/** The events that the server sends, and those that clients send. */
export function eventsOf({ asyncapi }: Documents) {
  const { messages } = asyncapi.components;
  const listed = Object.values(asyncapi.operations).map(({ action, messages: refs }) => {
    const name = refs[0]?.$ref.replace(/.*\//, '') ?? '';
    const message = messages[name];
    if (message === undefined) throw new Error(`the document has no message ${name}`);
    return { action, entry: toEvent(message, messages[`${name}_acknowledgement`]) };
  });
  const eventsWith = (direction: string) =>
    listed.filter(({ action }) => action === direction).map(({ entry }) => entry);
  return { sent: eventsWith('send'), received: eventsWith('receive') };
}
