/** Sessions and live connections over three instances, directly and through the balancer. */
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { registerPlayer, sendAnonymously } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { closeClients, connect, join } from '../support/sockets.ts';
import { hasCluster, startTopology, type Topology } from '../support/topology.ts';
import { highLimits } from './load.ts';

const races = 15;

let topology: Topology;

/** A polling request from a local address: opens a connection, or sends a packet to the connection `sid`. */
function poll(url: string, from: string, sid = ''): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const query = `EIO=4&transport=polling${sid === '' ? '' : `&sid=${sid}`}`;
    const method = sid === '' ? 'GET' : 'POST';
    const headers = sid === '' ? {} : { 'content-type': 'text/plain' };
    const options = { method, headers, localAddress: from };
    const outgoing = request(`${url}/socket.io/?${query}`, options, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    outgoing.on('error', reject);
    // An unsolicited pong. An instance that does not know the connection answers 400.
    outgoing.end(sid === '' ? undefined : '3');
  });
}

describe.skipIf(!hasCluster)('three instances', () => {
  beforeAll(async () => {
    topology = await startTopology({ settings: highLimits });
  });
  afterEach(closeClients);
  afterAll(() => topology.stop());

  const statusesOf = (token: string): Promise<number[]> =>
    Promise.all(
      topology.members.map(async ({ url }) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await sendAnonymously(url, 'GET', '/api/user/profile', undefined, headers)).status;
      }),
    );

  it('know a session that was opened through the balancer, and its end', async () => {
    const player = await registerPlayer(topology.url);
    const before = await statusesOf(player.token);
    await player.send('POST', '/logout');
    expect([before, await statusesOf(player.token)]).toEqual([
      [200, 200, 200],
      [401, 401, 401],
    ]);
  });

  it('close the connection of a session that ends at another instance', async () => {
    const ann = await createEmpire(topology.game);
    for (const { url } of topology.members) {
      const { token } = await registerPlayer(topology.url);
      const live = await connect(url, { token });
      await live.settle();
      await sendAnonymously(topology.url, 'POST', '/logout', undefined, { authorization: `Bearer ${token}` });
      expect((await live.take('error')).code).toBe('SESSION_ENDED');
    }
    expect(await statusesOf(ann.token)).toEqual([200, 200, 200]);
  });

  it('send a player events of orders that another instance received', async () => {
    const ann = await createEmpire(topology.game);
    for (const { url } of topology.members) {
      const live = await join(url, ann);
      await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
      expect((await live.take('empire_update')).empire_id).toBe(ann.empireId);
      live.close();
    }
  });

  it(`keep one of three simultaneous connections, in ${races} of ${races} races`, async () => {
    const { token } = await createEmpire(topology.game);
    const left: number[] = [];
    for (let race = 0; race < races; race++) {
      const rivals = await Promise.all(topology.members.map(({ url }) => connect(url, { token })));
      let gone = 0;
      await new Promise<void>((resolve) => {
        for (const { ended } of rivals) {
          void ended.then(() => {
            gone += 1;
            if (gone === rivals.length - 1) resolve();
          });
        }
      });
      const connected = rivals.filter(({ socket }) => socket.connected);
      for (const rival of connected) await rival.settle();
      left.push(connected.filter(({ socket }) => socket.connected).length);
      closeClients();
    }
    expect(left).toEqual(left.map(() => 1));
  });

  it.each(['polling', 'websocket'] as const)(
    'serve a connection over %s through the balancer',
    async (transport) => {
      const ann = await createEmpire(topology.game);
      const live = await connect(topology.url, { token: ann.token, transports: [transport] });
      expect(await live.ask('join_empire', { empire_id: ann.empireId })).toMatchObject({ ok: true });
      for (let turn = 0; turn < 5; turn++) {
        await ann.send('PUT', `/api/empire/${ann.empireId}`, { description: `turn ${turn}` });
        await live.settle();
      }
      expect(live.socket.connected).toBe(true);
    },
  );

  it('are assigned by client address: a polling client always reaches the same one, and not all reach one', async () => {
    const usedInstances = new Set<string>();
    for (let address = 1; address <= 12; address++) {
      const from = `127.0.2.${address}`;
      const { body } = await poll(topology.url, from);
      const { sid } = JSON.parse(body.slice(1)) as { sid: string };
      expect((await poll(topology.url, from, sid)).status).toBe(200);
      for (const { url } of topology.members) {
        if ((await poll(url, from, sid)).status === 200) usedInstances.add(url);
      }
    }
    expect(usedInstances.size).toBeGreaterThan(1);
  });
});
