/** The live events of an empire: each with its payload and its recipients. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTestGame, useNew } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { closeClients, connect, join, type LiveClient } from '../support/sockets.ts';

interface Order {
  order: { id: string; completes_at: string };
}

const game = useTestGame();
let live: LiveClient;
const ann = useNew(() => createEmpire(game));
beforeEach(async () => {
  live = await join(game.url, ann);
});
afterEach(closeClients);

function build(type: string): Promise<{ status: number; body: Order }> {
  return ann.send<Order>('POST', `/api/city/${ann.capitalId}/buildings`, { type });
}

async function finish(type: string): Promise<void> {
  await game.passTo((await build(type)).body.order.completes_at);
}

async function seqInDatabase(): Promise<number> {
  const rows = await game.query<{ event_seq: number }>(
    'SELECT event_seq FROM empires WHERE id = $1',
    ann.empireId,
  );
  return rows[0]?.event_seq ?? -1;
}

describe('empire_update', () => {
  it('is not sent for a command that was refused', async () => {
    expect((await build('stable')).status).toBe(409);
    await live.settle();
    expect(live.received).toEqual([]);
  });

  it('follows a change of the population', async () => {
    await finish('house');
    const { changes } = await live.take('empire_update', (update) => update.changes.population > 100);
    expect(changes.population).toBe(128);
  });

  it('is not sent when a plain march arrives', async () => {
    const destination = { x: ann.tile.x + 1, y: ann.tile.y };
    await ann.send('POST', `/api/army/${ann.armyId}/move`, { destination });
    await live.take('empire_update');
    await game.pass(3_600_000);
    await live.settle();
    expect(live.all('empire_update')).toHaveLength(1);
  });
});

describe('construction_complete', () => {
  it('is sent for every level of an order', async () => {
    const { body } = await ann.send<Order>('POST', `/api/city/${ann.capitalId}/buildings`, {
      type: 'farm',
      quantity: 2,
    });
    await game.passTo(body.order.completes_at);
    const updates = [await live.take('construction_complete'), await live.take('construction_complete')];
    expect(updates.map(({ building }) => building.level)).toEqual([2, 3]);
  });

  it('is not sent a millisecond early', async () => {
    const { order } = (await build('farm')).body;
    await game.pass(Date.parse(order.completes_at) - game.clock.now() - 1);
    await live.settle();
    expect(live.all('construction_complete')).toEqual([]);
  });
});

describe('unit_training_complete', () => {
  async function train(): Promise<void> {
    await finish('barracks');
    const { body } = await ann.send<Order>('POST', `/api/city/${ann.capitalId}/train`, {
      unit_type: 'soldiers',
      quantity: 3,
    });
    await game.passTo(body.order.completes_at);
  }

  it('contains the batch, and comes with the new units and the new food rate', async () => {
    await train();
    const update = await live.take('unit_training_complete');
    const { seq } = update;
    const units = { type: 'soldiers', quantity: 3 };
    expect(update).toEqual({ empire_id: ann.empireId, city_id: ann.capitalId, units, seq });
    const { changes } = await live.take(
      'empire_update',
      ({ changes: { military } }) => military.total_units > 30,
    );
    expect(changes.military.units_by_type).toEqual({ soldiers: 23, archers: 10, knights: 0, catapults: 0 });
    const { production_rates } = await live.take('resource_update', (each) => each.seq > seq);
    const { body } = await ann.send<{ rates: object }>('GET', `/api/empire/${ann.empireId}`);
    expect(production_rates).toEqual(body.rates);
  });
});

describe('resource_update', () => {
  it('is not sent for a command that changes no rate', async () => {
    await build('farm');
    await live.settle();
    expect(live.all('resource_update')).toEqual([]);
  });

  it('is sent periodically with the accrued stock and the current seq', async () => {
    await ann.send('PUT', `/api/empire/${ann.empireId}`, { description: 'Proud.' });
    game.clock.advance(60_000);
    await game.instance.gateway.emitStocks();
    const { body } = await ann.send('GET', `/api/empire/${ann.empireId}`);
    expect(await live.take('resource_update')).toEqual({
      empire_id: ann.empireId,
      resources: body.resources,
      production_rates: body.rates,
      timestamp: new Date(game.clock.now()).toISOString(),
      seq: await seqInDatabase(),
    });
  });

  it('is not sent periodically to a client that has not joined', async () => {
    const bob = await createEmpire(game);
    const other = await connect(game.url, { token: bob.token });
    await game.instance.gateway.emitStocks();
    await live.take('resource_update');
    await other.settle();
    expect(other.received).toEqual([]);
  });

  it('is not sent periodically after leave_empire', async () => {
    await live.ask('leave_empire', { empire_id: ann.empireId });
    await game.instance.gateway.emitStocks();
    await live.settle();
    expect(live.received).toEqual([]);
  });
});

it('sends nothing to other players, or to an owner who has not joined', async () => {
  const bob = await join(game.url, await createEmpire(game));
  const cid = await createEmpire(game);
  const idle = await connect(game.url, { token: cid.token });
  await cid.send('PUT', `/api/empire/${cid.empireId}`, { description: 'Quiet.' });
  await finish('farm');
  await live.take('construction_complete');
  for (const other of [bob, idle]) {
    await other.settle();
    expect(other.received).toEqual([]);
  }
});

it('keeps the order: finished building, empire_update, entries of the event log', async () => {
  await build('house');
  await game.pass(3_600_000);
  await live.take('empire_event');
  expect(live.received.map(({ name }) => name)).toEqual([
    'empire_update',
    'construction_complete',
    'empire_update',
    // The first house is a goal.
    'empire_event',
    'empire_event',
  ]);
});
