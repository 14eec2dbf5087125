/** Alarms of every kind: one condition is one alarm, and again one after it has ended and come back. */
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { alarmKinds, type AlarmKind } from '../../src/contract/vocabulary.ts';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { useNew, useTestGame } from '../support/game.ts';
import { createWriter, inboxOf, write } from '../support/messages.ts';
import { attackCity, createNeighbours, userIdOf } from '../support/players.ts';
import { usePushService } from '../support/push-service.ts';
import { expose, setLevels, setStock, setUnits } from '../support/set-state.ts';

const hourMs = 3_600_000;
const service = usePushService();
const game = useTestGame(() => ({ pushServices: [service.origin] }));
/** Ann receives the alarms; Bob is her ally. */
const players = useNew(async () => {
  const [ann, foe] = await createNeighbours(game, 6);
  const bob = await createWriter(game);
  await enlist(ann, await foundAlliance(ann), bob);
  await setStock(game, ann.empireId, { gold: 0, food: 0, materials: 0 });
  return { ann, bob, foe, annId: await userIdOf(game, ann) };
});
let devices = 0;
const device = (): string => `browser-${devices}`;

async function addDevice(kind: AlarmKind): Promise<void> {
  devices += 1;
  const { ann } = players;
  await ann.send('PUT', '/api/alarms/settings', {
    ...{ kinds: [kind], shows_names: false, mail: { attacks: false } },
  });
  await ann.send('POST', '/api/alarms/devices', { ...service.subscribe(device()), name: 'Phone' });
}

/** What the sender does between two polls, if all changes were noted. */
async function sendDue(): Promise<void> {
  game.instance.alarms.noteGap();
  await game.instance.alarms.catchUp();
}

async function recall(): Promise<void> {
  const { foe } = players;
  await foe.send('POST', `/api/army/${foe.armyId}/recall`);
  // It is home, and may attack the same empire again.
  await game.pass(3 * hourMs);
}

const setWishes = (wishes: object[]): Promise<unknown> =>
  players.ann.send('PUT', `/api/empire/${players.ann.empireId}/wishes`, {
    ...{ wishes, reserve: { gold: 0, food: 0, materials: 0 } },
  });

/** What makes the condition of each kind of alarm, and what ends it. */
const conditions: Record<AlarmKind, { begin: () => Promise<unknown>; end: () => Promise<unknown> }> = {
  attack: { begin: () => attackCity(players.foe, players.ann), end: recall },
  threat: { begin: () => attackCity(players.foe, players.bob), end: recall },
  battle: {
    begin: async () => {
      const { ann, foe } = players;
      await expose(game, ann.empireId);
      await setUnits(game, foe.armyId, { soldiers: 500 });
      await attackCity(foe, ann);
      await game.pass(3 * hourMs);
    },
    end: async () => {
      const { ann } = players;
      const { results } = await ann.read<{ results: { number: number }[] }>(
        `/api/empire/${ann.empireId}/news`,
      );
      const numbers = results.map(({ number }) => number);
      await ann.send('POST', `/api/empire/${ann.empireId}/news/read`, { numbers });
      await game.pass(3 * hourMs);
    },
  },
  message: {
    begin: () => write(players.foe, { id: players.annId }, 'Hello'),
    end: async () => {
      const { ann } = players;
      for (const { id, latest } of (await inboxOf(ann)).threads)
        await ann.send('POST', `/api/thread/${id}/read`, { number: latest.number });
    },
  },
  wish: {
    begin: async () => {
      const { capitalId } = players.ann;
      await setLevels(game, capitalId, { town_hall: 20, house: 20, farm: 20 });
      await setWishes([{ city_id: capitalId, type: 'farm' }]);
    },
    end: () => setWishes([]),
  },
  ready: {
    begin: async () => {
      await setStock(game, players.ann.empireId, { gold: 100, food: 0, materials: 0 });
      await players.ann.send('PUT', '/api/alarms/wake', { gold: 1, food: 0, materials: 0 });
    },
    end: () => players.ann.send('DELETE', '/api/alarms/wake'),
  },
  report: {
    begin: async () => {
      const { ann, bob, foe } = players;
      // Those of the tests before.
      await game.query('UPDATE reports SET handled_at = 1');
      await game.query(`UPDATE users SET role = 'moderator' WHERE username = $1`, ann.username);
      for (const target of [
        { target_type: 'empire', target_id: foe.empireId },
        { target_type: 'city', target_id: foe.capitalId },
      ])
        await bob.send('POST', '/api/reports', target);
    },
    end: () => game.query('UPDATE reports SET handled_at = 1'),
  },
  storage: {
    begin: () => setStock(game, players.ann.empireId, { gold: 1_000_000, food: 0, materials: 0 }),
    end: () => setStock(game, players.ann.empireId, { gold: 0, food: 0, materials: 0 }),
  },
};

/** Has the next execution of a statement fail, on any connection. Returns whether it did. */
function failNext(name: string): () => boolean {
  const { pool } = game.instance;
  let hasFailed = false;
  const onAcquire = (client: pg.PoolClient): void => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const failing = (...args: unknown[]): unknown => {
      const [config] = args as [{ name?: string }];
      if (hasFailed || config.name !== name) return query(...args);
      hasFailed = true;
      // The connection still answers, as after any error of a statement.
      return query('SELECT 1 / 0', ...args.slice(1));
    };
    Object.assign(client, { query: failing });
  };
  pool.on('acquire', onAcquire);
  return () => {
    pool.off('acquire', onAcquire);
    return hasFailed;
  };
}

describe.each(alarmKinds)('an alarm of the kind %s', (kind) => {
  const { begin, end } = conditions[kind];
  const tags = () => service.to(device()).map(({ tag }) => tag);

  it('is sent once for as long as it holds, and again when it has ended and come back', async () => {
    await addDevice(kind);
    const sent: number[] = [];
    for (const change of [begin, end, begin, end]) {
      await change();
      await sendDue();
      await sendDue();
      sent.push(tags().length);
    }
    expect(sent).toEqual([1, 1, 2, 2]);
  });

  it('that has ended before it is sent is not sent', async () => {
    await addDevice(kind);
    await begin();
    await end();
    await sendDue();
    expect(tags()).toEqual([]);
  });

  it.each(['markAllAlarmChannels', 'claimBrowsers', 'selectAlarms', 'finishAlarmChannels'])(
    'is not lost when the statement %s fails',
    async (statement) => {
      await addDevice(kind);
      await begin();
      const hasFailed = failNext(statement);
      await sendDue().catch(() => null);
      // After the claim and the pause, within which no other instance sends it.
      game.clock.advance(60_000);
      await sendDue();
      expect([hasFailed(), new Set(tags()).size]).toEqual([true, 1]);
    },
  );
});
