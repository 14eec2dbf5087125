/** The event log over the socket: missed entries before new ones, every entry once and in order. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cutFeeds, requestsOf, startSecond, useTestGame, useNew } from '../support/game.ts';
import { createEmpire, orderAttack } from '../support/players.ts';
import { closeClients, connect, join, type LiveClient } from '../support/sockets.ts';

const game = useTestGame({ speed: 60 });
let built = 0;

const ann = useNew(() => createEmpire(game));
beforeEach(() => {
  built = 0;
});
afterEach(closeClients);

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

const numbersOf = (live: LiveClient) => live.all('empire_event').map(({ event }) => event.number);

/** Adds entries, as `advance` does. */
async function add(count = 1): Promise<void> {
  for (let index = 0; index < count; index++) {
    await game.instance.services.executeCommand(ann.empireId, ({ empire, now, emit }) => {
      const [city] = empire.cities;
      if (city === undefined) throw new Error('no city');
      built += 1;
      const building = { id: city.buildings[0]?.id ?? '', type: 'farm' as const, level: built };
      emit({ kind: 'construction_complete', at: now, empireId: empire.id, cityId: city.id, building });
    });
  }
}

const joinAfter = (live: LiveClient, after?: unknown) =>
  live.ask('join_empire', { empire_id: ann.empireId, ...(after === undefined ? {} : { after }) });

describe('join_empire', () => {
  it('returns the latest number, and without `after` sends only new entries', async () => {
    await add(3);
    const live = await connect(game.url, { token: ann.token });
    expect(await joinAfter(live)).toEqual({ ok: true, data: { empire_id: ann.empireId, last: 4 } });
    await add();
    await live.take('empire_event');
    expect(numbersOf(live)).toEqual([5]);
  });

  it('with `after` sends missed entries before the acknowledgement', async () => {
    await add(3);
    const live = await connect(game.url, { token: ann.token });
    expect(await joinAfter(live, 1)).toEqual({ ok: true, data: { empire_id: ann.empireId, last: 4 } });
    expect(numbersOf(live)).toEqual([2, 3, 4]);
  });

  it('sends more than one page of missed entries', async () => {
    await add(250);
    const live = await connect(game.url, { token: ann.token });
    await joinAfter(live, 0);
    expect(numbersOf(live)).toEqual(upTo(251));
  });

  it('sends entries again when it is called again with `after`', async () => {
    const live = await connect(game.url, { token: ann.token });
    await joinAfter(live, 0);
    await joinAfter(live, 0);
    await add();
    await live.take('empire_event', ({ event }) => event.number === 2);
    expect(numbersOf(live)).toEqual([1, 1, 2]);
  });

  it.each([['2'], [-1], [1.5], [null], [2 ** 53], [{}]])('refuses %j as `after`', async (after) => {
    const live = await connect(game.url, { token: ann.token });
    expect(await joinAfter(live, after)).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
  });

  it('refuses a number that no entry has yet, and does not join', async () => {
    const live = await connect(game.url, { token: ann.token });
    const answer = await joinAfter(live, 2);
    expect(answer).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    expect(JSON.stringify(answer)).toContain('the latest entry has the number 1');
    await add();
    await live.settle();
    expect(live.all('empire_event')).toEqual([]);
  });

  it('keeps the joined room and position when it is refused', async () => {
    const live = await connect(game.url, { token: ann.token });
    await joinAfter(live);
    expect(await joinAfter(live, 99)).toMatchObject({ ok: false });
    await add();
    await live.take('empire_event', ({ event }) => event.number === 2);
    expect(await joinAfter(live)).toMatchObject({ ok: true, data: { last: 2 } });
    await add();
    await live.take('empire_event', ({ event }) => event.number === 3);
    expect(numbersOf(live)).toEqual([2, 3]);
  });

  it('refuses the event log of another player', async () => {
    const bob = await createEmpire(game);
    const live = await connect(game.url, { token: bob.token });
    expect(await joinAfter(live, 0)).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
    expect(live.all('empire_event')).toEqual([]);
  });
});

it('stops after leave_empire and continues with `after`', async () => {
  const live = await join(game.url, ann);
  await add();
  // The notification follows the commit: without this, the client could leave before it.
  await live.take('empire_event');
  await live.ask('leave_empire', { empire_id: ann.empireId });
  await add(2);
  await joinAfter(live, 2);
  expect(numbersOf(live)).toEqual([2, 3, 4]);
});

it('has no gaps or duplicates for clients that join while entries are added', async () => {
  for (let round = 0; round < 10; round++) {
    const adding = add(20);
    const live = await connect(game.url, { token: ann.token });
    await joinAfter(live, 0);
    await adding;
    const last = 1 + built;
    await live.take('empire_event', ({ event }) => event.number === last);
    expect(numbersOf(live)).toEqual(upTo(last));
    live.close();
  }
});

it('fills the gap of a lost feed connection', async () => {
  const live = await join(game.url, ann);
  for (let round = 0; round < 5; round++) {
    await cutFeeds(game.instance.pool);
    await add(3);
  }
  await live.take('empire_event', ({ event }) => event.number === 16);
  expect(numbersOf(live)).toEqual(upTo(16, 2));
});

it('is complete when two instances add entries', async () => {
  const other = await startSecond(game, { speed: 60 });
  try {
    const rivals = await Promise.all(upTo(6).map(() => createEmpire(game, { x: 40, y: 40 })));
    const live = await connect(other.url, { token: ann.token });
    await joinAfter(live, 0);
    // Six attacks on one defender, ordered on two instances, while the defender gives commands too.
    const orders = rivals.map((rival, index) =>
      orderAttack({ ...rival, ...requestsOf((index % 2 === 0 ? game : other).url, rival.token) }, ann),
    );
    await Promise.all([...orders, add(20)]);
    const last = 1 + 6 + 20;
    await live.take('empire_event', ({ event }) => event.number === last);
    expect(numbersOf(live)).toEqual(upTo(last));
  } finally {
    await other.stop();
  }
});
