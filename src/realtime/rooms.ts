/** The rooms of Socket.IO, the types of the server, and how whoever is in a room is sent away. */
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
  /** Whether it has become its user's only one. */
  isActive: boolean;
  /** Brings the chronicle of the empire whose room it has joined. */
  follower: Follower | null;
}

export type GameServer = Server<Received, Emitted, Record<string, never>, SocketData>;
export type GameSocket = Socket<Received, Emitted, Record<string, never>, SocketData>;

const empirePrefix = 'empire:';

/** Who joined an empire's room, with join_empire. */
export const empireRoom = (empireId: string): string => empirePrefix + empireId;
/** The owner's connection, from the handshake on. */
export const ownerRoom = (empireId: string): string => `owner:${empireId}`;
export const userRoom = (userId: string): string => `user:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;

/** The empires whose rooms somebody on this instance has joined. */
export function watchedEmpires(io: GameServer): string[] {
  return [...io.of('/').adapter.rooms.keys()]
    .filter((room) => room.startsWith(empirePrefix))
    .map((room) => room.slice(empirePrefix.length));
}

/** The followers on this instance of those who have joined one of these empires. */
export function followersOf(io: GameServer, empireIds: readonly string[]): Follower[] {
  const { adapter, sockets } = io.of('/');
  const socketIds = empireIds.flatMap((id) => [...(adapter.rooms.get(empireRoom(id)) ?? [])]);
  const followers = socketIds.flatMap((id) => sockets.get(id)?.data.follower ?? []);
  return followers.filter(({ empireId }) => empireIds.includes(empireId));
}

/** Tells the sockets of this instance in the rooms of an empire that it is gone, and takes them out. */
export function leaveEmpireRooms(io: GameServer, empireId: string): void {
  const rooms = [empireRoom(empireId), ownerRoom(empireId)];
  for (const follower of followersOf(io, [empireId])) follower.end();
  const message = `${messageOf('NOT_FOUND')}: your empire was deleted by the operator`;
  io.local.to(rooms).emit('error', { message, code: 'NOT_FOUND' });
  io.local.in(rooms).socketsLeave(rooms);
}

/** Tells the sockets of this instance in a room why, and closes them; the id of a socket is a room, too. */
export function disconnectRoom(
  io: GameServer,
  room: string,
  code: 'SESSION_ENDED' | 'SESSION_REPLACED',
): void {
  io.local.to(room).emit('error', { message: messageOf(code), code });
  io.local.in(room).disconnectSockets(true);
}
