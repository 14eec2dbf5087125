/** Live connections: memory, joining and delivery; beside ws and stock Socket.IO with as many connections. */
import { withServers, type Context, type Row } from '../context.ts';
import { startCpu, type Cpu } from '../harness/cpu.ts';
import { inspectorOption } from '../harness/inspector.ts';
import type { Server } from '../harness/processes.ts';
import { formatNumber, type Line } from '../harness/report.ts';
import { interleave } from '../harness/rounds.ts';
import { median, ratioOf, spreadOf } from '../harness/stats.ts';
import {
  connect,
  measureDelivery,
  openFilesLimit,
  peerContender,
  productContender,
  roomSize,
  startClients,
  type Contender,
  type DeliveryKind,
} from '../live/contenders.ts';
import { measureMemory } from '../live/memory.ts';
import { playersOf, type Player } from '../worlds/ids.ts';

/** Connections before the measured ones: the first ones also compile the code. */
const warmUpCount = 100;

interface Joined {
  /** Bytes of a connection; null without /proc. */
  bytes: number | null;
  /** Of a joining. */
  cpu: Cpu | null;
}

async function joinAll(
  { cluster }: Context,
  contender: Contender,
  players: readonly Player[],
): Promise<Joined> {
  await connect(contender, players.slice(0, warmUpCount));
  const before = await measureMemory(contender.server);
  const stop = startCpu(contender.server.pid, cluster.postmaster);
  await connect(contender, players.slice(warmUpCount));
  const cpu = stop();
  const after = await measureMemory(contender.server);
  const count = players.length - warmUpCount;
  return {
    bytes: before === null || after === null ? null : (after - before) / count,
    cpu: cpu && { node: cpu.node / count, postgres: cpu.postgres / count },
  };
}

async function measureAll(
  context: Context,
  contenders: Record<'product' | 'ws' | 'socketIo', Contender>,
  players: readonly Player[],
): Promise<Line[]> {
  const { product, ws, socketIo } = contenders;
  const joined = {
    product: await joinAll(context, product, players),
    ws: await joinAll(context, ws, players),
    socketIo: await joinAll(context, socketIo, players),
  };
  const kilobytes = (of: keyof typeof joined): number => (joined[of].bytes ?? Number.NaN) / 1000;
  const joinUs = (of: keyof typeof joined): string =>
    `${formatNumber(joined[of].cpu?.node ?? Number.NaN)} us`;
  const count = players.length.toLocaleString('en');
  const joining = {
    what: 'joining: handshake, session, room, first picture',
    ours: `${joinUs('product')} of Node, ${formatNumber(joined.product.cpu?.postgres ?? Number.NaN)} us of Postgres`,
    peer: `ws, connection and echo ${joinUs('ws')}; stock Socket.IO, connection and room ${joinUs('socketIo')}`,
    ratio: spreadOf([(joined.product.cpu?.node ?? Number.NaN) / (joined.socketIo.cpu?.node ?? Number.NaN)]),
    cpu: joined.product.cpu,
  };
  const lines: Line[] = [
    {
      what: `memory of a live player at ${count}`,
      ours: `${formatNumber(kilobytes('product'))} kB`,
      peer: `ws ${formatNumber(kilobytes('ws'))} kB, stock Socket.IO ${formatNumber(kilobytes('socketIo'))} kB`,
      ...{ target: 'liveMemory', value: kilobytes('product') },
    },
    joining,
  ];
  for (const kind of ['toEach', 'toRooms'] as const)
    lines.push(...(await compareDeliveries(context, contenders, kind, players.length)));
  return lines;
}

async function compareDeliveries(
  context: Context,
  contenders: Record<'product' | 'ws' | 'socketIo', Contender>,
  kind: DeliveryKind,
  count: number,
): Promise<Line[]> {
  const measure = (contender: Contender) => () => measureDelivery(context, contender, kind, count);
  const { product, ws, socketIo } = await interleave(
    context.rounds,
    {
      product: measure(contenders.product),
      ws: measure(contenders.ws),
      socketIo: measure(contenders.socketIo),
    },
    true,
  );
  const us = (results: readonly number[]): string => `${formatNumber(median(results))} us`;
  const what =
    kind === 'toEach' ? 'delivery: an event a player' : `delivery: one event to ${roomSize} empires`;
  return [
    { what, ours: us(product), peer: `ws ${us(ws)}`, ratio: ratioOf(product, ws) },
    {
      ...{ what, ours: us(product), peer: `stock Socket.IO ${us(socketIo)}`, target: 'liveEach' },
      ratio: ratioOf(product, socketIo),
    },
  ];
}

export const live: Row = {
  name: 'live',
  isLarge: false,
  run: (context) => {
    const { startProduct, small, isQuick, report } = context;
    const wanted = isQuick ? 500 : 5_000;
    const count = Math.min(wanted, openFilesLimit() - 500);
    if (count < wanted) report(`only ${count} connections: the limit of open files is ${openFilesLimit()}`);
    const players = playersOf(small.empires, count);
    const inspected = (name: string): Promise<Server> =>
      context.startPeer(name, context.peersUrl, [inspectorOption]);
    return withServers(
      {
        product: startProduct(small, { node: [inspectorOption] }),
        productClients: startClients(),
        ws: inspected('ws.mjs'),
        wsClients: startClients(),
        socketIo: inspected('socket-io.mjs'),
        socketIoClients: startClients(),
      },
      (servers) => {
        const contenders = {
          product: productContender(
            context,
            { server: servers.product, clients: servers.productClients },
            players,
          ),
          ws: peerContender('ws', { server: servers.ws, clients: servers.wsClients }),
          socketIo: peerContender('socket.io', {
            server: servers.socketIo,
            clients: servers.socketIoClients,
          }),
        };
        return measureAll(context, contenders, players);
      },
    );
  },
};
