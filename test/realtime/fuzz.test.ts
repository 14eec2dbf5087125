/** No client input crashes the process or affects other clients. Random packets and floods: test/campaign/fuzz-socket. */
import { afterEach, expect, it } from 'vitest';
import { sendAnonymously, useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { closeClients, closing, frame, join, openBare } from '../support/sockets.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game));
const bob = useOne(() => createEmpire(game));
afterEach(closeClients);

async function isAlive(): Promise<boolean> {
  return (await sendAnonymously(game.url, 'GET', '/healthz')).status === 200;
}

it('forwards nothing to other clients', async () => {
  const live = await join(game.url, bob);
  const bare = await openBare(game.url, ann.token);
  bare.write(Buffer.concat([frame('40'), frame(`42["join_empire",{"empire_id":"${bob.empireId}"}]`)]));
  bare.write(frame(`42["empire_update",{"empire_id":"${bob.empireId}"}]`));
  await new Promise((resolve) => bare.once('data', resolve));
  await live.settle();
  bare.destroy();
  expect(live.received).toEqual([]);
});

it.each([
  ['text that is not a packet', frame('hello')],
  ['a packet of an unknown type', frame('49[]')],
  ['an event before CONNECT', frame('42["join_empire"]')],
  ['an event whose name is reserved', frame('42["disconnect"]')],
  ['an event without a name', frame('42[]')],
  ['bytes that no event announced', frame(Buffer.from([1, 2, 3]), 2)],
  ['a billion attachments', frame('451000000-["x",{"_placeholder":true,"num":0}]')],
  ['more than 16 kB', frame('x'.repeat(20_000))],
  ['a frame of an unknown opcode', frame('x', 5)],
  ['bytes that are not a frame', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
])('closes a connection that sends %s', async (_, bytes) => {
  const bare = await openBare(game.url, ann.token);
  const closed = closing(bare);
  bare.write(bytes);
  await closed;
  bare.destroy();
  expect(await isAlive()).toBe(true);
});

it('survives a client that disconnects before the acknowledgement', async () => {
  for (let round = 0; round < 20; round++) {
    const bare = await openBare(game.url, ann.token);
    bare.write(
      Buffer.concat([frame('40'), frame(`420["request_update",{"type":"empire","id":"${ann.empireId}"}]`)]),
    );
    await new Promise((resolve) => bare.once('data', resolve));
    bare.destroy();
  }
  expect(await isAlive()).toBe(true);
});
