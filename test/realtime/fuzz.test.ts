/** No client input crashes the process or affects other clients. */
import type { Duplex } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { sendAnonymously, useTestGame, useOne } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { createDice, createPackets } from '../support/packets.ts';
import { closeClients, closing, frame, join, openBare } from '../support/sockets.ts';

const game = useTestGame();
const ann = useOne(() => createEmpire(game));
const bob = useOne(() => createEmpire(game));
afterEach(closeClients);

async function isAlive(): Promise<boolean> {
  return (await sendAnonymously(game.url, 'GET', '/healthz')).status === 200;
}

it('survives 2,000 random packets', async () => {
  const rollBytes = createPackets(createDice(20_260_101), { own: ann, other: bob });
  let answers = 0;
  /** Opens an authenticated connection; it is destroyed when the server sends a close frame. */
  const open = async (): Promise<Duplex> => {
    const bare = await openBare(game.url, ann.token);
    const connected = new Promise<void>((resolve) => {
      bare.on('data', (chunk: Buffer) => {
        if (chunk.includes('40{')) resolve();
        if (chunk.includes('"code"')) answers += 1;
        if (chunk.includes(0x88)) bare.destroy();
      });
    });
    bare.write(frame('40'));
    await connected;
    return bare;
  };
  let bare = await open();
  for (let packet = 0; packet < 2_000; packet++) {
    if (bare.destroyed) bare = await open();
    game.clock.advance(100);
    bare.write(rollBytes());
    await new Promise((resolve) => setImmediate(resolve));
  }
  bare.destroy();
  expect(await isAlive()).toBe(true);
  expect(answers).toBeGreaterThan(100);
});

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

it('disconnects a flooding client without harm to others', async () => {
  const flooder = await join(game.url, ann);
  for (let sent = 0; sent < 5_000; sent++) flooder.socket.emit('anything');
  await flooder.ended;
  const other = await join(game.url, bob);
  expect(await other.ask('leave_empire', { empire_id: bob.empireId })).toMatchObject({ ok: true });
});
