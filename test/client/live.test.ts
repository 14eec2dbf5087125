/** Live connections of the client: events, picture, end and reconnection. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, unwrap, type Client, type Live, type LiveOptions } from '../../src/client/client.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { cutFeeds, useNew, useOne, useTestGame } from '../support/game.ts';
import { openSession, createEmpire } from '../support/players.ts';

let hegemon: Client;
const open: Live[] = [];
const game = useTestGame();
const proxy = useOne(
  () => startCuttingProxy(game.url),
  (started) => started.stop(),
);
const ann = useNew(() => createEmpire(game));
const bob = useNew(() => createEmpire(game));

beforeEach(() => {
  hegemon = createClient({ url: proxy.url, token: ann.token });
});
afterEach(() => {
  for (const live of open.splice(0)) live.close();
});

/** A connection that reconnects within milliseconds. */
function listen(empireId: string, client = hegemon, options: LiveOptions = {}): Live {
  const live = client.live(empireId, { reconnectMs: { first: 1, most: 5 }, ...options });
  open.push(live);
  return live;
}

/** A connection with its first picture. */
async function watch(): Promise<Live> {
  const live = listen(ann.empireId);
  await live.next('picture');
  return live;
}

describe('its events', () => {
  it('arrive under the names of the contract', async () => {
    const live = await watch();
    const warned = live.next('battle_start');
    const order = { army_id: bob.armyId, target_type: 'city', target_id: ann.capitalId };
    await bob.send('POST', '/api/battle', order);
    expect((await warned)?.attacker).toBe(`Empire of ${bob.username}`);
  });

  it('do not reach a removed listener', async () => {
    const live = await watch();
    let updates = 0;
    const stop = live.on('empire_update', () => (updates += 1));
    await Promise.all([live.next('picture'), hegemon.updateEmpire(ann.empireId, { description: 'one' })]);
    stop();
    await Promise.all([live.next('picture'), hegemon.updateEmpire(ann.empireId, { description: 'two' })]);
    expect(updates).toBe(1);
  });
});

describe('its picture', () => {
  it('is null at first', () => {
    expect(listen(ann.empireId).picture).toBeNull();
  });

  it('is the current state of the empire', async () => {
    const live = await watch();
    const view = unwrap(await hegemon.readEmpire(ann.empireId));
    expect(live.picture).toEqual({
      seq: 0,
      at: view.server_time,
      resources: view.resources,
      rates: view.rates,
      population: view.population.total,
      military: view.military,
    });
  });

  it('follows an order', async () => {
    const live = await watch();
    const before = live.picture?.resources.gold ?? 0;
    const nextPicture = live.next('picture');
    const { order } = unwrap(await hegemon.build(ann.capitalId, { type: 'farm' }));
    expect((await nextPicture)?.resources.gold).toBe(before - order.cost.gold);
  });

  it('is correct after a gap in the notifications of the server', async () => {
    const live = await watch();
    await cutFeeds(game.instance.pool);
    await hegemon.build(ann.capitalId, { type: 'farm' });
    const view = unwrap(await hegemon.readEmpire(ann.empireId));
    while (live.picture?.resources.gold !== view.resources.gold) await live.next('picture');
    expect(live.picture.seq).toBeGreaterThan(0);
  });

  it('is refreshed on demand', async () => {
    const live = await watch();
    const nextPicture = live.next('picture');
    game.clock.advance(60_000);
    live.refresh();
    expect((await nextPicture)?.at).toBe(new Date(game.clock.now()).toISOString());
  });
});

describe('its end', () => {
  it('comes with FORBIDDEN for the empire of another user', async () => {
    const live = listen(bob.empireId);
    expect((await live.next('closed')).code).toBe('FORBIDDEN');
  });

  it('comes with AUTH_REQUIRED without a session', async () => {
    const live = listen(ann.empireId, createClient({ url: game.url }));
    expect(await live.next('closed')).toEqual({
      code: 'AUTH_REQUIRED',
      message: 'Authentication required',
    });
  });

  it('comes with SESSION_ENDED at logout', async () => {
    const live = await watch();
    const closed = live.next('closed');
    await hegemon.logOut();
    expect((await closed).code).toBe('SESSION_ENDED');
  });

  it('comes with SESSION_REPLACED for the older of two connections, which does not reconnect', async () => {
    const live = await watch();
    const closed = live.next('closed');
    const elsewhere = createClient({
      url: game.url,
      token: (await openSession(game, ann.username)).token,
    });
    const newer = listen(ann.empireId, elsewhere);
    await newer.next('picture');
    expect((await closed).code).toBe('SESSION_REPLACED');
    expect(live.closed?.code).toBe('SESSION_REPLACED');
    expect(newer.closed).toBeNull();
  });

  it('comes with VALIDATION_ERROR for a number beyond the event log', async () => {
    const live = listen(ann.empireId, hegemon, { after: 1_000 });
    expect((await live.next('closed')).code).toBe('VALIDATION_ERROR');
  });

  it('comes with code null after close', async () => {
    const live = await watch();
    const closed = live.next('closed');
    live.close();
    expect((await closed).code).toBeNull();
  });
});

describe('after a loss', () => {
  it('reconnects and delivers the missed entries', async () => {
    const live = await watch();
    const lost = live.next('connection');
    proxy.cut();
    expect(await lost).toBe('lost');
    const missed = live.next('empire_event');
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
    await game.pass(3_600_000);
    expect((await missed)?.event).toMatchObject({
      type: 'construction_complete',
      data: { building: { type: 'farm' } },
    });
  });

  it('delivers all entries after the number of an earlier run', async () => {
    await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm', quantity: 2 });
    await game.pass(7_200_000);
    const live = listen(ann.empireId, hegemon, { after: 1 });
    const levels: number[] = [];
    live.on('empire_event', ({ event }) => {
      if (event.type === 'construction_complete') levels.push(event.data.building.level);
    });
    await live.next('picture');
    expect(levels).toEqual([2, 3]);
    // The second level also reaches a goal.
    expect(live.last).toBe(4);
  });
});
