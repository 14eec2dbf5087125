/** The rooms of Socket.IO. A room has the sockets of this instance only. */
import type { ServerEvents } from '../contract/events.ts';
import type { Follower } from './follower.ts';
import type { EventName, GameServer, GameSocket } from './game-socket.ts';

export const rooms = {
  user: (id: string) => `user:${id}`,
  /** The active connection of the owner. */
  owner: (empireId: string) => `owner:${empireId}`,
  /** The connections that have joined the empire. */
  empire: (id: string) => `empire:${id}`,
};

export const concernedBy = (empireIds: readonly string[]): string[] =>
  empireIds.flatMap((id) => [rooms.empire(id), rooms.owner(id)]);

export function isAnyIn(io: GameServer, names: readonly string[]): boolean {
  return names.some((name) => io.sockets.adapter.rooms.has(name));
}

/** Once to every socket. */
export function emitTo<Name extends EventName>(
  io: GameServer,
  names: readonly string[],
  event: Name,
  payload: ServerEvents[Name],
): void {
  const { adapter } = io.sockets;
  const present = names.filter((name) => adapter.rooms.has(name));
  // Socket.IO takes an empty list for all sockets.
  if (present.length > 0) io.to(present).emit(event, ...([payload] as never));
}

/** Each once. */
export function socketsIn(io: GameServer, names: Iterable<string>): ReadonlySet<GameSocket> {
  const { adapter, sockets } = io.sockets;
  const found = new Set<GameSocket>();
  for (const name of names) {
    for (const id of adapter.rooms.get(name) ?? []) {
      const socket = sockets.get(id);
      if (socket !== undefined) found.add(socket);
    }
  }
  return found;
}

export const allSockets = (io: GameServer): GameSocket[] => [...io.sockets.sockets.values()];

export function joinedEmpires(io: GameServer): string[] {
  return [...new Set(allSockets(io).flatMap(({ data }) => data.follower?.empireId ?? []))];
}

/** The owner is warned of attacks even without join_empire. */
export function setEmpire(socket: GameSocket, empireId: string | null): void {
  const { data } = socket;
  if (data.empireId !== null) void socket.leave(rooms.owner(data.empireId));
  data.empireId = empireId;
  if (empireId !== null) join(socket, rooms.owner(empireId));
}

/** Null only leaves, and ends the follower before. */
export function follow(socket: GameSocket, follower: Follower | null): void {
  const { data } = socket;
  if (follower === null) data.follower?.end();
  if (data.follower !== null) void socket.leave(rooms.empire(data.follower.empireId));
  data.follower = follower;
  if (follower !== null) join(socket, rooms.empire(follower.empireId));
}

/** Unless the connection was closed meanwhile: nothing would take it out of the room again. */
export function join(socket: GameSocket, room: string): void {
  if (socket.connected) void socket.join(room);
}
