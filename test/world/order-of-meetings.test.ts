/** Meetings of one empire are decided one after the other, the earliest first; a guard that has arrived leaves with it. */
import { afterEach, expect, it } from 'vitest';
import { endMembership } from '../../src/alliance/membership.ts';
import { orderGuard } from '../../src/game/orders/guard-order.ts';
import type { GuardedPlace } from '../../src/game/types.ts';
import type { Command } from '../../src/world/command.ts';
import { hourMs, makeWorld } from '../support/worlds.ts';
import {
  armyInOrder,
  attackable,
  attackAt,
  empireState,
  foundOwls,
  idOf,
  openStage,
  owls,
  type Hand,
  type Stage,
} from './stage.ts';

let stage: Stage;
afterEach(() => stage.close());

const place: GuardedPlace = { type: 'city', id: idOf('ann city') };
const tile = { x: 0, y: 0 };

/** Ann holds the city. The foes are far from it and from each other, the first one nearest. */
async function open(foes: number): Promise<[Hand, string[]]> {
  const names = Array.from({ length: foes }, (_, n) => `foe ${n}`);
  const empires = names.map((name, n) => empireState(name, { at: { x: -20 - 4 * n, y: 0 }, soldiers: 1 }));
  const allies = ['ann', 'bob'].map((name, n) =>
    empireState(name, { at: { x: 10 * n, y: 0 }, soldiers: 60 }),
  );
  stage = await openStage(makeWorld([...allies, ...empires]));
  return [stage.join(), names];
}

const strike = (name: string): Command<string> =>
  attackAt(name, tile, {
    ...{ target: place, defenderId: idOf('ann'), defenderName: 'ann', defender: attackable, guardId: null },
  });

const guard: Command<void> = ({ world, empire, now, emit }) => {
  const holder = { id: idOf('ann'), allianceId: owls.id };
  orderGuard(world, empire, armyInOrder(empire, 0), { place, tile, holder, isGuarded: false }, { now, emit });
};

const countUndecided = async ({ pool }: Hand): Promise<unknown> =>
  (await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM battles WHERE outcome IS NULL')).rows[0]
    ?.n;

it('an order of an empire that several contacts wait for', async () => {
  const [hand, foes] = await open(3);
  for (const name of foes) await hand.executeCommand(idOf(name), strike(name));
  stage.time.advance(24 * hourMs);
  await expect(hand.executeCommand(idOf('ann'), () => 'done')).resolves.toBe('done');
  expect(await countUndecided(hand)).toBe(0);
});

it('an empire does not leave its alliance without the guard that arrived meanwhile', async () => {
  const [hand] = await open(0);
  await foundOwls(hand, ['ann', 'bob']);
  await hand.executeCommand(idOf('bob'), guard);
  stage.time.advance(hourMs);
  await hand.clock.catchUp();
  // Such a command has locked the empire of Ann only.
  const leaving = hand.executeCommand(idOf('ann'), (scope) => {
    endMembership(scope, owls.id, 'left');
  });
  await expect(leaving).rejects.toMatchObject({ code: 'BUSY' });
});
