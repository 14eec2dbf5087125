/** Protection from attacks: every branch of the decision. */
import { describe, expect, it } from 'vitest';
import type { EmpireKind } from '../../src/contract/vocabulary.ts';
import { advance } from '../../src/game/advance.ts';
import { isNewcomer, noteScore, protectionOf } from '../../src/game/diplomacy/protection.ts';
import {
  armyOf,
  at,
  attack,
  batchInQueue,
  dayMs,
  flatRolls,
  hourMs,
  makeEmpire,
  makeWorld,
  t0,
  unallied,
} from '../support/worlds.ts';
import { clash, duel } from './duel.ts';

const defender = (plan: {
  score: number;
  ageMs?: number;
  protectionEnded?: boolean;
  absentMs?: number;
  kind?: EmpireKind;
}) => ({
  score: plan.score,
  createdAt: t0 - (plan.ageMs ?? 30 * dayMs),
  kind: plan.kind ?? 'player',
  protectionEnded: plan.protectionEnded ?? false,
  lastActiveAt: t0 - (plan.absentMs ?? 0),
  leave: null,
  ...unallied,
});
const attacker = (score: number, attackedByTargetAt: number | null = null) => ({
  ...unallied,
  score,
  attackedByTargetAt,
});
const young = { ageMs: 72 * hourMs - 1 };
const exposed = { score: 40, ageMs: 0, protectionEnded: true };

describe('a newcomer', () => {
  it.each([
    ['is one from its founding', { score: 39, ageMs: 0 }, true],
    ['is one until 72 hours', { score: 999, ...young }, true],
    ['is no longer one at 72 hours', { score: 39, ageMs: 72 * hourMs }, false],
    ['is no longer one at score 1000', { score: 1000, ageMs: 0 }, false],
    ['is no longer one after its protection ended', { score: 39, ageMs: 0, protectionEnded: true }, false],
  ])('%s', (_claim, plan, expected) => {
    expect(isNewcomer(defender(plan), t0)).toBe(expected);
  });

  it('loses its protection permanently at score 1000', () => {
    const empire = makeEmpire();
    const ended = [999, 1000, 10].map((score) => {
      // Its town hall makes 3 points.
      empire.foundingPaid = (score - 3) * 100;
      noteScore(empire);
      return empire.protectionEnded;
    });
    expect(ended).toEqual([false, true, true]);
  });
});

describe('score 1000 ends the protection permanently', () => {
  // Score 3 + 636 + 360 = 999
  const almost = { destroyedValue: 636 * 400, armies: [{ at: at(4, 4), units: { knights: 100 } }] };
  const archers = { armies: [{ at: at(4, 4), units: { archers: 10 } }] };

  it('when a batch is delivered', () => {
    const empire = makeEmpire({ ...almost, cities: [{ training: [batchInQueue('soldiers', 1, t0 + 1)] }] });
    advance(makeWorld([empire]), t0 + 1, flatRolls);
    expect(empire.protectionEnded).toBe(true);
  });

  it('when an attack is won', () => {
    const { by, on, world } = duel(almost, archers);
    const { contactAt } = attack(world, { by, on, target: armyOf(on) });
    by.protectionEnded = false;
    advance(world, contactAt, flatRolls);
    expect(by.protectionEnded).toBe(true);
  });

  it('when a defence is won', () => {
    const scene = duel(archers, almost);
    clash(scene, armyOf(scene.on));
    expect(scene.on.protectionEnded).toBe(true);
  });
});

describe('the decision', () => {
  it.each([
    // 1.5 x 100 + 50 = 200
    ['a newcomer by an equal attacker', attacker(100), { score: 100, ...young }, null],
    ['a newcomer by 1.5 times its score plus 50', attacker(200), { score: 100, ...young }, null],
    ['a newcomer by one point more', attacker(201), { score: 100, ...young }, 'newcomer'],
    // 1.5 x 39 + 50 = 108.5
    ['a new empire by 108', attacker(108), { score: 39, ...young }, null],
    ['a new empire by 109', attacker(109), { score: 39, ...young }, 'newcomer'],
    ['a newcomer by a weaker attacker', attacker(0), { score: 999, ...young }, null],
    ['a newcomer even if absent', attacker(5000), { score: 39, ...young, absentMs: 9 * dayMs }, 'newcomer'],
    ['a newcomer even if it attacked the attacker', attacker(5000, t0), { score: 39, ...young }, 'newcomer'],
    ['an empire by ten times its score', attacker(1000), { score: 100 }, null],
    ['an empire by one point more than ten times its score', attacker(1001), { score: 100 }, 'too_weak'],
    ['an empire by a far weaker attacker', attacker(1), { score: 100_000 }, null],
    ['an empire of score 0 by any attacker with a score', attacker(1), { score: 0 }, 'too_weak'],
    ['one that ended its protection, by ten times its score', attacker(400), exposed, null],
    ['one that ended its protection, by more', attacker(401), exposed, 'too_weak'],
    ['a weak empire absent for seven days', attacker(5000), { score: 100, absentMs: 7 * dayMs }, null],
    ['a weak empire absent for less', attacker(5000), { score: 100, absentMs: 7 * dayMs - 1 }, 'too_weak'],
    ['a weak one that attacked within seven days', attacker(5000, t0 - 7 * dayMs + 1), { score: 100 }, null],
    ['a weak one that attacked longer ago', attacker(5000, t0 - 7 * dayMs - 1), { score: 100 }, 'too_weak'],
  ] as const)('%s', (_claim, by, on, expected) => {
    const present = { now: t0, speed: 1 };
    expect(protectionOf(by, defender(on), present)).toBe(expected);
    expect(protectionOf(by, defender({ ...on, kind: 'village' }), present)).toBeNull();
    expect(protectionOf(by, defender(on), { ...present, isSeat: true })).toBeNull();
  });
});
