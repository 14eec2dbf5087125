/** Pairs of empires that attack each other at once, on two instances, with contacts at the same millisecond. */
import { afterEach, expect, it } from 'vitest';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import { transaction } from '../../src/db/transaction.ts';
import { lockAndLoad } from '../../src/world/rows/load.ts';
import { cityOf, hourMs, makeWorld, the } from '../support/worlds.ts';
import {
  attackOn,
  expectWorldOfCore,
  idOf,
  openStage,
  readWorld,
  empireState,
  advanceAll,
  type Hand,
  type Stage,
  saveNow,
} from './stage.ts';

let stage: Stage;
afterEach(() => stage.close());

const pairs = 40;

function makePairs(): WorldSlice {
  const empires: Empire[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const y = 10 * pair;
    empires.push(empireState(`left ${pair}`, { at: { x: 0, y }, soldiers: 60 }));
    empires.push(empireState(`right ${pair}`, { at: { x: 5, y }, soldiers: 40 + pair }));
  }
  for (const empire of empires) {
    const army = the(empire.armies[0]);
    empire.armies.push({ ...army, id: idOf(`${empire.name} guard`), units: { ...army.units, soldiers: 20 } });
  }
  return makeWorld(empires);
}

/** Orders all attacks at once. The two sides of a pair use different instances. */
async function attackAtOnce(world: WorldSlice, hands: readonly [Hand, Hand]): Promise<void> {
  const empires = [...world.empires.values()];
  await Promise.all(
    empires.map((empire, index) => {
      const rival = the(empires[index ^ 1]);
      return hands[index % 2 === 0 ? 0 : 1].executeCommand(
        empire.id,
        attackOn(`of ${empire.name}`, rival, cityOf(rival)),
      );
    }),
  );
}

async function openPairs(): Promise<{ world: WorldSlice; hands: [Hand, Hand] }> {
  const world = makePairs();
  stage = await openStage(world);
  return { world, hands: [stage.join(), stage.join()] };
}

async function countDeadlocks({ pool }: Hand): Promise<number> {
  await pool.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await pool.query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.deadlocks ?? -1;
}

it('cause no deadlock', async () => {
  const { world, hands } = await openPairs();
  for (let round = 0; round < 5; round++) {
    await attackAtOnce(world, hands);
    await hands[0].pool.query('DELETE FROM battles; UPDATE armies SET march = NULL');
  }
  expect(await countDeadlocks(hands[0])).toBe(0);
});

it('can be ordered while another transaction saves the target', async () => {
  const { world, hands } = await openPairs();
  const [left, right] = [...world.empires.values()];
  const ids = [the(left).id];
  await transaction(hands[0].pool, async (tx) => {
    const slice = await lockAndLoad(tx, ids, hands[0].deps);
    await saveNow(tx, slice.world, slice.before, new Set(ids), { events: [], entries: [] });
    await hands[1].executeCommand(the(right).id, attackOn('of right', the(left), cityOf(the(left))));
    tx.discard();
  });
  expect((await readWorld(hands[0])).battles.size).toBe(1);
});

it('are decided once each while two clocks and commands of both sides run at the same time', async () => {
  const { world, hands } = await openPairs();
  await attackAtOnce(world, hands);
  stage.time.advance(hourMs);
  const received: string[] = [];
  const ear = await hands[0].pool.connect();
  ear.on('notification', ({ payload = '' }) => {
    const { event, data } = JSON.parse(payload) as { event: string; data: { battle_id: string } };
    if (event === 'battle_decided') received.push(data.battle_id);
  });
  await ear.query('LISTEN hegemon_world');
  const commands = [...world.empires.keys()].map((id, index) =>
    hands[(index + 1) % 2 === 0 ? 0 : 1].executeCommand(id, () => null),
  );
  await Promise.all([hands[0].clock.catchUp(), hands[1].clock.catchUp(), ...commands]);
  await hands[1].clock.catchUp();
  await ear.query('UNLISTEN *');
  ear.release(true);
  expect([received.length, new Set(received).size]).toEqual([2 * pairs, 2 * pairs]);
});

it('are all accepted, and end as in the core, even with all contacts at one millisecond', async () => {
  const { world, hands } = await openPairs();
  await attackAtOnce(world, hands);
  const ordered = await readWorld(hands[0]);
  const moments = new Set([...ordered.battles.values()].map(({ contactAt }) => contactAt));
  stage.time.advance(hourMs);
  await Promise.all([hands[0].clock.catchUp(), hands[1].clock.catchUp()]);
  await hands[0].clock.catchUp();
  await advanceAll(hands[0], world.empires.keys());
  expect([ordered.battles.size, moments.size]).toEqual([2 * pairs, 1]);
  await expectWorldOfCore(hands[0], ordered);
});
