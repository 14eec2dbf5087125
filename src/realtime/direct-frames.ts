/**
 * Broadcasts write finished WebSocket frames to the network, past the queues of Engine.IO and ws. A delivery then costs
 * 0.65 to 0.75 of the time (`npm run bench -- live`). To remove it, delete its call: other files use Socket.IO alone. It
 * reads private members of Engine.IO and ws, and checks them at every use. Where one differs from what it knows,
 * Socket.IO delivers the event.
 */
import type { Socket as NetSocket } from 'node:net';
import type { GameServer, GameSocket } from './game-socket.ts';
import { allSockets, socketsIn } from './rooms.ts';

/** The private members. */
interface Internals {
  protocol?: number;
  writeBuffer?: readonly unknown[];
  transport?: { socket?: { readyState?: number; _socket?: NetSocket | null } };
}

const webSocketOpen = 1;
/** The first byte of a frame with a complete text. */
const textFrame = 0x81;
/** Lengths above these need 2 or 8 bytes more. */
const maxShortLength = 125;
const maxMediumLength = 0xffff;
/** Behind more than this, an event waits in Engine.IO: the client does not read. */
const maxBufferedBytes = 65_536;
/** The type of an event, in the protocol of Socket.IO. */
const eventType = 2;

/** Lets broadcasts of events without an acknowledgement take the direct way. */
export function sendFramesDirectly(io: GameServer): void {
  const { adapter } = io.sockets;
  const broadcast = adapter.broadcast.bind(adapter);
  adapter.broadcast = (packet: { type: number; data: unknown[]; id?: number }, options) => {
    if (packet.type !== eventType || packet.id !== undefined || (options.except?.size ?? 0) > 0) {
      broadcast(packet, options);
      return;
    }
    let frame: Buffer | null = null;
    for (const socket of options.rooms.size === 0 ? allSockets(io) : socketsIn(io, options.rooms)) {
      const network = findNetworkSocket(socket.conn);
      if (network === null) {
        broadcast(packet, { ...options, rooms: new Set([socket.id]) });
        continue;
      }
      for (const listener of socket.listenersAnyOutgoing()) listener.apply(socket, packet.data);
      // Type 4 of Engine.IO, a message, and the event in the form of Socket.IO.
      network.write((frame ??= toFrame(`4${eventType}${JSON.stringify(packet.data)}`)));
    }
  };
}

/** The network socket of an open WebSocket on which nothing waits that a direct write would overtake; else null. */
export function findNetworkSocket(conn: GameSocket['conn']): NetSocket | null {
  const { protocol, writeBuffer, transport } = conn as unknown as Internals;
  const webSocket = transport?.socket;
  const isDirect =
    protocol === 4 &&
    conn.readyState === 'open' &&
    writeBuffer?.length === 0 &&
    webSocket?.readyState === webSocketOpen;
  const network = isDirect ? webSocket._socket : undefined;
  return network !== undefined && network !== null && network.writableLength < maxBufferedBytes
    ? network
    : null;
}

/** A WebSocket frame with this text, unmasked as servers send it (RFC 6455, section 5.2). */
function toFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const start = length <= maxShortLength ? 2 : length <= maxMediumLength ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = textFrame;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, start);
  return frame;
}
