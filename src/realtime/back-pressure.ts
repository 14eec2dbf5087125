/** Back-pressure: work for a client that does not read waits, so that nothing piles up in memory. */
import type { MachineTime } from '../kernel/clock.ts';

const flushPollMs = 10;

/** The used part of a socket. */
export interface Flushable {
  readonly connected: boolean;
  readonly conn: { readonly transport: { readonly writable: boolean } };
}

/** Resolves when everything has been handed to the network, or the connection is closed. */
export async function waitUntilFlushed(socket: Flushable, time: MachineTime): Promise<void> {
  while (socket.connected && !socket.conn.transport.writable) await time.delay(flushPollMs);
}
