/** Delivers notifications to sockets. Every instance receives all of them and serves its own sockets. */
import { toEmpireEvent } from '../world/event-log.ts';
import type { Notification } from '../world/notifications.ts';
import type { BattleBroadcaster } from './battle-broadcaster.ts';
import {
  disconnectRoom,
  empireRoom,
  leaveEmpireRooms,
  followersOf,
  ownerRoom,
  sessionRoom,
  userRoom,
  type GameServer,
} from './rooms.ts';

/** Delivers one notification. Call it in the order of the feed. */
export function deliver(io: GameServer, broadcaster: BattleBroadcaster, event: Notification): void {
  switch (event.event) {
    case 'battle_decided':
      void broadcaster.playDecided(event.data.battle_id, event.to);
      return;
    case 'entry_appended':
      for (const follower of followersOf(io, event.to)) follower.receive(toEmpireEvent(event.data));
      return;
    case 'session_ended':
      disconnectRoom(io, sessionRoom(event.data.session_id), 'SESSION_ENDED');
      return;
    case 'user_deactivated':
      disconnectRoom(io, userRoom(event.data.user_id), 'SESSION_ENDED');
      return;
    case 'socket_replaced':
      disconnectRoom(io, event.data.socket_id, 'SESSION_REPLACED');
      return;
    case 'empire_founded':
      io.local.in(userRoom(event.data.user_id)).socketsJoin(ownerRoom(event.data.empire_id));
      return;
    case 'empire_lost':
      leaveEmpireRooms(io, event.data.empire_id);
      return;
    case 'battle_start':
      // The owner room warns defenders even if they have not joined the empire's room.
      io.local.to(event.to.flatMap((id) => [empireRoom(id), ownerRoom(id)])).emit(event.event, event.data);
      return;
    case 'empire_update':
      io.local.to(event.to.map(empireRoom)).emit(event.event, event.data);
      return;
    case 'resource_update':
      io.local.to(event.to.map(empireRoom)).emit(event.event, event.data);
      return;
    case 'construction_complete':
      io.local.to(event.to.map(empireRoom)).emit(event.event, event.data);
      return;
    case 'unit_training_complete':
      io.local.to(event.to.map(empireRoom)).emit(event.event, event.data);
      return;
  }
}
