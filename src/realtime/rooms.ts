/** The rooms of Socket.IO, and the types of the server. */
import type { Server, Socket } from 'socket.io';
import type { Acknowledgement, ClientEvents, ServerEvents } from '../contract/events.ts';
import type { Viewer } from '../http/viewer.ts';

type Emitted = { [Name in keyof ServerEvents]: (payload: ServerEvents[Name]) => void };
type Received = {
  [Name in keyof ClientEvents]: (payload: unknown, acknowledge?: (answer: Acknowledgement) => void) => void;
};

export interface SocketData {
  viewer: Viewer;
}

export type GameServer = Server<Received, Emitted, Record<string, never>, SocketData>;
export type GameSocket = Socket<Received, Emitted, Record<string, never>, SocketData>;

/** Who joined an empire's room, with join_empire. */
export const empireRoom = (empireId: string): string => `empire:${empireId}`;
/** The owner's connection, from the handshake on. */
export const ownerRoom = (empireId: string): string => `owner:${empireId}`;
export const userRoom = (userId: string): string => `user:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
