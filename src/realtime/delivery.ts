/** Every instance receives all notifications, and delivers them to its own sockets. */
import { messageOf } from '../kernel/errors.ts';
import { isoOf } from '../kernel/time.ts';
import { toEmpireEvent } from '../world/log/event-log.ts';
import type { AnnouncementBoard } from '../world/announcement.ts';
import type { Notification } from '../world/log/notifications.ts';
import type { BattleBroadcaster } from './battle-broadcaster.ts';
import { endConnection, type GameServer } from './game-socket.ts';
import type { MessageBroadcaster } from './message-broadcaster.ts';
import { allSockets, concernedBy, emitTo, follow, rooms, setEmpire, socketsIn } from './rooms.ts';

interface DeliveryDeps {
  battles: BattleBroadcaster;
  messages: MessageBroadcaster;
  announcements: AnnouncementBoard;
}

/** Call it in the order of the feed. */
export function deliver(
  io: GameServer,
  { battles, messages, announcements }: DeliveryDeps,
  notification: Notification,
): void {
  const { event, to, data } = notification;
  switch (event) {
    case 'battle_decided':
      void battles.playDecided(data.battle_id, to);
      return;
    case 'entry_appended':
      for (const socket of socketsIn(io, to.map(rooms.empire))) {
        socket.data.follower?.receive(toEmpireEvent(data));
      }
      return;
    case 'message_sent':
      messages.broadcast(data);
      return;
    case 'threat_changed': {
      const { user_ids: userIds, x, y, contact_at: contactAt, ...threat } = data;
      const payload = { ...threat, location: { x, y }, contact_at: isoOf(contactAt) };
      emitTo(io, userIds.map(rooms.user), 'alliance_threat', payload);
      return;
    }
    case 'reports_changed':
      return;
    case 'announcement':
      announcements.set(data);
      io.emit(event, data);
      return;
    case 'session_ended':
      // Without a room: sessions end rarely, and each room takes memory.
      for (const socket of allSockets(io))
        if (socket.data.sessionId === data.session_id) endConnection(socket, 'SESSION_ENDED');
      return;
    case 'socket_replaced': {
      const socket = io.sockets.sockets.get(data.socket_id);
      if (socket !== undefined) endConnection(socket, 'SESSION_REPLACED');
      return;
    }
    case 'empire_founded':
      for (const socket of socketsIn(io, [rooms.user(data.user_id)])) setEmpire(socket, data.empire_id);
      return;
    case 'empire_lost':
      leaveEmpire(io, data.empire_id);
      return;
    case 'battle_start':
      // The owner's connection warns defenders even if it has not joined the empire.
      emitTo(io, concernedBy(to), event, data);
      return;
    case 'empire_update':
    case 'resource_update':
    case 'alliance_update':
    case 'construction_complete':
    case 'unit_training_complete':
      emitTo(io, to.map(rooms.empire), event, data);
      return;
  }
}

function leaveEmpire(io: GameServer, empireId: string): void {
  const message = `${messageOf('NOT_FOUND')}: your empire was deleted by the operator`;
  for (const socket of socketsIn(io, concernedBy([empireId]))) {
    socket.emit('error', { message, code: 'NOT_FOUND' });
    if (socket.data.empireId === empireId) setEmpire(socket, null);
    if (socket.data.follower?.empireId === empireId) follow(socket, null);
  }
}
