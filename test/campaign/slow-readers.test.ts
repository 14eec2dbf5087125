/** Clients that send events but never read: the memory of the server stays bounded, and others are served. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { registerEmpire, useOne, type Ruler } from '../support/game.ts';
import { closeClients, join } from '../support/sockets.ts';
import { startServer, type Server } from '../world/process.ts';
import { options, patienceMs, report } from './options.ts';

const readers = 16;
/** A minute at least: memory grows slowly. */
const seconds = Math.max(60, 60 * options.minutes);
/** As fast as the rate limit accepts. */
const eventIntervalMs = 100;
/** The longest one makes the largest responses. */
const description = '👑'.repeat(1_000);
/** Without back-pressure it grew by 70 MB. */
const allowedGrowthMb = 40;
let server: Server;
let rulers: Ruler[];
const database = useOne(createTestDatabase, (created) => created.drop());

beforeAll(async () => {
  server = await startServer(database.url, await findFreePort());
  rulers = [];
  for (let index = 0; index < readers + 1; index++) {
    const ruler = await registerEmpire(server.url, { x: 20 * index, y: 0 });
    await ruler.send('PUT', `/api/empire/${ruler.empireId}`, { description });
    rulers.push(ruler);
  }
});
afterAll(async () => {
  closeClients();
  await server.end('SIGTERM');
});

/** Resident memory of the server in MB. */
async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid ?? 0}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Sends events over long polling, and never polls. The packet `3` answers the pings of Engine.IO unread. */
async function sendWithoutReading({ token, empireId }: Ruler, isOver: () => boolean): Promise<void> {
  const address = `${server.url}/socket.io/?EIO=4&transport=polling`;
  const headers = { authorization: `Bearer ${token}` };
  const opened = await (await fetch(address, { headers })).text();
  const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
  const post = async (...packets: string[]): Promise<boolean> => {
    const body = packets.join('\u001e');
    return (await fetch(`${address}&sid=${sid}`, { method: 'POST', headers, body })).ok;
  };
  await post('40');
  for (let turn = 0; !isOver(); turn++) {
    const request = `42${turn}["request_update",{"type":"empire","id":"${empireId}"}]`;
    // The server may close the connection, as it does to clients that ignore its refusals.
    if (!(await post(request, '3'))) return;
    await delay(eventIntervalMs);
  }
}

it(
  'grows by a bounded amount, and serves others meanwhile',
  async () => {
    const [watcher, ...silent] = rulers;
    if (watcher === undefined) throw new Error('there is no ruler');
    const live = await join(server.url, watcher);
    let isOver = false;
    const sending = silent.map((ruler) => sendWithoutReading(ruler, () => isOver));
    // The first seconds compile the code and fill the caches.
    await delay(5_000);
    const before = await residentMb();
    await delay(seconds * 1_000);
    const growth = (await residentMb()) - before;
    isOver = true;
    await Promise.all(sending);
    report({ readers, 'memory before in MB': Math.round(before), 'growth in MB': Math.round(growth) });
    expect(growth).toBeLessThan(allowedGrowthMb);
    expect(await live.ask('leave_empire', { empire_id: watcher.empireId })).toMatchObject({ ok: true });
  },
  seconds * 1_000 + patienceMs,
);
