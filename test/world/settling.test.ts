/**
 * Due work is applied once, in order and at its own moment. Two clocks at once, a late command and the pure core in
 * one step leave the same world.
 */
import { afterEach, expect, it } from 'vitest';
import type { WorldSlice } from '../../src/game/types.ts';
import { GameError } from '../../src/kernel/errors.ts';
import { samplesOf } from '../support/campaign.ts';
import { hourMs, minuteMs, t0, the } from '../support/worlds.ts';
import { makeRow, script, setInMotion, type Step } from './scripts.ts';
import {
  expectWorldOfCore,
  readLedgerViolations,
  openStage,
  readPostings,
  advanceAll,
  wrongColumns,
  type Hand,
  type Stage,
} from './stage.ts';

const open: Stage[] = [];
afterEach(async () => {
  for (const stage of open.splice(0)) await stage.close();
});

async function openWith(world: WorldSlice): Promise<Stage> {
  const stage = await openStage(world);
  open.push(stage);
  return stage;
}

const doNothing = (): null => null;

function busyRow(count: number): WorldSlice {
  const world = makeRow(count);
  setInMotion(world);
  return world;
}

/** Clocks skip empires that another one holds, so the first clock polls once more at the end. */
async function catchUpTogether(hands: readonly Hand[]): Promise<void> {
  await Promise.all(hands.map(({ clock }) => clock.catchUp()));
  await hands[0]?.clock.catchUp();
}

it.each(samplesOf([1, 2, 3]))(
  'two clocks at once advance 60 busy empires to the world of the core (%i)',
  async () => {
    const world = busyRow(60);
    const stage = await openWith(world);
    const hands = [stage.join(), stage.join()];
    stage.time.advance(3 * hourMs);
    await catchUpTogether(hands);
    const first = the(hands[0]);
    const { rows } = await first.pool.query(
      `SELECT empire_id FROM due_empires WHERE at <= $1
     UNION ALL SELECT id FROM battles WHERE outcome IS NULL AND contact_at <= $1`,
      [stage.time.now()],
    );
    expect(rows).toEqual([]);
    for (const id of world.empires.keys()) await first.executeCommand(id, doNothing);
    await expectWorldOfCore(first, world);
  },
);

it('two clocks and commands of every empire at once leave the world of the core', async () => {
  const world = busyRow(60);
  const stage = await openWith(world);
  const hands = [stage.join(), stage.join()];
  stage.time.advance(3 * hourMs);
  const commands = [...world.empires.keys()].map((id, index) =>
    hands[index % 2]?.executeCommand(id, doNothing),
  );
  await Promise.all([catchUpTogether(hands), ...commands]);
  await expectWorldOfCore(the(hands[0]), world);
});

it('the clock keeps every derived column correct', async () => {
  const stage = await openWith(busyRow(40));
  const hand = stage.join();
  stage.time.advance(20 * minuteMs);
  await hand.clock.catchUp();
  expect(await wrongColumns(hand)).toEqual([]);
});

it.each([0, 13, 29])(
  'a late command of empire %i decides its chain of contacts in the global order',
  async (index) => {
    const world = busyRow(30);
    const ids = [...world.empires.keys()];
    const stage = await openWith(world);
    const hand = stage.join();
    stage.time.advance(3 * hourMs);
    await hand.executeCommand(ids[index] ?? '', doNothing);
    await advanceAll(hand, ids.reverse());
    await expectWorldOfCore(hand, world);
  },
);

it('a command decides only the contacts that its empire depends on', async () => {
  const world = busyRow(9);
  const stage = await openWith(world);
  const hand = stage.join();
  stage.time.advance(3 * hourMs);
  await hand.executeCommand([...world.empires.keys()][0] ?? '', doNothing);
  const { rows } = await hand.pool.query('SELECT 1 FROM battles WHERE outcome IS NULL');
  expect(rows.length).toBeGreaterThan(0);
});

/** The number of notifications depends on when empires advance. */
const withoutEventNumbers = (dump: string): string => dump.replaceAll(/"event_seq": \d+/g, '"event_seq": -');

/** Plays a script and calls `between` before each step. Returns the moments and codes of the refusals. */
async function play(stage: Stage, hand: Hand, steps: readonly Step[], between: () => Promise<unknown>) {
  const refusals: string[] = [];
  for (const { at, empireId, command } of steps) {
    stage.time.set(at);
    await between();
    await hand.executeCommand(empireId, command).catch((error: unknown) => {
      if (!(error instanceof GameError)) throw error;
      refusals.push(`${at} ${error.code}`);
    });
  }
  stage.time.set(t0 + 4 * hourMs);
  await hand.clock.catchUp();
  return refusals;
}

it('the same script leaves the same rows with and without downtime', async () => {
  const [running, stopped] = [await openWith(makeRow(12)), await openWith(makeRow(12))];
  const steps = script(makeRow(12), 160);
  const [hand, otherHand] = [running.join(), stopped.join()];
  const refusals = await play(running, hand, steps, () => hand.clock.catchUp());
  const otherRefusals = await play(stopped, otherHand, steps, () => Promise.resolve());
  for (const each of [hand, otherHand]) await advanceAll(each, makeRow(12).empires.keys());
  expect([withoutEventNumbers(await stopped.dump()), otherRefusals]).toEqual([
    withoutEventNumbers(await running.dump()),
    refusals,
  ]);
  expect(await readPostings(otherHand)).toEqual(await readPostings(hand));
  expect([await readLedgerViolations(hand), await readLedgerViolations(otherHand)]).toEqual([[], []]);
});
