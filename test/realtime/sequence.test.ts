/** seq numbers the events of an empire without gaps or duplicates, in commit order. */
import { afterEach, expect, it } from 'vitest';
import { sendAnonymously, useNew, useSecond, useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { closeClients, join, type LiveClient } from '../support/sockets.ts';

const numbered = [
  'empire_update',
  'resource_update',
  'construction_complete',
  'unit_training_complete',
] as const;
const game = useTestGame({ shared: true, speed: 60 });
const second = useSecond(game, { speed: 60 });
const ann = useNew(() => createEmpire(game));
const bob = useNew(() => createEmpire(game));
afterEach(closeClients);

async function lastSeqOf({ empireId }: Ruler): Promise<number> {
  const rows = await game.query<{ event_seq: number }>(
    'SELECT event_seq FROM empires WHERE id = $1',
    empireId,
  );
  return rows[0]?.event_seq ?? -1;
}

function isNumbered(name: string): name is (typeof numbered)[number] {
  return (numbered as readonly string[]).includes(name);
}

/** Waits for the last number, then returns all numbers that a client received, in order of arrival. */
async function seqsReceived(client: LiveClient, ruler: Ruler): Promise<number[]> {
  const last = await lastSeqOf(ruler);
  const seqs = (): number[] =>
    client.received.flatMap(({ name, payload }) =>
      isNumbered(name) && 'seq' in payload ? [payload.seq] : [],
    );
  while (!seqs().includes(last)) await new Promise((resolve) => client.socket.once('empire_update', resolve));
  await client.settle();
  return seqs();
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** Sends a command of a ruler to one of the instances: even numbers to the first, odd ones to the second. */
function command(ruler: Ruler, number: number, method: string, path: string, body?: unknown) {
  const { url } = number % 2 === 0 ? game : second;
  return sendAnonymously(url, method, path, body, { authorization: `Bearer ${ruler.token}` });
}

function describeEmpire(ruler: Ruler, number: number) {
  return command(ruler, number, 'PUT', `/api/empire/${ruler.empireId}`, { description: `Text ${number}` });
}

/** Ten times six simultaneous commands. Commands of one batch share its events. */
async function describeOften(rulers: readonly Ruler[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let wave = 0; wave < 10; wave++) {
    const sent = rulers.flatMap((ruler) => upTo(6).map((number) => describeEmpire(ruler, number)));
    statuses.push(...(await Promise.all(sent)).map(({ status }) => status));
  }
  return statuses;
}

it('increases by one over simultaneous commands on two instances', async () => {
  const live = await join(second.url, ann);
  expect(new Set(await describeOften([ann]))).toEqual(new Set([200]));
  const last = await lastSeqOf(ann);
  expect(last).toBeGreaterThanOrEqual(10);
  expect(await seqsReceived(live, ann)).toEqual(upTo(last));
});

it('counts each empire separately', async () => {
  const [annLive, bobLive] = [await join(game.url, ann), await join(second.url, bob)];
  await describeOften([ann, bob]);
  expect([await seqsReceived(annLive, ann), await seqsReceived(bobLive, bob)]).toEqual([
    upTo(await lastSeqOf(ann)),
    upTo(await lastSeqOf(bob)),
  ]);
});

it('has no gap over commands, construction, training and a battle', async () => {
  const [annLive, bobLive] = [await join(second.url, ann), await join(game.url, bob)];
  const city = `/api/city/${ann.capitalId}`;
  await command(ann, 0, 'POST', `${city}/buildings`, { type: 'barracks' });
  await command(ann, 1, 'POST', `${city}/buildings`, { type: 'farm', quantity: 2 });
  await game.pass(60_000);
  await Promise.all(
    upTo(4).map((number) =>
      command(ann, number, 'POST', `${city}/train`, { unit_type: 'soldiers', quantity: number }),
    ),
  );
  await command(ann, 0, 'POST', '/api/battle', {
    army_id: ann.armyId,
    target_type: 'city',
    target_id: bob.capitalId,
  });
  await Promise.all([game.pass(600_000), ...upTo(6).map((number) => describeEmpire(ann, number))]);
  await describeEmpire(ann, 0);
  await describeEmpire(bob, 0);
  const received = await seqsReceived(annLive, ann);
  expect(received).toEqual(upTo(await lastSeqOf(ann)));
  expect(await seqsReceived(bobLive, bob)).toEqual(upTo(await lastSeqOf(bob)));
  expect(new Set(annLive.received.map(({ name }) => name))).toEqual(
    new Set([...numbered, 'battle_start', 'battle_update', 'battle_end', 'empire_event']),
  );
});

it('follows commit order: the last state received is the last one written', async () => {
  const live = await join(game.url, ann);
  await Promise.all(
    upTo(5).map((number) =>
      command(ann, number, 'POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' }),
    ),
  );
  await seqsReceived(live, ann);
  const rows = await game.query<{ gold: number }>('SELECT gold FROM empires WHERE id = $1', ann.empireId);
  const golds = live.all('empire_update').map(({ changes }) => changes.resources.gold);
  expect(golds.at(-1)).toBe(Math.floor((rows[0]?.gold ?? 0) / 3_600_000));
  expect(golds).toEqual([...golds].sort((a, b) => b - a));
});

it('is not increased by a refused command', async () => {
  await command(ann, 0, 'POST', `/api/city/${ann.capitalId}/buildings`, { type: 'stable' });
  expect(await lastSeqOf(ann)).toBe(0);
});

it('is not increased by periodic resource_updates', async () => {
  const live = await join(game.url, ann);
  await describeEmpire(ann, 1);
  await game.instance.gateway.emitStocks();
  await describeEmpire(ann, 2);
  expect(await seqsReceived(live, ann)).toEqual([1, 1, 2]);
});
