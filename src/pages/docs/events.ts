/** The socket events of both directions, the objects and the error codes, for the API page. */
import type { Documents } from '../../documents/documents.ts';
import type { Message } from '../../documents/types.ts';
import { namesOf, shapeOf, membersOf } from './members.ts';
import { codeWords } from '../../documents/words.ts';
import { errorCodes, messageOf, statusOf } from '../../kernel/errors.ts';

function toEvent(message: Message, acknowledgement: Message | undefined) {
  const payload = shapeOf(message.payload);
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
    example: JSON.stringify(message.examples[0].payload, null, 2),
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

export function objectsOf({ openapi, asyncapi }: Documents) {
  return Object.entries({ ...asyncapi.components.schemas, ...openapi.components.schemas })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const members = membersOf(schema);
      const values = schema.enum === undefined ? '' : ` One of: ${schema.enum.join(', ')}.`;
      const description = (schema.description ?? '') + values;
      return {
        id: `object-${name}`,
        searchText: [name, description, namesOf(members), 'object'].join(' '),
        name,
        description,
        members,
      };
    });
}

export function codesOf() {
  return errorCodes.map((code) => {
    const [status, message, meaning] = [statusOf(code), messageOf(code), codeWords[code]];
    const searchText = [code, status, message, meaning, 'error code'].join(' ');
    return { id: `code-${code}`, searchText, code, status, message, meaning };
  });
}
