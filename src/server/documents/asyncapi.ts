import { z } from 'zod';
import { clientEvents, serverEvents, type ClientEvents } from '../../contract/events.ts';
import type { ErrorCode } from '../../kernel/errors.ts';
import { examples } from './examples.ts';
import { commonComponents } from './components.ts';
import { createSchemaRegistry, type SchemaRegistry } from './schemas.ts';
import type { Message, Reference } from './types.ts';
import { socketParagraphs } from './words.ts';
import { version } from '../../kernel/version.ts';

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const channel: Reference = { $ref: '#/channels/socket' };

/** Codes that may refuse any client event. */
const commonRefusals: readonly ErrorCode[] = ['VALIDATION_ERROR', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL'];

const inChannel = (name: string): Reference => ({ $ref: `#/channels/socket/messages/${name}` });

function namesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[];
}

function toAcknowledgement(name: keyof ClientEvents, registry: SchemaRegistry): Message {
  const { data, refuses } = clientEvents[name];
  const refusal = z.object({
    message: z.string().describe('For people.'),
    code: z.enum([...refuses, ...commonRefusals]).describe('For programs.'),
  });
  const acknowledgement = z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true).describe('The event had its effect.'),
      data: data.describe('What the event returns.'),
    }),
    z.object({
      ok: z.literal(false).describe('The event was refused.'),
      error: refusal.describe('The refusal.'),
    }),
  ]);
  return {
    name: `${name}_acknowledgement`,
    summary: `Argument of the callback of ${name}`,
    payload: registry.describe(acknowledgement, 'output'),
    examples: [{ payload: { ok: true, data: examples.clientEvents[name].data } }],
  };
}

interface SocketOperation {
  action: 'send' | 'receive';
  channel: Reference;
  summary: string;
  description: string;
  messages: Reference[];
  reply?: { channel: Reference; messages: Reference[] };
}

function describeEvents(registry: SchemaRegistry) {
  const messages: Record<string, Message> = {};
  const operations: Record<string, SocketOperation> = {};
  for (const name of namesOf(serverEvents)) {
    const { summary, receivers, when, payload } = serverEvents[name];
    messages[name] = {
      name,
      summary,
      description: when,
      'x-receivers': receivers,
      payload: registry.describe(payload, 'output'),
      examples: [{ payload: examples.serverEvents[name] }],
    };
    operations[`tell_${name}`] = {
      action: 'send',
      channel,
      summary,
      description: `Sent ${lowerFirst(when)} To: ${lowerFirst(receivers)}`,
      messages: [inChannel(name)],
    };
  }
  for (const name of namesOf(clientEvents)) {
    const { summary, payload } = clientEvents[name];
    messages[name] = {
      name,
      summary,
      payload: registry.describe(payload, 'input'),
      examples: [{ payload: examples.clientEvents[name].payload }],
    };
    const acknowledgement = toAcknowledgement(name, registry);
    messages[acknowledgement.name] = acknowledgement;
    operations[`hear_${name}`] = {
      action: 'receive',
      channel,
      summary,
      description: `The callback receives \`${acknowledgement.name}\`.`,
      messages: [inChannel(name)],
      reply: { channel, messages: [inChannel(acknowledgement.name)] },
    };
  }
  return { messages, operations };
}

/** @param baseUrl the public origin of the server */
export function describeSocket(baseUrl: string) {
  const registry = createSchemaRegistry();
  const { host, protocol } = new URL(baseUrl);
  const { messages, operations } = describeEvents(registry);
  return {
    asyncapi: '3.0.0' as const,
    info: {
      title: 'Hegemon',
      version,
      description: socketParagraphs.join('\n\n'),
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      tags: [{ name: 'live', description: 'Events of one empire, as they happen.' }],
    },
    defaultContentType: 'application/json',
    servers: {
      this: {
        host,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        pathname: '/socket.io/',
        description:
          'The server that serves this document: Socket.IO, protocol 5, over WebSocket or long polling',
        security: namesOf(commonComponents.securitySchemes).map((name) => ({
          $ref: `#/components/securitySchemes/${name}`,
        })),
      },
    },
    channels: {
      socket: {
        address: '/',
        description: 'The only namespace; each message is the event of the same name',
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations,
    components: {
      messages,
      schemas: registry.components,
      securitySchemes: {
        bearer: commonComponents.securitySchemes.bearer,
        cookie: { ...commonComponents.securitySchemes.cookie, type: 'httpApiKey' },
      },
    },
  };
}

export type AsyncApi = ReturnType<typeof describeSocket>;
