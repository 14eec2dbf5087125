/** Verification of a battle: a correct report agrees, and every altered number is detected and named. */

import { describe, expect, it } from 'vitest';
import { stackTypes, unitTypes } from '../../src/contract/vocabulary.ts';
import { breachedLevel, noStacks, resolveFight } from '../../src/game/fight/battle.ts';
import { noUnits } from '../../src/game/counts.ts';
import type { Stacks } from '../../src/game/types.ts';
import {
  verifyBattle,
  type BattleReport,
  type Difference,
  type Verification,
} from '../../src/game/fight/verify.ts';
import { sha256Of } from '../support/hashes.ts';
import { battleRandomOf, the } from '../support/worlds.ts';

const verify = (report: BattleReport): Verification => verifyBattle(report, sha256Of);
const differencesOf = (report: BattleReport): Difference[] =>
  verify(report).checks.flatMap(({ differences }) => differences);

interface Plan {
  a: Partial<Stacks>;
  d: Partial<Stacks>;
  wall?: number;
  seed: string;
}

const sideOf = (start: Stacks, end: Stacks) => {
  const losses = noUnits();
  for (const type of unitTypes) losses[type] = start[type] - end[type];
  return { units_start: start, units_end: end, losses };
};

/** The correct report of a resolved fight. */
function reportOf({ a, d, wall, seed }: Plan) {
  const attacker = { ...noStacks(), ...a };
  const defender = { ...noStacks(), ...d };
  const before = wall ?? 0;
  const fight = resolveFight({ attacker, defender, wall: before, morale: 1000, rolls: battleRandomOf(seed) });
  const after = fight.winner === 'attacker' ? breachedLevel(before, fight.attacker.catapults) : before;
  return {
    attacker: sideOf(attacker, fight.attacker),
    defender: sideOf(defender, fight.defender),
    rounds: fight.rounds.map((round, index) => ({ round: index + 1, ...round })),
    result: fight.winner === 'draw' ? ('draw' as const) : (`${fight.winner}_won` as const),
    seed,
    seed_hash: sha256Of(seed),
    morale: 1000,
    resolver: 2,
    volley: fight.volley,
    wall: wall === undefined ? null : { before, after },
  };
}

const vector1 = () => reportOf({ a: { soldiers: 20 }, d: { archers: 10 }, seed: 'vector-1' });
const vector2 = () =>
  reportOf({
    a: { knights: 100, catapults: 25 },
    d: { archers: 200, militia: 10 },
    wall: 10,
    seed: 'vector-2',
  });
const breach = () =>
  reportOf({ a: { knights: 900, catapults: 60 }, d: { archers: 90 }, wall: 7, seed: 'breach' });

const vectors = [
  ['vector 1', vector1, 4],
  ['vector 2', vector2, 4],
] as const;

/** Yields one report for each number whose path passes `isIncluded`, with that number increased by one. */
function* alterations(
  makeReport: () => ReturnType<typeof reportOf>,
  isIncluded: (path: string) => boolean,
): Generator<[path: string, report: BattleReport]> {
  function* numbersIn(value: unknown, path: string[]): Generator<string[]> {
    if (typeof value === 'number') yield path;
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) yield* numbersIn(member, [...path, key]);
  }
  for (const path of numbersIn(makeReport(), [])) {
    if (!isIncluded(path.join('.'))) continue;
    const report = makeReport();
    const holder = path
      .slice(0, -1)
      .reduce<object>((inner, key) => Reflect.get(inner, key) as object, report);
    const last = the(path.at(-1));
    Reflect.set(holder, last, (Reflect.get(holder, last) as number) + 1);
    yield [path.join('.'), report];
  }
}

describe.each(vectors)('the correct report of %s', (_name, makeReport, rounds) => {
  it('agrees, without differences, and is returned with the rolls of its seed', () => {
    const report = makeReport();
    expect(verify(report)).toMatchObject({ agrees: true, rolls: battleRandomOf(report.seed) });
    expect(differencesOf(report)).toEqual([]);
  });

  it('has checks of the seed, the dice, the volley, every round and the result', () => {
    const checks = verify(makeReport()).checks.map(({ what, round }) =>
      round === null ? what : `round ${round}`,
    );
    const each = Array.from({ length: rounds }, (_, index) => `round ${index + 1}`);
    expect(checks).toEqual(['seed', 'dice', 'volley', ...each, 'result']);
  });
});

