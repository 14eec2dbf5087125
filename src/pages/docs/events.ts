/** The events of the socket, both directions, ready to be drawn. */
import type { Documents } from '../../documents/documents.ts';
import type { Message } from '../../documents/types.ts';
import { namesOf, shapeOf, type Entry, type Shape } from './entry.ts';
import { readableJson } from './json.ts';

export interface EventEntry extends Entry {
  name: string;
  summary: string;
  description: string;
  /** Who hears it; empty for what a client sends. */
  receivers: string;
  payload: Shape;
  example: string | null;
  /** What the callback is given; null for what the server tells. */
  data: Shape | null;
}

function toEvent(message: Message, acknowledgement: Message | undefined): EventEntry {
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
    name: message.name,
    summary: message.summary,
    description: message.description ?? '',
    receivers: message['x-receivers'] ?? '',
    payload,
    example: example === undefined ? null : readableJson(example),
    data: data === undefined ? null : shapeOf(data),
  };
}

/** The events that the server tells, and those that a client sends. */
export function eventsOf({ asyncapi }: Documents): {
  serverEvents: EventEntry[];
  clientEvents: EventEntry[];
} {
  const { messages } = asyncapi.components;
  const listed = Object.values(asyncapi.operations).map(({ action, messages: refs }) => {
    const name = refs[0]?.$ref.replace(/.*\//, '') ?? '';
    const message = messages[name];
    if (message === undefined) throw new Error(`the document has no message ${name}`);
    return { action, entry: toEvent(message, messages[`${name}_acknowledgement`]) };
  });
  const eventsWith = (direction: string): EventEntry[] =>
    listed.filter(({ action }) => action === direction).map(({ entry }) => entry);
  return { serverEvents: eventsWith('send'), clientEvents: eventsWith('receive') };
}
