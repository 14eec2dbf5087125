/** The three client events: permissions, validation, order and rate limit. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTestGame, useOne, type Ruler } from '../support/game.ts';
import { createPlayer, createEmpire } from '../support/players.ts';
import { closeClients, connect, type LiveClient } from '../support/sockets.ts';

const game = useTestGame();
let live: LiveClient;
const ann = useOne(() => createEmpire(game));
const bob = useOne(() => createEmpire(game));
beforeEach(async () => {
  live = await connect(game.url, { token: ann.token });
});
afterEach(closeClients);

const rename = (ruler: Ruler) =>
  ruler.send('PUT', `/api/empire/${ruler.empireId}`, { description: 'Proud.' });

describe('join_empire', () => {
  it.each([
    ['the id', () => ann.empireId],
    ['the id in upper case', () => ann.empireId.toUpperCase()],
  ])('joins the room of the own empire by %s', async (_, id) => {
    const answer = await live.ask('join_empire', { empire_id: id() });
    expect(answer).toEqual({ ok: true, data: { empire_id: ann.empireId, last: 1 } });
  });

  it.each([
    ['another empire with FORBIDDEN', () => bob.empireId, 'FORBIDDEN', 'You do not own this'],
    ['an unknown empire with NOT_FOUND', () => randomUUID(), 'NOT_FOUND', 'Not found'],
  ])('refuses %s', async (_, id, code, message) => {
    const answer = await live.ask('join_empire', { empire_id: id() });
    expect(answer).toEqual({ ok: false, error: { code, message } });
    expect(await live.take('error')).toEqual({ code, message });
  });

  it('works when it is sent before the connection is active', async () => {
    const early = await connect(game.url, { token: bob.token });
    expect(await early.ask('join_empire', { empire_id: bob.empireId })).toMatchObject({ ok: true });
  });

  it('works for an empire that was founded after the connection', async () => {
    const player = await createPlayer(game);
    const client = await connect(game.url, { token: player.token });
    const founded = await player.send<{ empire: { id: string } }>('POST', '/api/empire', {
      name: `New ${player.username}`,
      starting_location: { x: 0, y: 0 },
    });
    const empire_id = founded.body.empire.id;
    expect(await client.ask('join_empire', { empire_id })).toEqual({
      ok: true,
      data: { empire_id, last: 1 },
    });
  });

  it('works without a callback', async () => {
    live.socket.emit('join_empire', { empire_id: ann.empireId });
    // Nothing tells when the room is joined.
    await expect
      .poll(async () => {
        await rename(ann);
        return live.all('empire_update')[0]?.empire_id;
      })
      .toBe(ann.empireId);
  });

  it('delivers each event once, even when it was sent twice', async () => {
    await live.ask('join_empire', { empire_id: ann.empireId });
    await live.ask('join_empire', { empire_id: ann.empireId });
    await rename(ann);
    await live.take('empire_update');
    await live.settle();
    expect(live.all('empire_update')).toHaveLength(1);
  });
});

describe('leave_empire', () => {
  it('stops the events', async () => {
    await live.ask('join_empire', { empire_id: ann.empireId });
    await live.ask('leave_empire', { empire_id: ann.empireId });
    await rename(ann);
    await live.settle();
    expect(live.received).toEqual([]);
  });

  it('is acknowledged for a room that was not joined', async () => {
    const empire_id = randomUUID();
    expect(await live.ask('leave_empire', { empire_id })).toEqual({ ok: true, data: { empire_id } });
  });

  it('is handled after a slower join that was sent just before', async () => {
    live.socket.emit('join_empire', { empire_id: ann.empireId });
    await live.ask('leave_empire', { empire_id: ann.empireId });
    await rename(ann);
    await live.settle();
    expect(live.received).toEqual([]);
  });
});

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

const invalidPayloads: [string, unknown[]][] = [
  ['nothing', []],
  ['null', [null]],
  ['a number', [7]],
  ['a string', ['x']],
  ['true', [true]],
  ['a list', [[{ empire_id: randomUUID() }]]],
  ['an empty object', [{}]],
  ['an id that is not a UUID', [{ empire_id: 'x', type: 'empire', id: 'x' }]],
  ['a number for an id', [{ empire_id: 1, type: 'empire', id: 1 }]],
  ['an object for an id', [{ empire_id: {}, type: 'empire', id: {} }]],
  ['an id with a NUL', [{ empire_id: '\u0000'.repeat(36), type: 'empire', id: '\u0000'.repeat(36) }]],
  ['a thousand nested lists', [nested(1_000)]],
  ['an object with a thousand nested lists', [{ empire_id: nested(1_000), type: nested(1_000) }]],
  ['a thousand arguments', Array.from({ length: 1_000 }, (_, index) => index)],
  ['bytes', [Buffer.from('hello')]],
  ['an object with bytes', [{ empire_id: Buffer.from('hello'), type: Buffer.from('x') }]],
  ['a prototype', [JSON.parse('{"__proto__": {"empire_id": "x"}}')]],
];

describe.each(['join_empire', 'leave_empire', 'request_update'])('%s', (name) => {
  it.each(invalidPayloads)('refuses %s as VALIDATION_ERROR', async (_, args) => {
    const answer = await live.ask(name, ...args);
    expect(answer).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    const { message, code } = await live.take('error');
    expect(answer).toEqual({ ok: false, error: { message, code } });
  });

  it.each(invalidPayloads)('refuses %s with the error event if there is no callback', async (_, args) => {
    live.socket.emit(name, ...args);
    expect((await live.take('error')).code).toBe('VALIDATION_ERROR');
  });
});

it('names the problem without repeating the input', async () => {
  const answer = await live.ask('join_empire', { empire_id: '<script>' });
  const message = 'The request is not valid: empire_id: must be a UUID';
  expect(answer).toEqual({ ok: false, error: { message, code: 'VALIDATION_ERROR' } });
});

it('closes a connection that sends more than 16 kB in one packet', async () => {
  live.socket.emit('join_empire', 'x'.repeat(20_000));
  expect(await live.ended).toMatch(/^transport/);
});

describe('more than ten events a second', () => {
  const empire_id = randomUUID();

  async function drain(): Promise<void> {
    for (let sent = 0; sent < 20; sent++) await live.ask('leave_empire', { empire_id });
  }

  it('are refused with RATE_LIMITED after a burst of twenty', async () => {
    await drain();
    const error = { message: 'Too many requests', code: 'RATE_LIMITED' };
    expect(await live.ask('leave_empire', { empire_id })).toEqual({ ok: false, error });
    expect(await live.take('error')).toEqual(error);
  });

  it('are refused with the error event if there is no callback', async () => {
    await drain();
    live.socket.emit('leave_empire', { empire_id });
    expect((await live.take('error')).code).toBe('RATE_LIMITED');
  });

  it('are counted per connection', async () => {
    const other = await connect(game.url, { token: bob.token });
    await drain();
    expect(await other.ask('leave_empire', { empire_id })).toMatchObject({ ok: true });
  });

  it('include unknown events', async () => {
    for (let sent = 0; sent < 20; sent++) live.socket.emit('destroy_empire');
    expect(await live.ask('leave_empire', { empire_id })).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  });

  it('are accepted again at one per 100 ms', async () => {
    await drain();
    game.clock.advance(100);
    expect(await live.ask('leave_empire', { empire_id })).toMatchObject({ ok: true });
    expect(await live.ask('leave_empire', { empire_id })).toMatchObject({ ok: false });
  });
});

describe('an unknown event', () => {
  it('is refused with NOT_FOUND by callback and error event', async () => {
    const error = { code: 'NOT_FOUND', message: 'Not found: there is no such event' };
    expect(await live.ask('nonsense', {})).toEqual({ ok: false, error });
    expect(await live.take('error')).toEqual(error);
  });
});