describe.each([...vectors, ['a breach', breach, 2] as const])(
  'the altered report of %s',
  (_name, makeReport) => {
    it('has exactly one difference for each altered number of a round', () => {
      const all = [...alterations(makeReport, (path) => path.startsWith('rounds.'))];
      expect(all).toHaveLength(makeReport().rounds.length * (1 + 2 * 2 * stackTypes.length));
      for (const [path, report] of all) {
        expect([path, verify(report).agrees]).toEqual([path, false]);
        expect([path, differencesOf(report).length]).toEqual([path, 1]);
      }
    });

    it('is detected for every number outside the rounds', () => {
      const missed = [...alterations(makeReport, (path) => !path.startsWith('rounds.'))]
        .filter(([, report]) => verify(report).agrees)
        .map(([path]) => path);
      expect(missed).toEqual([]);
    });
  },
);

describe('a difference', () => {
  it('names round, side, type, the reported and the computed value', () => {
    const report = vector1();
    the(report.rounds[0]).defender.units.archers = 8;
    expect(differencesOf(report)).toEqual([
      { what: 'units', round: 1, side: 'defender', type: 'archers', reported: 8, computed: 7 },
    ]);
  });

  it('is in the check of its round only', () => {
    const report = vector1();
    the(report.rounds[2]).attacker.damage.soldiers += 1;
    const differing = verify(report).checks.filter(({ differences }) => differences.length > 0);
    expect(differing.map(({ what, round }) => [what, round])).toEqual([['round', 3]]);
  });

  it('reports a seed that does not match its hash', () => {
    const report = { ...vector1(), seed_hash: sha256Of('another') };
    expect(differencesOf(report)).toMatchObject([{ what: 'seed_hash', computed: sha256Of('vector-1') }]);
  });

  it('reports another seed in its hash and in round 1', () => {
    const differing = differencesOf({ ...vector1(), seed: 'vector-3' }).map(({ what, round }) => [
      what,
      round,
    ]);
    expect(differing).toEqual(
      expect.arrayContaining([
        ['seed_hash', null],
        ['damage', 1],
      ]),
    );
  });

  it.each<[string, number | null, number | null, (rounds: ReturnType<typeof vector1>['rounds']) => unknown]>([
    ['a missing round', null, 4, (rounds) => rounds.pop()],
    ['an extra round', 5, null, (rounds) => rounds.push({ ...the(rounds[3]), round: 5 })],
  ])('reports %s', (_what, reported, computed, change) => {
    const report = vector1();
    change(report.rounds);
    expect(differencesOf(report)).toContainEqual(
      expect.objectContaining({ what: 'round', round: reported ?? computed, reported, computed }),
    );
  });

  it('reports another result', () => {
    expect(differencesOf({ ...vector1(), result: 'draw' })).toMatchObject([
      { what: 'result', reported: 'draw', computed: 'attacker_won' },
    ]);
  });

  it('reports a fought battle that claims to be called off', () => {
    expect(verify({ ...vector1(), result: 'called_off' }).agrees).toBe(false);
  });

  it('reports a roll that no hash can give', () => {
    const { checks } = verifyBattle(vector1(), () => 'no hash');
    expect(checks.find(({ what }) => what === 'dice')?.differences).toHaveLength(100);
  });
});

describe('a battle without a finished fight', () => {
  const calledOff: BattleReport = {
    ...vector1(),
    attacker: sideOf(noStacks(), noStacks()),
    defender: sideOf(noStacks(), noStacks()),
    rounds: [],
    result: 'called_off',
  };

  it('agrees if it was called off', () => {
    expect(verify(calledOff).agrees).toBe(true);
  });

  it('has no checks while the seed is not published', () => {
    expect(verify({ ...vector1(), seed: null })).toEqual({ agrees: false, checks: [], rolls: [] });
  });
});
