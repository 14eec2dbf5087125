/**
 * Recomputes the public report of a battle from its seed, and compares every number. It runs in server and browser,
 * with the hash function of each.
 */
import { stackTypes, unitTypes, type BattleResult, type StackType } from '../../contract/vocabulary.ts';
import {
  breachedLevel,
  guardSeed,
  maxRoll,
  minRoll,
  noStacks,
  resolveFight,
  rollTable,
  type FightResult,
  type RollTable,
} from './battle.ts';
import { currentResolver, type Round } from '../battle-types.ts';
import { lossesOf } from './casualties.ts';
import type { Stacks, Units } from '../types.ts';

type SideName = 'attacker' | 'defender';
const sides = ['attacker', 'defender'] as const;

interface ReportedSide {
  units_start: Stacks | null;
  units_end: Stacks | null;
  losses: Units | null;
}

/** The verified fields of a finished battle, as returned by `GET /api/battle/:battle_id`. */
export interface BattleReport {
  attacker: ReportedSide;
  defender: ReportedSide;
  rounds: readonly (Round & { round: number })[];
  /** Before `rounds`. */
  guard?: (ReportedSide & { morale: number; rounds: readonly (Round & { round: number })[] }) | null;
  resolver: number;
  /** Milli-hp; null if the battle was called off. */
  volley: Stacks | null;
  result: BattleResult | null;
  seed: string | null;
  seed_hash: string;
  morale: number;
  wall: { before: number; after: number } | null;
}

/** A value is `null` if it does not exist. */
export interface Difference {
  what:
    | 'seed_hash'
    | 'resolver'
    | 'roll'
    | 'volley'
    | 'round'
    | 'rounds'
    | 'units'
    | 'damage'
    | 'left'
    | 'losses'
    | 'wall'
    | 'result';
  round: number | null;
  side: SideName | null;
  type: StackType | null;
  reported: number | string | null;
  computed: number | string | null;
}

/** Passes without differences. */
export interface Check {
  what: 'seed' | 'dice' | 'guard_round' | 'guard' | 'volley' | 'round' | 'result';
  /** From 1; null for other checks. */
  round: number | null;
  differences: Difference[];
}

export interface Verification {
  agrees: boolean;
  /** Seed, dice, rounds and rest of a guard, volley, rounds, result. Empty until the seed is published. */
  checks: Check[];
  rolls: RollTable;
}

type ComparedValues = Partial<Difference> & Pick<Difference, 'what' | 'reported' | 'computed'>;

function compare(values: ComparedValues): Difference[] {
  return values.reported === values.computed ? [] : [{ round: null, side: null, type: null, ...values }];
}

/** @param sha256Hex the SHA-256 of a text (UTF-8), in lower-case hex */
export function verifyBattle(report: BattleReport, sha256Hex: (text: string) => string): Verification {
  const { seed, attacker, defender } = report;
  if (seed === null || attacker.units_start === null || defender.units_start === null)
    return { agrees: false, checks: [], rolls: [] };
  const rollsOf = (text: string): RollTable =>
    rollTable(text, (key) => Number.parseInt(sha256Hex(key).slice(0, 8), 16));
  const rolls = rollsOf(seed);
  const seedCheck = [
    ...compare({ what: 'seed_hash', reported: report.seed_hash, computed: sha256Hex(seed) }),
    // A newer server may use a resolver that this code does not know.
    ...compare({ what: 'resolver', reported: report.resolver, computed: currentResolver }),
  ];
  const checks: Check[] = [
    { what: 'seed', round: null, differences: seedCheck },
    { what: 'dice', round: null, differences: checkDice(rolls) },
  ];
  // With invalid dice or an unknown resolver the fight cannot be computed.
  if (checkDice(rolls).length > 0 || report.resolver !== currentResolver)
    return { agrees: false, checks, rolls };
  const guardFight = computeGuardFight(report, attacker.units_start, rollsOf(guardSeed(seed)));
  if (report.guard && guardFight !== null) {
    checks.push(...checkRounds('guard_round', report.guard.rounds, guardFight.rounds), {
      what: 'guard',
      round: null,
      differences: checkSide('defender', report.guard, guardFight.defender),
    });
  }
  const fight =
    guardFight !== null && guardFight.winner !== 'attacker'
      ? { ...guardFight, defender: defender.units_start, volley: noStacks(), rounds: [] }
      : resolveFight({
          attacker: guardFight?.attacker ?? attacker.units_start,
          defender: defender.units_start,
          wall: report.wall?.before ?? 0,
          morale: report.morale,
          rolls,
        });
  checks.push({ what: 'volley', round: null, differences: checkVolley(report, fight) });
  checks.push(...checkRounds('round', report.rounds, fight.rounds), {
    what: 'result',
    round: null,
    differences: checkResult(report, fight),
  });
  return { agrees: checks.every(({ differences }) => differences.length === 0), checks, rolls };
}

