/** Back-pressure: work for a client that does not read waits, so that nothing piles up in memory. */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

const flushPollMs = 10;

/** The used part of a connection. */
export interface Flushable {
  readonly isOpen: boolean;
  /** Everything sent so far was handed to the network. */
  readonly isFlushed: boolean;
}

/** Resolves when everything has been handed to the network, or the connection is closed. */
export async function waitUntilFlushed(connection: Flushable): Promise<void> {
  const isDone = (): boolean => !connection.isOpen || connection.isFlushed;
  if (isDone()) return;
  // Frames leave at the end of this turn.
  await nextTurn();
  while (!isDone()) await delay(flushPollMs);
}
