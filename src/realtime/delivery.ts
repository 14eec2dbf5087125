/** Carries events of the feed to the sockets of this instance. Every instance hears all and tells its own. */
import type { WorldEvent } from '../world/events.ts';
import type { Reveal } from './reveal.ts';
import { empireRoom, ownerRoom, sessionRoom, userRoom } from './rooms.ts';
import type { GameServer } from './rooms.ts';

export interface Endings {
  /** Tells the sockets of a room why, and closes them. */
  endRoom: (room: string) => void;
}

/** Delivers one event; called in the order in which the feed brings them. */
export function deliver(io: GameServer, reveal: Reveal, { endRoom }: Endings, event: WorldEvent): void {
  switch (event.event) {
    case 'battle_decided':
      void reveal.showDecided(event.data.battle_id, event.to);
      return;
    case 'session_ended':
      endRoom(sessionRoom(event.data.session_id));
      return;
    case 'user_deactivated':
      endRoom(userRoom(event.data.user_id));
      return;
    case 'empire_founded':
      io.local.in(userRoom(event.data.user_id)).socketsJoin(ownerRoom(event.data.empire_id));
      return;
    case 'battle_start':
      // The defender's warning reaches him whether or not he has joined.
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
    case 'battle_update':
    case 'battle_end':
    case 'error':
      throw new Error(`${event.event} is told by each instance itself`);
  }
}
