/**
 * An event on its way to any number of sockets, encoded once. A WebSocket receives the finished frame directly; that
 * halves the time that Engine.IO needs for each packet. Other transports take Engine.IO's path.
 */
import type { Socket as NetSocket } from 'node:net';
import type { Socket } from 'socket.io';
import type { ServerEvents } from '../contract/events.ts';

export type EventName = keyof ServerEvents;

/** The first byte of a frame with a complete text. */
const textFrame = 0x81;
/** Lengths above these need 2 or 8 bytes more. */
const maxShortLength = 125;
const maxMediumLength = 0xffff;
const webSocketOpen = 1;

type EngineSocket = Socket['conn'];

/** The members of Engine.IO and ws that a direct write needs. They are private there, so every access checks them. */
interface Internals {
  writeBuffer?: readonly unknown[];
  transport?: { socket?: { readyState?: number; _socket?: NetSocket | null } };
}

export class OutgoingEvent<Name extends EventName = EventName> {
  readonly name: Name;
  readonly #payload: ServerEvents[Name];
  #packet: string | null = null;
  #frame: Buffer | null = null;

  constructor(name: Name, payload: ServerEvents[Name]) {
    this.name = name;
    this.#payload = payload;
  }

  /** Sends it to a connection, after everything that was sent to it before. */
  sendTo(conn: EngineSocket): void {
    const direct = findDirectSocket(conn);
    if (direct === null) conn.write(this.#asPacket());
    else writeThisTurn(direct, this.#asFrame());
  }

  /** Socket.IO's form: type 2, an event, and its arguments. */
  #asPacket(): string {
    this.#packet ??= `2${JSON.stringify([this.name, this.#payload])}`;
    return this.#packet;
  }

  /** The WebSocket frame of Engine.IO's message: type 4 and the packet. */
  #asFrame(): Buffer {
    this.#frame ??= toFrame(`4${this.#asPacket()}`);
    return this.#frame;
  }
}

const corked: NetSocket[] = [];

/** Frames that a socket receives in the same turn leave in one system call. */
function writeThisTurn(socket: NetSocket, frame: Buffer): void {
  if (corked.push(socket) === 1) process.nextTick(uncorkAll);
  socket.cork();
  socket.write(frame);
}

function uncorkAll(): void {
  for (const socket of corked.splice(0)) socket.uncork();
}

/** More than these wait only for a client that does not read. */
const maxBufferedBytes = 1_048_576;
const maxBufferedPackets = 1_024;

/** Whether so much waits for the client that the connection must be closed to bound the memory. */
export function isOverfull(conn: EngineSocket): boolean {
  const { writeBuffer, transport } = conn as unknown as Internals;
  const bytes = transport?.socket?._socket?.writableLength ?? 0;
  return bytes > maxBufferedBytes || (writeBuffer?.length ?? 0) > maxBufferedPackets;
}

/** Everything that was sent so far was handed to the network. */
export function isFlushed(conn: EngineSocket): boolean {
  return conn.transport.writable && (findDirectSocket(conn)?.writableLength ?? 0) === 0;
}

/** The network socket of an open WebSocket without waiting packets, which a direct write would overtake; else null. */
function findDirectSocket(conn: EngineSocket): NetSocket | null {
  const { writeBuffer, transport } = conn as unknown as Internals;
  const webSocket = transport?.socket;
  return conn.readyState === 'open' && writeBuffer?.length === 0 && webSocket?.readyState === webSocketOpen
    ? (webSocket._socket ?? null)
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
