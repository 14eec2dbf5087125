/** The chat of an alliance and the attacks on its members on live connections, on two instances. */
import { Server } from 'socket.io';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerEvents } from '../../src/contract/events.ts';
import { createLog } from '../../src/kernel/log.ts';
import { isoOf } from '../../src/kernel/time.ts';
import type { GameServer } from '../../src/realtime/game-socket.ts';
import { createMessageBroadcaster } from '../../src/realtime/message-broadcaster.ts';
import { rooms } from '../../src/realtime/rooms.ts';
import { endAlliances, enlist, foundAlliance, writeToAlliance } from '../support/alliances.ts';
import { expose } from '../support/set-state.ts';
import { useOne, useSecond, useTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { attackCity } from '../support/players.ts';
import { block, createWriter, type Writer } from '../support/messages.ts';
import { closeClients, connect, type LiveClient } from '../support/sockets.ts';
import { machineTime } from '../../src/kernel/clock.ts';

let id: string;

const game = useTestGame({ shared: true });
const other = useSecond(game);
const ann = useOne(() => createWriter(game));
const bob = useOne(() => createWriter(game));
const eve = useOne(() => createWriter(game));
beforeEach(async () => {
  await endAlliances(game);
  await game.query('DELETE FROM blocks');
  game.clock.advance(120_000);
  id = await foundAlliance(ann);
  await enlist(ann, id, bob);
});
afterEach(closeClients);

const say = async (by: Ruler, text: string): Promise<void> => {
  expect((await writeToAlliance(by, id, text)).status).toBe(201);
};
const hears = (client: LiveClient, text: string) =>
  client.take('alliance_message', ({ message }) => message.text === text);
const textsOf = (client: LiveClient): string[] =>
  client.all('alliance_message').map(({ message }) => message.text);
const listen = ({ url }: TestGame, { token }: Writer): Promise<LiveClient> => connect(url, { token });

describe('a message to an alliance', () => {
  it('reaches its members on every instance, in order, and nobody else', async () => {
    const members = [await listen(game, ann), await listen(other, bob)];
    const outside = await listen(other, eve);
    for (const text of ['1', '2', '3', '4']) await say(ann, text);
    for (const client of members) {
      expect(await hears(client, '4')).toMatchObject({ alliance_id: id, message: { author_id: ann.id } });
      expect(client.all('alliance_message').map(({ message }) => message.number)).toEqual([1, 2, 3, 4]);
    }
    await outside.settle();
    expect(outside.all('alliance_message')).toEqual([]);
  });

  it.each([
    ['expelled', () => ann.send('DELETE', `/api/alliance/${id}/member/${bob.empireId}`)],
    ['gone', () => bob.send('DELETE', `/api/alliance/${id}/member/${bob.empireId}`)],
  ])('no longer reaches a member who is %s, on either instance', async (_how, end) => {
    for (const instance of [game, other]) {
      const [stays, leaves] = [await listen(game, ann), await listen(instance, bob)];
      await say(ann, 'before');
      await Promise.all([hears(stays, 'before'), hears(leaves, 'before')]);
      await end();
      await say(ann, 'after');
      await hears(stays, 'after');
      await leaves.settle();
      expect(textsOf(leaves)).toEqual(['before']);
      closeClients();
      await endAlliances(game);
      id = await foundAlliance(ann);
      await enlist(ann, id, bob);
    }
  });

  it('of a blocked player is marked', async () => {
    await block(bob, ann);
    const [own, blocking] = [await listen(game, ann), await listen(other, bob)];
    await say(ann, 'Hoot');
    expect((await hears(own, 'Hoot')).message.is_blocked).toBe(false);
    expect((await hears(blocking, 'Hoot')).message.is_blocked).toBe(true);
  });

  it('is repeated after missed notifications, to those who may read it', async () => {
    const author = await listen(other, ann);
    await say(ann, 'before');
    game.clock.advance(1_000);
    await enlist(ann, id, eve);
    await say(ann, 'missed');
    // The notifications are over; otherwise they could reach the clients that connect now.
    await hears(author, 'missed');
    const [present, late] = [await listen(other, bob), await listen(other, eve)];
    await other.instance.gateway.resync();
    await Promise.all([hears(present, 'missed'), hears(late, 'missed')]);
    expect([textsOf(present), textsOf(late)]).toEqual([['before', 'missed'], ['missed']]);
    expect((await late.take('alliance_update')).alliance_id).toBe(id);
  });
});

describe('an attack on a member', () => {
  async function attack(): Promise<string> {
    await expose(game, bob.empireId);
    return attackCity(eve, bob);
  }

  it('is reported to all members with its countdown, and its end when it is called off', async () => {
    const [member, target] = [await listen(other, ann), await listen(game, bob)];
    const attacker = await listen(game, eve);
    await eve.send('POST', '/api/alliances', { name: 'The Snakes', tag: 'EVE' });
    const battleId = await attack();
    for (const client of [member, target]) {
      const threat = await client.take('alliance_threat');
      expect(threat).toMatchObject({
        ...{ alliance_id: id, battle_id: battleId, state: 'coming' },
        ...{ attacker_id: eve.empireId, attacker_tag: 'EVE', target_type: 'city', target_id: bob.capitalId },
      });
      // The list has the same words for the same attack.
      const { threats } = await ann.read<{ threats: object[] }>(`/api/alliance/${id}/threats`);
      const { attacker_id, attacker_name, attacker_tag, holder, target_type, target_id } = threat;
      const { location, contact_at } = threat;
      const said = { attacker_id, attacker_name, attacker_tag, holder, target_type, target_id };
      expect(threats).toMatchObject([{ id: battleId, ...said, location, contact_at }]);
      expect(Date.parse(threat.contact_at)).toBeGreaterThan(game.clock.now());
    }
    await eve.send('POST', `/api/army/${eve.armyId}/recall`);
    await game.pass(24 * 3_600_000);
    expect(await member.take('alliance_threat', ({ state }) => state !== 'coming')).toMatchObject({
      battle_id: battleId,
      state: 'called_off',
    });
    await attacker.settle();
    expect(attacker.all('alliance_threat')).toEqual([]);
  });

  it('is over when it meets its target', async () => {
    const member = await listen(other, ann);
    const battleId = await attack();
    await member.take('alliance_threat');
    await game.pass(24 * 3_600_000);
    expect(await member.take('alliance_threat')).toMatchObject({ battle_id: battleId, state: 'met' });
  });
});

it('a message to 20 members beside 5,000 others is one event, sent 20 times without a search', async () => {
  const io: GameServer = new Server();
  const sent: [rooms: number, text: string][] = [];
  io.sockets.adapter.broadcast = ({ data }: { data: [string, ServerEvents['alliance_message']] }, options) =>
    sent.push([options.rooms.size, data[1].message.text]);
  for (let n = 0; n < 5_020; n += 1)
    void io.sockets.adapter.addAll(`socket ${n}`, new Set([rooms.user(`${n}`)]));
  const search = vi.spyOn(io.sockets.sockets, 'values');
  const message = { number: 1, author_id: null, author: null, text: 'Hoot', sent_at: isoOf(0) };
  const queries = {
    selectMessage: () => Promise.resolve({ thread_id: id, message }),
    selectUnread: () => Promise.resolve([]),
    selectLatestChat: () => Promise.resolve([]),
  };
  const members = Array.from({ length: 20 }, (_, n) => `${n * 100}`);
  createMessageBroadcaster(io, queries, machineTime, createLog('silent')).broadcast({
    ...{ thread_id: id, number: 1, user_ids: members, blocker_ids: [] },
  });
  await expect.poll(() => sent).toEqual([[20, 'Hoot']]);
  expect(search).not.toHaveBeenCalled();
});
