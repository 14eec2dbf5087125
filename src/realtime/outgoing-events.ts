/** Outgoing events are counted for the metrics. A connection that takes none of them is closed, to bound the memory. */
import type { EventName, GameSocket } from './game-socket.ts';

/** More than these wait only for a client that does not read. */
const maxUnsent = 1_024;

/** Counts the events that are sent, once per socket, by name. */
export type DeliveredCounts = Partial<Record<EventName, number>>;

/** Returns a listener of all outgoing events: it counts them, and closes the connection if too many are unsent. */
export function createOutgoingListener(delivered: DeliveredCounts) {
  return function (this: GameSocket, name: EventName): void {
    delivered[name] = (delivered[name] ?? 0) + 1;
    this.data.unsent = this.conn.transport.writable ? 0 : this.data.unsent + 1;
    // Without an error event, which the client would not read either.
    if (this.data.unsent > maxUnsent) this.conn.close(true);
  };
}
