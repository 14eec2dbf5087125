/** Malformed packets, wrong payloads and floods: the server continues to serve, and its log has no error. */
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { minuteMs } from '../../src/kernel/time.ts';
import { captureLog, type Line } from '../support/capture-log.ts';
import { sendAnonymously, startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { createDice, createPackets } from '../support/packets.ts';
import { closeClients, connect, frame, join, openBare, type LiveClient } from '../support/sockets.ts';
import { options, patienceMs, report } from './options.ts';

const senderCount = 6;
/** Half of the minutes are for the fuzz of HTTP. */
const fuzzMs = (options.minutes * minuteMs) / 2;
/** A flood is faster than any limit of the server. */
const floodSize = 2_000;
const floodPauseMs = 1_500;
const errorLevel = 50;

let game: TestGame;
let log: ReturnType<typeof captureLog>;
let watcher: LiveClient;
let watched: Ruler;
const figures = {
  connections: 0,
  packets: 0,
  replies: 0,
  floods: 0,
  'closed floods': 0,
  'slowest answer in ms': 0,
};

/** An authenticated connection; it is destroyed when the server sends a close frame. */
async function open(ruler: Ruler): Promise<Duplex> {
  const bare = await openBare(game.url, ruler.token);
  figures.connections += 1;
  bare.on('error', () => undefined);
  const connected = new Promise<void>((resolve) => {
    bare.on('close', resolve);
    bare.on('data', (chunk: Buffer) => {
      if (chunk.includes('40{')) resolve();
      if (chunk.includes('"code"')) figures.replies += 1;
      if (chunk.includes(0x88)) bare.destroy();
    });
  });
  bare.write(frame('40'));
  await connected;
  return bare;
}

/** Sends random packets on one connection after the other. */
async function sendPackets(ruler: Ruler, seed: number, end: number): Promise<void> {
  const roll = createPackets(createDice(seed), { own: ruler, other: watched });
  let bare = await open(ruler);
  while (performance.now() < end) {
    if (bare.destroyed) bare = await open(ruler);
    bare.write(roll());
    figures.packets += 1;
    // The rate limit then accepts about every second packet, so that both outcomes occur.
    game.clock.advance(5);
    await delay(1);
  }
  bare.destroy();
}

async function flood(ruler: Ruler, end: number): Promise<void> {
  while (performance.now() < end) {
    const { socket, ended } = await connect(game.url, { token: ruler.token });
    figures.floods += 1;
    for (let sent = 0; sent < floodSize; sent++) {
      socket.emit('request_update', { type: 'empire', id: sent % 2 === 0 ? ruler.empireId : sent });
    }
    await ended;
    figures['closed floods'] += 1;
    await delay(floodPauseMs);
  }
}

/** Meanwhile, a player within the rules gets an answer to every request. */
async function watch(end: number): Promise<void> {
  while (performance.now() < end) {
    const since = performance.now();
    const answer = await watcher.ask('request_update', { type: 'empire', id: watched.empireId });
    figures['slowest answer in ms'] = Math.max(
      figures['slowest answer in ms'],
      Math.round(performance.now() - since),
    );
    if (!answer.ok && answer.error.code !== 'RATE_LIMITED') throw new Error(answer.error.code);
    await delay(250);
  }
}

beforeAll(async () => {
  log = captureLog('error');
  game = await startTestGame({ log: log.log });
  watched = await createEmpire(game, { x: 40, y: 40 });
  watcher = await join(game.url, watched);
  const senders: Ruler[] = [];
  for (let index = 0; index < senderCount; index++)
    senders.push(await createEmpire(game, { x: 8 * index, y: 0 }));
  const flooder = await createEmpire(game, { x: 0, y: 20 });
  const end = performance.now() + fuzzMs;
  await Promise.all([
    ...senders.map((ruler, index) => sendPackets(ruler, options.seed + index, end)),
    flood(flooder, end),
    watch(end),
  ]);
  report(figures);
}, patienceMs);
afterAll(async () => {
  closeClients();
  await game.stop();
});

it('has sent packets that were answered, and floods that were ended', () => {
  expect(Math.min(figures.packets / 100, figures.replies, figures.floods)).toBeGreaterThan(1);
  expect(figures['closed floods']).toBe(figures.floods);
});

it('leaves other clients connected and served', async () => {
  expect(watcher.socket.connected).toBe(true);
  expect((await sendAnonymously(game.url, 'GET', '/readyz')).status).toBe(200);
  await watched.send('PUT', `/api/empire/${watched.empireId}`, { description: 'Still here' });
  expect((await watcher.take('empire_update')).empire_id).toBe(watched.empireId);
});

it('logs no error', () => {
  expect(log.lines().filter(({ level }: Line) => level >= errorLevel)).toEqual([]);
});
