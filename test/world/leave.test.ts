/** Leave on a database: what instances, races and a late clock make of it is what the pure core makes of it. */
import { afterEach, describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { moveArmy, recallArmy } from '../../src/game/orders/armies.ts';
import { orderLeave } from '../../src/game/diplomacy/leave.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import { GameError, type ErrorCode } from '../../src/kernel/errors.ts';
import { battleRandomOf } from '../../src/world/battle-random.ts';
import type { Command } from '../../src/world/command.ts';
import { cityOf, dayMs, hourMs, makeWorld, t0, the } from '../support/worlds.ts';
import { carryOut } from './scripts.ts';
import {
  armyInOrder,
  attackOn,
  empireState,
  inOrder,
  openStage,
  readLedgerViolations,
  readWorld,
  wrongColumns,
  type Hand,
  type Stage,
} from './stage.ts';

const noticeEnd = t0 + 12 * hourMs;
const levels = { town_hall: 5, farm: 5, quarry: 5, market: 5, warehouse: 5 };

let stage: Stage;
afterEach(() => stage.close());

/** Ann and foe, 20 tiles apart: a march of half an hour. */
function plan(): { world: WorldSlice; ann: Empire; foe: Empire } {
  const ann = empireState('ann', { at: { x: 0, y: 0 }, levels });
  const foe = empireState('foe', { at: { x: 20, y: 0 }, levels });
  return { world: makeWorld([ann, foe]), ann, foe };
}

const leave: Command<null> = ({ world, empire, now }) => {
  orderLeave(world, empire, 2, now);
  return null;
};

const march: Command<null> = ({ world, empire, now, emit }) => {
  moveArmy(world, empire, armyInOrder(empire, 0), { x: -40, y: 0 }, { now, emit });
  return null;
};

const codeOf = async (executed: Promise<unknown>): Promise<ErrorCode | null> => {
  try {
    await executed;
    return null;
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    return error.code;
  }
};

async function expectSound(hand: Hand): Promise<void> {
  expect(await wrongColumns(hand)).toEqual([]);
  expect(await readLedgerViolations(hand)).toEqual([]);
}

it('begins and ends at its moments with a clock that is days late, as in the pure core', async () => {
  const { world, ann } = plan();
  stage = await openStage(world);
  const hand = stage.join();
  await hand.executeCommand(ann.id, leave);
  carryOut(world, ann, t0, leave);
  stage.time.advance(4 * dayMs);
  await hand.clock.catchUp();
  advance(world, t0 + 4 * dayMs, battleRandomOf);
  const stored = the((await readWorld(hand)).empires.get(ann.id));
  expect([stored.leaveEndedAt, stored.lastActiveAt]).toEqual([noticeEnd + 2 * dayMs, noticeEnd + 2 * dayMs]);
  expect(stored).toEqual(the(inOrder(world).empires.get(ann.id)));
  const { rows } = await hand.pool.query(
    `SELECT type, at FROM event_log_entries WHERE empire_id = $1 AND type LIKE 'leave%' ORDER BY number`,
    [ann.id],
  );
  expect(rows).toEqual([
    { type: 'leave_begun', at: noticeEnd },
    { type: 'leave_ended', at: noticeEnd + 2 * dayMs },
  ]);
  await expectSound(hand);
});

it('lets no instance execute an order from its begin on, and wakes the clock at its end', async () => {
  const { world, ann } = plan();
  stage = await openStage(world);
  const [first, second] = [stage.join(), stage.join()];
  await first.executeCommand(ann.id, leave);
  expect(await codeOf(second.executeCommand(ann.id, march))).toBe('ON_LEAVE');
  stage.time.advance(12 * hourMs - 1);
  expect(await codeOf(second.executeCommand(ann.id, () => null))).toBeNull();
  stage.time.advance(1);
  // No instance has begun it: the order itself finds it begun.
  expect(await codeOf(second.executeCommand(ann.id, () => null))).toBe('ON_LEAVE');
  await first.clock.catchUp();
  const { rows } = await first.pool.query('SELECT at FROM due_empires WHERE empire_id = $1', [ann.id]);
  expect(rows).toEqual([{ at: noticeEnd + 2 * dayMs }]);
  stage.time.advance(2 * dayMs);
  expect(await codeOf(second.executeCommand(ann.id, () => null))).toBeNull();
});

it('costs nothing without a leave: an idle empire has no due moment', async () => {
  const { world } = plan();
  stage = await openStage(world);
  const hand = stage.join();
  const { rows } = await hand.pool.query('SELECT at FROM due_empires');
  expect(rows).toEqual([]);
});

describe('an attack that is recalled', () => {
  const recall: Command<null> = ({ world, empire, now, emit }) => {
    recallArmy(world, empire, armyInOrder(empire, 0), now, emit);
    return null;
  };
  /** Foe, 1,000 tiles away, attacks: a march of 25 hours, 13 longer than the notice. */
  async function attacked(): Promise<{ ann: Empire; foe: Empire; first: Hand; second: Hand }> {
    const { world, ann, foe } = plan();
    cityOf(foe).x = 1000;
    the(foe.armies[0]).x = 1000;
    world.radius = 1000;
    stage = await openStage(world);
    const [first, second] = [stage.join(), stage.join()];
    await second.executeCommand(foe.id, attackOn('far', ann, cityOf(ann)));
    return { ann, foe, first, second };
  }
  const leaveOf = async (hand: Hand, { id }: Empire) => the((await readWorld(hand)).empires.get(id)).leave;
  const readDue = async (hand: Hand, { id }: Empire): Promise<number[]> => {
    const sql = 'SELECT at FROM due_empires WHERE empire_id = $1 ORDER BY at';
    return (await hand.pool.query<{ at: number }>(sql, [id])).rows.map(({ at }) => at);
  };

  it('before the end of the notice lets the leave begin at that end', async () => {
    const { ann, foe, first, second } = await attacked();
    await first.executeCommand(ann.id, leave);
    stage.time.advance(hourMs);
    await second.executeCommand(foe.id, recall);
    await first.clock.catchUp();
    expect(await readDue(first, ann)).toContain(noticeEnd);
    stage.time.advance(11 * hourMs);
    await second.clock.catchUp();
    expect((await leaveOf(first, ann))?.beganAt).toBe(noticeEnd);
    await expectSound(first);
  });

  it.each(['in time', 'hours late'])(
    'after the end of the notice lets it begin at once, with a clock that is %s',
    async (when) => {
      const { ann, foe, first, second } = await attacked();
      await first.executeCommand(ann.id, leave);
      stage.time.advance(15 * hourMs);
      await first.clock.catchUp();
      expect((await leaveOf(first, ann))?.beganAt).toBeNull();
      const recalledAt = stage.time.now();
      await second.executeCommand(foe.id, recall);
      if (when === 'hours late') stage.time.advance(5 * hourMs);
      await first.clock.catchUp();
      expect((await leaveOf(first, ann))?.beganAt).toBe(recalledAt);
      await expectSound(first);
    },
  );

  it('while its target orders a leave wakes the clock for it, whichever commits first', async () => {
    for (let round = 0; round < 6; round++) {
      const { ann, foe, first, second } = await attacked();
      stage.time.advance(hourMs);
      await Promise.all([first.executeCommand(ann.id, leave), second.executeCommand(foe.id, recall)]);
      await first.clock.catchUp();
      expect(await readDue(first, ann)).toContain(noticeEnd + hourMs);
      stage.time.advance(12 * hourMs);
      await first.clock.catchUp();
      expect((await leaveOf(first, ann))?.beganAt).toBe(noticeEnd + hourMs);
      if (round < 5) await stage.close();
    }
  });
});

describe('a race of the order', () => {
  it('with an attack that arrives after the notice leaves no fight on leave', async () => {
    for (let round = 0; round < 6; round++) {
      const { world, ann, foe } = plan();
      // 1,000 tiles: a march of 25 hours.
      cityOf(foe).x = 1000;
      the(foe.armies[0]).x = 1000;
      world.radius = 1000;
      stage = await openStage(world);
      const [first, second] = [stage.join(), stage.join()];
      const attack = attackOn(`round ${round}`, ann, cityOf(ann));
      const codes = await Promise.all([
        codeOf(first.executeCommand(ann.id, leave)),
        codeOf(second.executeCommand(foe.id, attack)),
      ]);
      // The attack was given what the target was before the leave: it is accepted.
      expect(codes).toEqual([null, null]);
      stage.time.advance(30 * hourMs);
      await first.clock.catchUp();
      const stored = await readWorld(second);
      const { outcome } = the([...stored.battles.values()][0]);
      const { beganAt } = the(the(stored.empires.get(ann.id)).leave);
      const contactAt = t0 + 25 * hourMs;
      // Ann saw the attack and waited for its contact, or did not, and it was called off.
      expect([
        [contactAt, null],
        [noticeEnd, 'protected'],
      ]).toContainEqual([beganAt, outcome?.reason ?? null]);
      await expectSound(first);
      if (round < 5) await stage.close();
    }
  });

  it('with a march of the own army begins when it is home, or takes place without it', async () => {
    const { world, ann } = plan();
    stage = await openStage(world);
    const [first, second] = [stage.join(), stage.join()];
    const codes = await Promise.all([
      codeOf(first.executeCommand(ann.id, leave)),
      codeOf(second.executeCommand(ann.id, march)),
    ]);
    expect([
      [null, null],
      [null, 'ON_LEAVE'],
    ]).toContainEqual(codes);
    stage.time.advance(14 * hourMs);
    await second.clock.catchUp();
    expect((await readWorld(first)).empires.get(ann.id)?.leave?.beganAt).toBe(noticeEnd);
    await expectSound(first);
  });
});
