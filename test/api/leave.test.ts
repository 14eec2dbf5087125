/** Leave over HTTP: the order, what all players see, what is refused meanwhile, and the return. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { EmpireView } from '../../src/contract/empire.ts';
import type { LeaveView } from '../../src/contract/leave.ts';
import { enlist, foundAlliance, readAlliance, writeToAlliance } from '../support/alliances.ts';
import { useTestGame, type ApiResponse } from '../support/game.ts';
import { createWriter, write, type Writer } from '../support/messages.ts';
import { refusalOf, refused } from '../support/refusals.ts';
import { expose } from '../support/set-state.ts';
import { dayMs, hourMs, the } from '../support/worlds.ts';

const game = useTestGame();
let ann: Writer;
let bob: Writer;

beforeEach(async () => {
  game.clock.advance(2 * 60_000);
  [ann, bob] = [await createWriter(game), await createWriter(game)];
});

const path = (of = ann): string => `/api/empire/${of.empireId}/leave`;
const order = (days = 2): Promise<ApiResponse<{ leave: LeaveView | null }>> =>
  ann.send('PUT', path(), { days });
const view = (by: Writer): Promise<EmpireView> => by.read(`/api/empire/${ann.empireId}`);
const iso = (ms: number): string => new Date(ms).toISOString();
const attackBy = (by: Writer, on: Writer) =>
  refusalOf(game, by, 'POST', '/api/battle', {
    army_id: by.armyId,
    target_type: 'city',
    target_id: on.capitalId,
  });

/** Orders a leave; the notice has ended. */
async function goOnLeave(): Promise<void> {
  await order();
  game.clock.advance(12 * hourMs);
}

/** Saves the begin, as the clock does within a moment. */
async function noteBegin(): Promise<void> {
  await game.query(
    `UPDATE empires SET leave = jsonb_set(leave, '{beganAt}', leave -> 'noticeEndsAt'),
       advanced_at = (leave ->> 'noticeEndsAt')::bigint
     WHERE id = $1`,
    ann.empireId,
  );
}

describe('the order', () => {
  it('answers with both moments, which everybody sees', async () => {
    const now = game.clock.now();
    const { status, body } = await order(7);
    const leave = {
      days: 7,
      ordered_at: iso(now),
      notice_ends_at: iso(now + 12 * hourMs),
      began_at: null,
      ends_at: null,
    };
    expect({ status, body }).toEqual({ status: 200, body: { success: true, leave } });
    expect([(await view(ann)).leave, (await view(bob)).leave]).toEqual([leave, leave]);
    game.clock.advance(12 * hourMs);
    const begun = { ...leave, began_at: leave.notice_ends_at, ends_at: iso(now + 12 * hourMs + 7 * dayMs) };
    expect([(await view(ann)).leave, (await view(bob)).leave]).toEqual([begun, begun]);
  });

  it('is refused a second time, to others, and with other days', async () => {
    await order();
    expect(await refusalOf(game, ann, 'PUT', path(), { days: 2 })).toMatchObject(refused(409, 'ON_LEAVE'));
    expect(await refusalOf(game, bob, 'PUT', path(), { days: 2 })).toMatchObject(refused(403, 'FORBIDDEN'));
    for (const days of [1, 31, 2.5])
      expect(await refusalOf(game, bob, 'PUT', path(bob), { days })).toMatchObject(
        refused(400, 'VALIDATION_ERROR'),
      );
  });
});

describe('during the notice', () => {
  it('no army sets out, and everything else goes on', async () => {
    await order();
    const march = { destination: { x: 500, y: 500 } };
    expect(await refusalOf(game, ann, 'POST', `/api/army/${ann.armyId}/move`, march)).toMatchObject(
      refused(409, 'ON_LEAVE'),
    );
    await expose(game, bob.empireId);
    expect(await attackBy(ann, bob)).toMatchObject(refused(409, 'ON_LEAVE'));
    const built = await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
    expect(built.status).toBe(201);
  });
});

describe('on leave', () => {
  it('every order is refused, but not messages, chat and reading', async () => {
    const alliance = await foundAlliance(ann);
    await enlist(ann, alliance, bob);
    await goOnLeave();
    await noteBegin();
    const orders: [string, string, object?][] = [
      ['POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' }],
      ['POST', `/api/city/${ann.capitalId}/train`, { unit_type: 'soldiers', quantity: 1 }],
      ['PUT', `/api/empire/${ann.empireId}`, { description: 'away' }],
      ['PUT', `/api/empire/${ann.empireId}/wishes`, { wishes: [] }],
      ['POST', `/api/empire/${ann.empireId}/cities`, { name: 'Further', location: { x: 700, y: 700 } }],
      ['POST', `/api/army/${ann.armyId}/move`, { destination: { x: 500, y: 500 } }],
      ['POST', `/api/army/${ann.armyId}/split`, { units: { soldiers: 1 } }],
      ['PUT', path(), { days: 2 }],
      ['PUT', `/api/alliance/${alliance}`, { description: 'led from afar' }],
      ['DELETE', `/api/alliance/${alliance}/member/${ann.empireId}`],
      ['DELETE', `/api/alliance/${alliance}/member/${bob.empireId}`],
    ];
    for (const [method, address, body] of orders)
      expect([address, await refusalOf(game, ann, method, address, body)]).toMatchObject([
        address,
        refused(409, 'ON_LEAVE'),
      ]);
    const message = await write(ann, bob, 'I am on leave');
    const chat = await writeToAlliance(ann, alliance, 'I am on leave');
    expect([message.status, chat.status]).toEqual([201, 201]);
    const { rates, resources } = await view(ann);
    game.clock.advance(dayMs);
    expect((await view(ann)).resources).toEqual(resources);
    expect(rates).toEqual({ gold: 0, food: 0, materials: 0 });
  });

  it('its alliance sees it, and its leader does not lead', async () => {
    const alliance = await foundAlliance(ann);
    await enlist(ann, alliance, bob);
    await ann.send('PUT', `/api/alliance/${alliance}/member/${bob.empireId}`, { role: 'officer' });
    await goOnLeave();
    await noteBegin();
    const body = await readAlliance(bob, alliance);
    expect(body.leader_id).toBe(bob.empireId);
    expect(body.members.map(({ empire_id, on_leave }) => [empire_id, on_leave]).sort()).toEqual(
      [
        [ann.empireId, true],
        [bob.empireId, false],
      ].sort(),
    );
  });

  it('ends by hand after 48 hours, and the next order comes 30 days later', async () => {
    await order(30);
    game.clock.advance(12 * hourMs + 2 * dayMs - 2);
    expect(await refusalOf(game, ann, 'DELETE', path())).toMatchObject(refused(409, 'LEAVE_PAUSE'));
    game.clock.advance(1);
    expect((await ann.send('DELETE', path())).status).toBe(200);
    expect((await view(ann)).leave).toBeNull();
    expect(await refusalOf(game, ann, 'PUT', path(), { days: 2 })).toMatchObject(refused(409, 'LEAVE_PAUSE'));
    const { events } = await ann.read<{ events: { type: string; data: object }[] }>(
      `/api/empire/${ann.empireId}/events?limit=100`,
    );
    const told = events.filter(({ type }) => type.startsWith('leave_'));
    expect(told.map(({ type }) => type)).toEqual(['leave_begun', 'leave_ended']);
    expect(the(told[1]).data).toEqual({ began_at: expect.any(String) as string });
  });
});
