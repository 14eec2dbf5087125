/** Several attacks in one request: each order has its own outcome, and a repetition changes nothing. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { attacksResponse } from '../../src/contract/battle.ts';
import { setUnits, unknownId } from '../support/set-state.ts';
import { sendAnonymously, useTestGame, useNew } from '../support/game.ts';
import { createEmpire, createPlayer } from '../support/players.ts';
import { splitArmy } from '../support/requests.ts';

type Line = z.infer<typeof attacksResponse>['orders'][number];

const game = useTestGame();
let column = -500;

const ann = useNew(() => createEmpire(game, { x: (column += 6), y: 0 }));
const bob = useNew(() => createEmpire(game, { x: column, y: 4 }));

/** Splits soldiers off Ann's army; returns the id of the new army. */
const raise = async (): Promise<string> => (await splitArmy(ann, { soldiers: 2 })).body.army.id;

const orderOf = (army_id: string, target_id = bob.capitalId, target_type = 'city'): object => ({
  army_id,
  target_type,
  target_id,
});

async function send(orders: object[]): Promise<Line[]> {
  const { status, body } = await ann.send<{ orders: Line[] }>('POST', '/api/battles', { orders });
  expect(status).toBe(200);
  return body.orders;
}

const codesOf = (lines: Line[]): (string | null)[] => lines.map(({ refusal }) => refusal?.code ?? null);

describe('several attacks in one request', () => {
  it('are all ordered, in their order', async () => {
    const armies = [await raise(), await raise(), ann.armyId];
    const lines = await send(armies.map((id) => orderOf(id)));
    expect(lines.map(({ army_id }) => army_id)).toEqual(armies);
    expect(lines.map(({ battle }) => battle?.location)).toEqual(armies.map(() => bob.tile));
    const { battles } = await ann.read<{ battles: { id: string }[] }>(
      `/api/battles?empire_id=${ann.empireId}&status=active`,
    );
    expect(battles.map(({ id }) => id).reverse()).toEqual(lines.map(({ battle }) => battle?.id));
  });

  it('have each their own refusal, which changes nothing', async () => {
    const refusedOrders = [
      orderOf(bob.armyId),
      orderOf(bob.armyId, unknownId),
      orderOf(ann.armyId, ann.capitalId),
      orderOf(ann.armyId, unknownId),
      orderOf(unknownId),
    ];
    const alone: unknown[] = [];
    for (const order of refusedOrders) alone.push((await ann.send('POST', '/api/battle', order)).body);
    const lines = await send([...refusedOrders, orderOf(ann.armyId), orderOf(ann.armyId)]);
    expect(lines.slice(0, 5).map(({ refusal }) => refusal)).toEqual(alone);
    const notFound = 'NOT_FOUND';
    const codes = ['FORBIDDEN', notFound, 'INVALID_TARGET', notFound, notFound, null, 'ARMY_BUSY'];
    expect(codesOf(lines)).toEqual(codes);
    const rows = await game.query('SELECT id FROM battles WHERE attacker_id = $1', ann.empireId);
    expect(rows).toHaveLength(1);
  });

  it('are ordered once for an idempotency key, also at the same time', async () => {
    const orders = [orderOf(await raise()), orderOf(ann.armyId)];
    const key = randomUUID();
    const headers = { authorization: `Bearer ${ann.token}`, 'idempotency-key': key };
    const request = () =>
      sendAnonymously<{ orders: Line[] }>(game.url, 'POST', '/api/battles', { orders }, headers);
    const [first, second] = await Promise.all([request(), request()]);
    const third = await request();
    expect([first.body, second.body]).toEqual([third.body, third.body]);
    expect(codesOf(third.body.orders)).toEqual([null, null]);
    const rows = await game.query('SELECT id FROM battles WHERE attacker_id = $1', ann.empireId);
    expect(rows).toHaveLength(2);
  });

  it('on a seat and a village can be mixed', async () => {
    await setUnits(game, ann.armyId, { soldiers: 50 });
    const [seat] = await game.query<{ id: string }>('SELECT id FROM seats ORDER BY number LIMIT 1');
    const [village] = await game.query<{ id: string }>(
      `SELECT c.id FROM cities c JOIN empires e ON e.id = c.empire_id WHERE e.kind = 'village' LIMIT 1`,
    );
    const lines = await send([orderOf(ann.armyId, seat?.id, 'seat'), orderOf(await raise(), village?.id)]);
    expect(codesOf(lines)).toEqual([null, null]);
  });

  it('need an empire', async () => {
    const player = await createPlayer(game);
    const { status } = await player.send('POST', '/api/battles', { orders: [orderOf(ann.armyId)] });
    expect(status).toBe(403);
  });
});