function compareCounts<Type extends StackType>(
  types: readonly Type[],
  where: Partial<Difference> & Pick<Difference, 'what'>,
  reported: Record<Type, number> | null,
  computed: Record<Type, number>,
): Difference[] {
  return types.flatMap((type) =>
    compare({ ...where, type, reported: reported?.[type] ?? null, computed: computed[type] }),
  );
}

/** A roll out of bounds means that `sha256Hex` does not return a hash. */
function checkDice(rolls: RollTable): Difference[] {
  const what = 'roll';
  return rolls.flatMap(({ a, d }, index) =>
    stackTypes.flatMap((type) =>
      Object.entries({ attacker: a[type], defender: d[type] })
        .filter(([, die]) => !(die >= minRoll && die <= maxRoll))
        .map(([side, computed]) => ({
          what,
          round: index + 1,
          side: side as SideName,
          type,
          reported: null,
          computed,
        })),
    ),
  );
}

function checkVolley(report: BattleReport, fight: FightResult): Difference[] {
  // A battle that was called off has empty sides and no volley.
  if (report.volley === null && isEmpty(report)) return [];
  return compareCounts(stackTypes, { what: 'volley', side: 'attacker' }, report.volley, fight.volley);
}

function computeGuardFight({ guard }: BattleReport, attacker: Stacks, rolls: RollTable): FightResult | null {
  const start = guard?.units_start ?? null;
  if (!guard || start === null) return null;
  return resolveFight({ attacker, defender: start, wall: 0, morale: guard.morale, rolls });
}

function checkRounds(
  what: 'guard_round' | 'round',
  reported: BattleReport['rounds'],
  computed: readonly Round[],
): Check[] {
  const count = Math.max(reported.length, computed.length);
  return Array.from({ length: count }, (_, index) => {
    const round = index + 1;
    return { what, round, differences: checkRound(round, reported[index], computed[index]) };
  });
}

function checkRound(
  round: number,
  reported: BattleReport['rounds'][number] | undefined,
  computed: Round | undefined,
): Difference[] {
  if (reported === undefined) return compare({ what: 'round', round, reported: null, computed: round });
  if (computed === undefined)
    return compare({ what: 'round', round, reported: reported.round, computed: null });
  return [
    ...compare({ what: 'round', round, reported: reported.round, computed: round }),
    ...sides.flatMap((side) =>
      (['units', 'damage'] as const).flatMap((what) =>
        compareCounts(stackTypes, { what, round, side }, reported[side][what], computed[side][what]),
      ),
    ),
  ];
}

function checkResult(report: BattleReport, fight: FightResult): Difference[] {
  const { wall, result } = report;
  const computedResult = fight.winner === 'draw' ? 'draw' : (`${fight.winner}_won` as const);
  // A battle that was called off has no winner to compare.
  const computed = result === 'called_off' && isEmpty(report) ? result : computedResult;
  const isBreached = fight.winner === 'attacker';
  return [
    ...compare({ what: 'result', reported: result, computed }),
    ...compare({ what: 'rounds', reported: report.rounds.length, computed: fight.rounds.length }),
    ...sides.flatMap((side) => checkSide(side, report[side], fight[side])),
    ...(wall === null
      ? []
      : compare({
          what: 'wall',
          reported: wall.after,
          computed: isBreached ? breachedLevel(wall.before, fight.attacker.catapults) : wall.before,
        })),
  ];
}

function isEmpty({ attacker, defender }: BattleReport): boolean {
  return stackTypes.every((type) => attacker.units_start?.[type] === 0 && defender.units_start?.[type] === 0);
}

function checkSide(side: SideName, reported: ReportedSide, left: Stacks): Difference[] {
  const lost = lossesOf(reported.units_start ?? noStacks(), left);
  return [
    ...compareCounts(stackTypes, { what: 'left', side }, reported.units_end, left),
    ...compareCounts(unitTypes, { what: 'losses', side }, reported.losses, lost),
  ];
}
