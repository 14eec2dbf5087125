/** The Socket.IO types and rooms, and how sockets leave a room or are disconnected. */
import type { Server, Socket } from 'socket.io';
import type { Acknowledgement, ClientEvents, ServerEvents } from '../contract/events.ts';
import type { Viewer } from '../http/viewer.ts';
import { messageOf } from '../kernel/errors.ts';
import type { Follower } from './follower.ts';

type Emitted = { [Name in keyof ServerEvents]: (payload: ServerEvents[Name]) => void };
type Received = {
  [Name in keyof ClientEvents]: (payload: unknown, acknowledge?: (answer: Acknowledgement) => void) => void;
};

interface SocketData {
  viewer: Viewer;
  /** It is the active connection of its user. */
  isActive: boolean;
  /** Sends the event log of the joined empire. */
  follower: Follower | null;
}

export type GameServer = Server<Received, Emitted, Record<string, never>, SocketData>;
export type GameSocket = Socket<Received, Emitted, Record<string, never>, SocketData>;

const empirePrefix = 'empire:';

/** Sockets that sent join_empire. */
export const empireRoom = (empireId: string): string => empirePrefix + empireId;
/** The owner's active connection, whether or not it joined the empire. */
export const ownerRoom = (empireId: string): string => `owner:${empireId}`;
export const userRoom = (userId: string): string => `user:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;

/** The empires that sockets of this instance have joined. */
export function watchedEmpires(io: GameServer): string[] {
  return [...io.of('/').adapter.rooms.keys()]
    .filter((room) => room.startsWith(empirePrefix))
    .map((room) => room.slice(empirePrefix.length));
}

/** The followers of the sockets of this instance that have joined one of these empires. */
export function followersOf(io: GameServer, empireIds: readonly string[]): Follower[] {
  const { adapter, sockets } = io.of('/');
  const socketIds = empireIds.flatMap((id) => [...(adapter.rooms.get(empireRoom(id)) ?? [])]);
  const followers = socketIds.flatMap((id) => sockets.get(id)?.data.follower ?? []);
  return followers.filter(({ empireId }) => empireIds.includes(empireId));
}

/** Sends an error to the sockets of this instance in the rooms of a deleted empire, and removes them. */
export function leaveEmpireRooms(io: GameServer, empireId: string): void {
  const rooms = [empireRoom(empireId), ownerRoom(empireId)];
  for (const follower of followersOf(io, [empireId])) follower.end();
  const message = `${messageOf('NOT_FOUND')}: your empire was deleted by the operator`;
  io.local.to(rooms).emit('error', { message, code: 'NOT_FOUND' });
  io.local.in(rooms).socketsLeave(rooms);
}

/** Sends the reason to the sockets of this instance in a room and closes them. A socket id is also a room. */
export function disconnectRoom(
  io: GameServer,
  room: string,
  code: 'SESSION_ENDED' | 'SESSION_REPLACED',
): void {
  io.local.to(room).emit('error', { message: messageOf(code), code });
  io.local.in(room).disconnectSockets(true);
}
