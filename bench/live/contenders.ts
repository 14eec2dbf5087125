/** The servers of the live row with their clients, and how events are sent to these. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { startCpu, hasProc, type Cpu } from '../harness/cpu.ts';
import { startServer, type Server } from '../harness/processes.ts';
import { withClient } from '../worlds/cluster.ts';
import { idOf, type Player } from '../worlds/ids.ts';
import type { Command, Protocol } from './clients.ts';

export const roomSize = 150;
/** Deliveries in one measurement, because CPU time is counted in units of 10 ms. */
const minDeliveries = 20_000;
const clientsProgram = join(import.meta.dirname, 'clients.ts');

/** One event to each of the players, or one event to all players of each room. */
export type DeliveryKind = 'toEach' | 'toRooms';

export interface Contender {
  protocol: Protocol;
  server: Server;
  clients: Server;
  /** Sends every player an event. */
  deliver: (kind: DeliveryKind) => Promise<void>;
  /** What the same notifications cost when no player is connected: null if there are no notifications. */
  ignore: ((kind: DeliveryKind) => Promise<void>) | null;
}

/** The limit of open files of a process, which each connection counts against. */
export function openFilesLimit(): number {
  if (!hasProc) return 1_024;
  return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1_024);
}

/** Starts a process of clients. tsx runs it, as it runs this process. */
export const startClients = (): Promise<Server> => startServer([...process.execArgv, clientsProgram], {});

async function ask({ child }: Server, command: Command, answer: string): Promise<void> {
  child.send(command);
  const [message] = (await once(child, 'message')) as [string];
  if (message !== answer) throw new Error(`the clients answered ${message} instead of ${answer}`);
}

export function connect({ protocol, server, clients }: Contender, players: readonly Player[]): Promise<void> {
  const list = players.map(({ token, empireId }) => ({ token, empireId }));
  return ask(clients, { kind: 'connect', protocol, url: server.url, players: list }, 'connected');
}

let seq = 0;

/** The data of an event, with a number of its own: Postgres drops equal notifications of a transaction. */
const eventData = (empireId: string) => ({
  empire_id: empireId,
  changes: {
    resources: { gold: 123_456, food: 123_456, materials: 123_456 },
    population: 748,
    military: { total_units: 64, units_by_type: { soldiers: 40, archers: 20, knights: 3, catapults: 1 } },
  },
  timestamp: new Date().toISOString(),
  seq: (seq += 1),
});

const chunksOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / roomSize) }, (_, index) =>
    ids.slice(index * roomSize, (index + 1) * roomSize),
  );

/** Sends notifications through Postgres, as the save of a transaction does. */
async function notify(url: string, kind: DeliveryKind, ids: readonly string[]): Promise<void> {
  const receivers = kind === 'toEach' ? ids.map((id) => [id]) : chunksOf(ids);
  const payloads = receivers.map((to) =>
    JSON.stringify({ event: 'empire_update', to, data: eventData(to[0] ?? '') }),
  );
  await withClient(url, (client) =>
    client.query(`SELECT pg_notify('hegemon_world', payload) FROM unnest($1::text[]) AS payload`, [payloads]),
  );
}

export function productContender(
  { small }: Context,
  servers: { server: Server; clients: Server },
  players: readonly Player[],
): Contender {
  const ids = players.map(({ empireId }) => empireId);
  const strangers = players.map((_, index) => idOf('empire', -1 - index));
  return {
    protocol: 'product',
    ...servers,
    deliver: (kind) => notify(small.url, kind, ids),
    ignore: (kind) => notify(small.url, kind, strangers),
  };
}

export function peerContender(protocol: Protocol, servers: { server: Server; clients: Server }): Contender {
  const { child } = servers.server;
  return {
    protocol,
    ...servers,
    deliver: async (kind) => {
      child.send({ kind, payload: eventData(idOf('empire', 1)), size: roomSize });
      await once(child, 'message');
    },
    ignore: null,
  };
}

/** CPU microseconds of the server for one delivery, from the decoded notification on. */
export async function measureDelivery(
  { cluster }: Context,
  { server, clients, deliver, ignore }: Contender,
  kind: DeliveryKind,
  count: number,
): Promise<number> {
  const bursts = Math.ceil(minDeliveries / count);
  const measure = async (work: () => Promise<void>, deliveries: number): Promise<Cpu> => {
    await ask(clients, { kind: 'expect', count: deliveries }, 'ready');
    const received = once(clients.child, 'message');
    const stop = startCpu(server.pid, cluster.postmaster);
    await work();
    await received;
    return stop() ?? { node: Number.NaN, postgres: Number.NaN };
  };
  const repeat = async (send: (kind: DeliveryKind) => Promise<void>): Promise<void> => {
    for (let burst = 0; burst < bursts; burst++) await send(kind);
  };
  const total = await measure(() => repeat(deliver), bursts * count);
  if (ignore === null) return total.node / (bursts * count);
  // Notifications without receivers, and then one burst, whose arrival shows that they were handled.
  const both = await measure(async () => {
    await repeat(ignore);
    await deliver(kind);
  }, count);
  // both = ignored + total / bursts
  const ignored = both.node - total.node / bursts;
  return (total.node - ignored) / (bursts * count);
}
