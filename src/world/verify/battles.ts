/** Invariants of decided battles: the outcome follows from the seed. */
import { createHash } from 'node:crypto';
import { resources, stackTypes, type Role } from '../../contract/vocabulary.ts';
import type { GuardFight, Round } from '../../game/battle-types.ts';
import { unitsOfGuard, unitsOfSide } from '../../game/fight/casualties.ts';
import { roundMs } from '../../game/fight/battle.ts';
import { sackMs } from '../../game/contact/sack.ts';
import { verifyBattle, type BattleReport, type Difference } from '../../game/fight/verify.ts';
import { seedHashOf } from '../battle-random.ts';
import type { BattlePage, DecidedBattle, Violation } from './invariant.ts';

function sideOf({ outcome }: DecidedBattle, role: Role): BattleReport[Role] {
  const { start, end, losses } = unitsOfSide(outcome, role);
  return { units_start: start, units_end: end, losses };
}

const numbered = (rounds: readonly Round[]) => rounds.map((round, index) => ({ ...round, round: index + 1 }));

function guardOf(guard: GuardFight | undefined): NonNullable<BattleReport['guard']> | null {
  if (guard === undefined) return null;
  const { end, losses } = unitsOfGuard(guard);
  return {
    units_start: guard.start,
    units_end: end,
    losses,
    morale: guard.morale,
    rounds: numbered(guard.rounds),
  };
}

function reportOf(battle: DecidedBattle): BattleReport {
  const { seed, outcome } = battle;
  return {
    ...outcome,
    attacker: sideOf(battle, 'attacker'),
    defender: sideOf(battle, 'defender'),
    guard: guardOf(outcome.guard),
    rounds: numbered(outcome.rounds),
    seed,
    seed_hash: seedHashOf(seed),
  };
}

function describe({ what, round, side, type, reported, computed }: Difference): string {
  const where = [round === null ? '' : `round ${round}`, side ?? '', type ?? ''].filter(
    (word) => word !== '',
  );
  return `${[...where, what].join(', ')} is ${reported ?? 'missing'}, but the seed gives ${computed ?? 'none'}.`;
}

/** A sack follows a victory of the attacker, lasts for its time, and gives a part of the loot. */
function isSackSound({ outcome: { sack, result, at, loot } }: DecidedBattle, speed: number): boolean {
  if (sack === undefined) return true;
  const isPart = resources.every((resource) => sack.loot[resource] <= loot[resource]);
  return result === 'attacker_won' && sack.until === at + Math.ceil(sackMs / speed) && isPart;
}

function sentencesOf(battle: DecidedBattle, speed: number): string[] {
  const { outcome, endsAt, contactAt } = battle;
  const { at, reason, rounds, attackerStart, defenderStart } = outcome;
  if (endsAt !== outcome.endsAt) return ['ends_at differs from the end in its outcome.'];
  if (reason !== null) {
    const isEmpty = stackTypes.every((type) => attackerStart[type] + defenderStart[type] === 0);
    const isConsistent = outcome.result === 'called_off' && rounds.length === 0 && isEmpty && endsAt === at;
    return isConsistent ? [] : ['it was called off, but its outcome contains a fight.'];
  }
  if (at < contactAt) return ['it was decided before its contact.'];
  const roundCount = rounds.length + (outcome.guard?.rounds.length ?? 0);
  if (endsAt !== at + roundCount * roundMs(speed)) return ['its end is not the end of its last round.'];
  if (!isSackSound(battle, speed)) return ['its sack does not follow from a won attack.'];
  const { checks } = verifyBattle(reportOf(battle), (text) =>
    createHash('sha256').update(text).digest('hex'),
  );
  // Only the first difference, because it causes the later ones.
  return checks.flatMap(({ differences }) => differences.map(describe)).slice(0, 1);
}

export function checkOutcomes({ battles, settings }: BattlePage): Violation[] {
  return battles.flatMap((battle) =>
    sentencesOf(battle, settings.speed).map((sentence) => ({
      id: battle.id,
      sentence: `Battle ${battle.number}: ${sentence}`,
    })),
  );
}
