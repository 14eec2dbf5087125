/** Delivers notifications to sockets. Every instance receives all of them and serves its own sockets. */
import { messageOf } from '../kernel/errors.ts';
import { isoOf } from '../kernel/time.ts';
import { toEmpireEvent } from '../world/event-log.ts';
import type { AnnouncementBoard } from '../world/announcement.ts';
import type { Notification } from '../world/notifications.ts';
import type { BattleBroadcaster } from './battle-broadcaster.ts';
import type { Connections } from './connections.ts';
import { toOutgoing } from './follower.ts';
import { send, type LiveConnection } from './live-connection.ts';
import type { MessageBroadcaster } from './message-broadcaster.ts';
import { OutgoingEvent } from './outgoing-event.ts';

interface DeliveryDeps {
  battles: BattleBroadcaster;
  messages: MessageBroadcaster;
  announcements: AnnouncementBoard;
}

/** Delivers one notification. Call it in the order of the feed. */
export function deliver(
  connections: Connections,
  { battles, messages, announcements }: DeliveryDeps,
  notification: Notification,
): void {
  const { event, to, data } = notification;
  switch (event) {
    case 'battle_decided':
      void battles.playDecided(data.battle_id, to);
      return;
    case 'entry_appended':
      for (const empireId of to) {
        const watchers = connections.watchersOf(empireId);
        if (watchers.length === 0) continue;
        const entry = toOutgoing(empireId, toEmpireEvent(data));
        for (const watcher of watchers) watcher.receive(data.number, entry);
      }
      return;
    case 'message_sent':
      messages.announce(data);
      return;
    case 'threat_changed': {
      const { user_ids: userIds, x, y, contact_at: contactAt, ...threat } = data;
      const payload = { ...threat, location: { x, y }, contact_at: isoOf(contactAt) };
      send(connections.ofUsers(userIds), new OutgoingEvent('alliance_threat', payload));
      return;
    }
    case 'announcement':
      announcements.set(data);
      send(connections.all(), new OutgoingEvent(event, data));
      return;
    case 'session_ended':
      disconnect(connections.ofSession(data.session_id));
      return;
    case 'user_deactivated':
      disconnect(connections.ofUser(data.user_id));
      return;
    case 'socket_replaced':
      connections.ofSocket(data.socket_id)?.disconnect('SESSION_REPLACED');
      return;
    case 'empire_founded':
      for (const connection of connections.ofUser(data.user_id)) {
        connections.setEmpire(connection, data.empire_id);
      }
      return;
    case 'empire_lost':
      leaveEmpire(connections, data.empire_id);
      return;
    case 'battle_start':
      // The owner's connection warns defenders even if it has not joined the empire.
      send(connections.concernedBy(to), new OutgoingEvent(event, data));
      return;
    case 'empire_update':
    case 'resource_update':
    case 'alliance_update':
    case 'construction_complete':
    case 'unit_training_complete':
      send(connections.joinedTo(to), new OutgoingEvent(event, data));
      return;
  }
}

function disconnect(ended: Iterable<LiveConnection>): void {
  for (const connection of ended) connection.disconnect('SESSION_ENDED');
}

/** Sends an error to the connections of a deleted empire, and removes them from it. */
function leaveEmpire(connections: Connections, empireId: string): void {
  const message = `${messageOf('NOT_FOUND')}: your empire was deleted by the operator`;
  const concerned = connections.concernedBy([empireId]);
  send(concerned, new OutgoingEvent('error', { message, code: 'NOT_FOUND' }));
  for (const watcher of connections.watchersOf(empireId)) connections.unwatch(watcher);
  for (const connection of concerned) {
    if (connection.empireId === empireId) connections.setEmpire(connection, null);
    if (connection.follower?.empireId === empireId) connections.follow(connection, null);
  }
}
