/** A client that does not read gets nothing further: what the server does for it waits, is bounded, and ends with it. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { EmpireEvent } from '../../src/contract/event-log.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createMetrics } from '../../src/kernel/metrics.ts';
import { createAcceptor, type ConnectionDeps } from '../../src/realtime/connection.ts';
import { Follower, waitUntilFlushed } from '../../src/realtime/follower.ts';
import { SocketData, type GameSocket, createOutgoingListener } from '../../src/realtime/game-socket.ts';
import { TestClock } from '../support/test-clock.ts';

const log = createLog('silent');
const maxUnsent = 1_024;

let transport: { writable: boolean };
let isClosed: boolean;
let sent: string[];
/** Pauses that the server waits for; calling one ends it. */
let pauses: (() => void)[];
let clock: TestClock;

/** A connection whose network takes nothing until `transport` is writable. */
function createSocket() {
  const listeners: ((name: string, ...args: unknown[]) => void)[] = [];
  const socket = {
    id: 'socket',
    connected: true,
    data: new SocketData({ userId: 'ann', sessionId: 'session', expiresAt: Infinity, seenAt: 0 } as never, 0),
    conn: {
      transport,
      close: () => {
        isClosed = true;
        socket.connected = false;
      },
    },
    join: () => undefined,
    emit: (name: string) => sent.push(name),
    onAny: (listener: (name: string) => void) => listeners.push(listener),
    onAnyOutgoing: () => undefined,
    receive(this: unknown, name: string, ...args: unknown[]) {
      for (const listener of listeners) listener.call(socket, name, ...args);
    },
  };
  return socket;
}
type FakeSocket = ReturnType<typeof createSocket>;

const asSocket = (socket: FakeSocket): GameSocket => socket as unknown as GameSocket;

/** Lets everything run that waits for no pause. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};
/** Ends the present pauses. */
const passPauses = async (): Promise<void> => {
  for (const end of pauses.splice(0)) end();
  await settle();
};
const time = {
  now: () => 0,
  delay: () => new Promise<void>((done) => pauses.push(done)),
  after: () => () => undefined,
  every: () => () => undefined,
};

beforeEach(() => {
  [transport, isClosed, sent, pauses, clock] = [{ writable: false }, false, [], [], new TestClock(0)];
});

describe('waiting for the network', () => {
  it.each(['takes everything', 'is closed'])('ends when it %s', async (what) => {
    const socket = createSocket();
    let hasEnded = false;
    void waitUntilFlushed(asSocket(socket), time).then(() => (hasEnded = true));
    await passPauses();
    expect(hasEnded).toBe(false);
    if (what === 'is closed') socket.connected = false;
    else transport.writable = true;
    await passPauses();
    expect(hasEnded).toBe(true);
  });
});

describe('the event log', () => {
  it('is read a page at a time, and the next one when the client has taken the last', async () => {
    const reads: number[] = [];
    const queries = {
      readEventLog: (_id: string, after: number) => {
        reads.push(after);
        return Promise.resolve({ events: [{ number: after + 1 } as EmpireEvent], last: 9 });
      },
    };
    const follower = new Follower({ queries, time, log }, createSocket(), 'empire');
    void follower.start(0, { events: [{ number: 1 } as EmpireEvent], last: 9 });
    for (let pause = 0; pause < 5; pause += 1) await passPauses();
    expect([sent.length, reads]).toEqual([1, []]);
    transport.writable = true;
    await passPauses();
    await passPauses();
    expect(reads).toEqual([1]);
  });
});

describe('requests of the client', () => {
  let socket: FakeSocket;
  let handled: number;
  beforeEach(async () => {
    handled = 0;
    const queries = {
      claimConnection: () => Promise.resolve({ empireId: null, isNewest: true }),
      requireOwnEmpire: () => Promise.resolve(),
      readJoin: () => Promise.resolve({ events: [], last: 0, hasBattles: false }),
    };
    const deps = {
      ...{ queries, clock: Object.assign(clock, { machine: time }), log, delivered: {} },
      announcements: { at: () => null },
      metrics: createMetrics(),
    };
    socket = createSocket();
    createAcceptor(deps as unknown as ConnectionDeps)(asSocket(socket));
    await settle();
  });
  const ask = (): void => {
    const payload = { empire_id: '3f2b8a54-9c1d-4e67-8a01-5b6c7d8e9f00' };
    socket.receive('leave_empire', payload, () => (handled += 1));
  };

  it('are handled one after the other, each when the answer before it was taken', async () => {
    for (let count = 0; count < 3; count += 1) ask();
    for (let pause = 0; pause < 5; pause += 1) await passPauses();
    expect(handled).toBe(1);
    transport.writable = true;
    await passPauses();
    expect(handled).toBe(3);
  });

  it('are refused while 30 of them wait, and close the connection after 100 refusals', async () => {
    const refusals = (): number => sent.filter((name) => name === 'error').length;
    for (let count = 0; count < 30; count += 1) {
      clock.advance(1_000);
      ask();
    }
    expect(refusals()).toBe(0);
    for (let count = 0; count < 100; count += 1) {
      clock.advance(1_000);
      ask();
    }
    await settle();
    expect([refusals(), isClosed]).toEqual([100, false]);
    clock.advance(1_000);
    ask();
    expect(isClosed).toBe(true);
  });
});

describe('events for the client', () => {
  it('close the connection when 1,025 wait, counted from the last time that the network took all', () => {
    const note = createOutgoingListener({});
    const socket = createSocket();
    const send = (count: number): void => {
      for (let event = 0; event < count; event += 1) note.call(asSocket(socket), 'message');
    };
    send(maxUnsent);
    transport.writable = true;
    send(1);
    transport.writable = false;
    send(maxUnsent);
    expect(isClosed).toBe(false);
    send(1);
    expect(isClosed).toBe(true);
  });
});
