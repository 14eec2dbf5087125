/**
 * The proof of a battle: everything that its public report says is worked out again from the seed, by the same
 * resolver that decided it, and compared number by number. Hashing is passed in, so that it runs anywhere.
 */
import { stackTypes, unitTypes, type BattleResult, type StackType } from '../contract/vocabulary.ts';
import {
  breachedLevel,
  maxRoll,
  minRoll,
  noStacks,
  resolveFight,
  rollTable,
  type FightResult,
  type RollTable,
} from './battle.ts';
import type { Round, Stacks, Units } from './types.ts';

type SideName = 'attacker' | 'defender';
const sides = ['attacker', 'defender'] as const;

interface ReportedSide {
  units_start: Stacks | null;
  units_end: Stacks | null;
  losses: Units | null;
}

/** What is read of a report: a finished battle as `GET /api/battle/:battle_id` answers it. */
export interface BattleReport {
  attacker: ReportedSide;
  defender: ReportedSide;
  rounds: readonly (Round & { round: number })[];
  result: BattleResult | null;
  seed: string | null;
  seed_hash: string;
  morale: number;
  wall: { before: number; after: number } | null;
}

/** One value of a report that is not what comes out. `null` where there is no such value. */
export interface Difference {
  what:
    'seed_hash' | 'roll' | 'round' | 'rounds' | 'units' | 'damage' | 'left' | 'losses' | 'wall' | 'result';
  round: number | null;
  side: SideName | null;
  type: StackType | null;
  reported: number | string | null;
  computed: number | string | null;
}

/** One thing looked at: the seed, the dice, each round, the result. It agrees when nothing differs. */
export interface Check {
  what: 'seed' | 'dice' | 'round' | 'result';
  /** Which round, counted from 1; null for the others. */
  round: number | null;
  differences: Difference[];
}

export interface Verification {
  agrees: boolean;
  /** The seed, the dice, the rounds in order, the result; empty while the seed is still sealed. */
  checks: Check[];
  /** All dice of the seed. */
  rolls: RollTable;
}

type FoundDifference = Partial<Difference> & Pick<Difference, 'what' | 'reported' | 'computed'>;

function compare(found: FoundDifference): Difference[] {
  return found.reported === found.computed ? [] : [{ round: null, side: null, type: null, ...found }];
}

/**
 * Works a finished battle out again.
 * @param sha256Hex the SHA-256 of a text (UTF-8), in lower-case hex
 */
export function verifyBattle(report: BattleReport, sha256Hex: (text: string) => string): Verification {
  const { seed, attacker, defender } = report;
  if (seed === null || attacker.units_start === null || defender.units_start === null)
    return { agrees: false, checks: [], rolls: [] };
  const rolls = rollTable(seed, (text) => Number.parseInt(sha256Hex(text).slice(0, 8), 16));
  const seedCheck = compare({ what: 'seed_hash', reported: report.seed_hash, computed: sha256Hex(seed) });
  const checks: Check[] = [
    { what: 'seed', round: null, differences: seedCheck },
    { what: 'dice', round: null, differences: checkDice(rolls) },
  ];
  // Without dice there is no fight to compare.
  if (checkDice(rolls).length > 0) return { agrees: false, checks, rolls };
  const fight = resolveFight({
    attacker: attacker.units_start,
    defender: defender.units_start,
    wall: report.wall?.before ?? 0,
    morale: report.morale,
    rolls,
  });
  checks.push(...checkRounds(report.rounds, fight.rounds), {
    what: 'result',
    round: null,
    differences: checkResult(report, fight),
  });
  return { agrees: checks.every(({ differences }) => differences.length === 0), checks, rolls };
}

/** Every die lies within its bounds: else the hash that was passed in is none. */
function checkDice(rolls: RollTable): Difference[] {
  return rolls.flatMap((roll, index) =>
    stackTypes.flatMap((type) =>
      (
        [
          ['attacker', roll.a[type]],
          ['defender', roll.d[type]],
        ] as const
      )
        .filter(([, die]) => !(die >= minRoll && die <= maxRoll))
        .map(([side, computed]) => ({
          what: 'roll' as const,
          round: index + 1,
          side,
          type,
          reported: null,
          computed,
        })),
    ),
  );
}

function checkRounds(reported: BattleReport['rounds'], computed: readonly Round[]): Check[] {
  const count = Math.max(reported.length, computed.length);
  return Array.from({ length: count }, (_, index) => {
    const round = index + 1;
    return { what: 'round', round, differences: checkRound(round, reported[index], computed[index]) };
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
      stackTypes.flatMap((type) =>
        (['units', 'damage'] as const).flatMap((what) =>
          compare({
            what,
            round,
            side,
            type,
            reported: reported[side][what][type],
            computed: computed[side][what][type],
          }),
        ),
      ),
    ),
  ];
}

/** Who won in how many rounds, what is left and lost on both sides, and the wall. */
function checkResult(report: BattleReport, fight: FightResult): Difference[] {
  const { wall, result } = report;
  const fought = fight.winner === 'draw' ? 'draw' : (`${fight.winner}_won` as const);
  // A battle that was called off had no sides: that none fought is all there is to agree on.
  const computed = result === 'called_off' && isEmpty(report) ? result : fought;
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
  const start = reported.units_start ?? noStacks();
  return [
    ...stackTypes.flatMap((type) =>
      compare({
        what: 'left',
        side,
        type,
        reported: reported.units_end?.[type] ?? null,
        computed: left[type],
      }),
    ),
    ...unitTypes.flatMap((type) =>
      compare({
        what: 'losses',
        side,
        type,
        reported: reported.losses?.[type] ?? null,
        computed: start[type] - left[type],
      }),
    ),
  ];
}
