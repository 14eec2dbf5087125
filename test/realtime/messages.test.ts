/** Messages on live connections. */
import { afterAll, describe, expect, it } from 'vitest';
import { useNew, useTestGame } from '../support/game.ts';
import { openSession } from '../support/players.ts';
import { block, reply, createWriter, write } from '../support/messages.ts';
import { closeClients, connect } from '../support/sockets.ts';

const game = useTestGame();
const ann = useNew(() => createWriter(game));
const bob = useNew(() => createWriter(game));
const eve = useNew(() => createWriter(game));
afterAll(closeClients);

describe('a live connection', () => {
  it('receives messages in order, without having joined, and so does the author', async () => {
    const [annLive, bobLive] = [
      await connect(game.url, { token: ann.token }),
      await connect(game.url, { token: bob.token }),
    ];
    const { thread_id } = (await write(ann, bob, '<b>1</b>')).body;
    for (const text of ['2', '3', '🏛'.repeat(2_000)]) await reply(ann, thread_id, text);
    for (const live of [annLive, bobLive]) {
      const received: string[] = [];
      for (let n = 1; n <= 4; n++)
        received.push((await live.take('message', ({ message }) => message.number === n)).message.text);
      expect(received.slice(0, 3)).toEqual(['<b>1</b>', '2', '3']);
      expect(live.all('message').map(({ message }) => message.number)).toEqual([1, 2, 3, 4]);
    }
  });

  it('of another player or of one who blocks the author receives nothing', async () => {
    const lives = [
      await connect(game.url, { token: eve.token }),
      await connect(game.url, { token: bob.token }),
    ];
    const annLive = await connect(game.url, { token: ann.token });
    await block(bob, ann);
    await write(ann, bob, 'Hello?');
    await annLive.take('message');
    for (const live of lives) {
      await live.settle();
      expect(live.all('message')).toEqual([]);
    }
  });

  it('receives unread messages again after missed notifications', async () => {
    const author = await connect(game.url, { token: ann.token });
    const { thread_id } = (await write(ann, bob, 'read')).body;
    await bob.send('POST', `/api/thread/${thread_id}/read`, { number: 1 });
    await reply(ann, thread_id, 'missed');
    // The notifications are over; otherwise they could reach the client that connects now.
    await author.take('message', ({ message }) => message.text === 'missed');
    const live = await connect(game.url, { token: (await openSession(game, bob.username)).token });
    await live.settle();
    await game.instance.gateway.resync();
    const { message } = await live.take('message');
    expect([message.text, live.all('message')]).toEqual(['missed', [expect.anything()]]);
  });
});
