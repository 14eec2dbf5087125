/** What a follower sends when the feed reports entries with and without gaps. */
import { beforeEach, expect, it } from 'vitest';
import type { EmpireEvent } from '../../src/contract/event-log.ts';
import { createLog } from '../../src/kernel/log.ts';
import { Follower } from '../../src/realtime/follower.ts';
import { machineTime } from '../../src/kernel/clock.ts';

const empireId = 'an empire';
const entry = (number: number) => ({ number }) as EmpireEvent;

let stored: number[];
let reads: number;
let received: number[];
let follower: Follower;

/** Reports an entry as the feed does. */
const report = (number: number): void => {
  stored.push(number);
  follower.receive(entry(number));
};

beforeEach(async () => {
  [stored, reads, received] = [[1], 0, []];
  const socket = {
    connected: true,
    conn: { transport: { writable: true } },
    emit: (_name: string, { event }: { event: EmpireEvent }) => received.push(event.number),
  };
  const readEventLog = (_id: string, after: number) => {
    reads += 1;
    const events = stored.filter((number) => number > after).map(entry);
    return Promise.resolve({ events, last: Math.max(...stored) });
  };
  follower = new Follower(
    { queries: { readEventLog }, time: machineTime, log: createLog('silent') },
    socket,
    empireId,
  );
  await follower.start(1, { events: [], last: 1 });
});

it('sends the next entry at once, without a query', () => {
  report(2);
  report(3);
  expect([received, reads]).toEqual([[2, 3], 0]);
});

it('reads the missing entries before it sends a later one', async () => {
  stored.push(2, 3);
  report(4);
  expect(received).toEqual([]);
  await follower.catchUp();
  expect(received).toEqual([2, 3, 4]);
});

it('sends an entry that arrives while it reads only once', async () => {
  stored.push(2);
  report(3);
  report(4);
  await follower.catchUp();
  report(5);
  expect(received).toEqual([2, 3, 4, 5]);
});

it('sends no entry twice', () => {
  report(2);
  report(2);
  expect(received).toEqual([2]);
});

it('sends nothing more after its end', () => {
  follower.end();
  report(2);
  expect(received).toEqual([]);
});
