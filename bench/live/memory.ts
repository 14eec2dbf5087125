/** The resident memory of a Node server after a garbage collection. */
import { setTimeout as delay } from 'node:timers/promises';
import { residentBytes } from '../harness/cpu.ts';
import { withInspector } from '../harness/inspector.ts';
import type { Server } from '../harness/processes.ts';

/** Null without /proc. */
export async function measureMemory(server: Server): Promise<number | null> {
  // Connections have been idle for a while, so that nothing of their start is left.
  await delay(1_000);
  await withInspector(server, async (send) => {
    for (let times = 0; times < 2; times++) await send('HeapProfiler.collectGarbage');
  });
  await delay(500);
  return residentBytes(server.pid);
}
