/** A fight shows only the rounds whose time has come. */
import type { BattleItem, BattleView, RoundView, ShareView } from '../contract/battle.ts';
import { stackTypes, type BattlePhase, type Role, type StackType } from '../contract/vocabulary.ts';
import { afterVolley, noStacks, roundMs } from '../game/fight/battle.ts';
import { attackerAfterGuard, lossesOfSides, unitsOfGuard, unitsOfSide } from '../game/fight/casualties.ts';
import { moraleAgainst } from '../game/contact/seats.ts';
import {
  currentResolver,
  partiesOf,
  type GuardFight,
  type Outcome,
  type Round,
} from '../game/battle-types.ts';
import type { Stacks, Units } from '../game/types.ts';
import { isoOf } from '../kernel/time.ts';
import { seedHashOf } from '../world/battle-random.ts';
import type { BattleDetailRow, BattleListRow } from './queries.ts';

function phaseOf(endsAt: number | null, now: number): BattlePhase {
  if (endsAt === null) return 'marching';
  return now < endsAt ? 'fighting' : 'completed';
}

export function toBattleItem(row: BattleListRow, now: number): BattleItem {
  const phase = phaseOf(row.ends_at, now);
  return {
    id: row.id,
    attacker_id: row.attacker_id,
    defender_id: row.defender_id,
    attacker_name: row.attacker_name,
    attacker_tag: row.attacker_tag,
    defender_name: row.defender_name,
    defender_tag: row.defender_tag,
    location: { x: row.x, y: row.y },
    status: phase === 'completed' ? 'completed' : 'active',
    phase,
    started_at: isoOf(row.ordered_at),
    contact_at: isoOf(row.contact_at),
    ends_at: row.ends_at === null ? null : isoOf(row.ends_at),
    result: phase === 'completed' ? row.result : null,
  };
}

/** The path is that of the report's page. */
export function toShareView(
  battleId: string,
  { token, created_at }: { token: string; created_at: number },
): ShareView {
  return { token, path: `/battle/${battleId}?share=${token}`, created_at: isoOf(created_at) };
}

/** @param userId the reader, who sees their own link; null: a stranger */
export function toBattleView(
  row: BattleDetailRow,
  userId: string | null,
  { now, speed }: { now: number; speed: number },
): BattleView {
  const ownShare = row.shares.find(({ user_id }) => user_id === userId);
  const phase = phaseOf(row.ends_at, now);
  const { outcome } = row;
  const hasEnded = phase === 'completed' && outcome !== null;
  const roundCount = outcome === null ? 0 : roundsShown(outcome, now, speed);
  return {
    id: row.id,
    attacker: {
      ...sideOf(row, 'attacker'),
      army_id: row.army_id,
      city_id: null,
      ...unitsOf(outcome, 'attacker', hasEnded),
    },
    defender: {
      ...sideOf(row, 'defender'),
      army_id: row.target_type === 'army' ? row.target_id : null,
      city_id: row.target_type === 'city' ? row.target_id : null,
      ...unitsOf(outcome, 'defender', hasEnded),
    },
    seat_number: row.seat_number,
    location: { x: row.x, y: row.y },
    guard: outcome?.guard === undefined ? null : toGuardView(row, outcome.guard, { roundCount, hasEnded }),
    rounds:
      outcome === null ? [] : toRounds(outcome).slice(0, Math.max(0, roundCount - guardRounds(outcome))),
    status: phase === 'completed' ? 'completed' : 'active',
    phase,
    result: hasEnded ? outcome.result : null,
    started_at: isoOf(row.ordered_at),
    contact_at: isoOf(row.contact_at),
    ends_at: row.ends_at === null ? null : isoOf(row.ends_at),
    seed_hash: seedHashOf(row.seed),
    seed: hasEnded ? row.seed : null,
    morale: outcome?.morale ?? estimatedMorale(row, speed),
    resolver: outcome?.resolver ?? currentResolver,
    volley: outcome?.volley ?? null,
    wall: hasEnded ? outcome.wall : null,
    loot: hasEnded ? outcome.loot : null,
    sack:
      hasEnded && outcome.sack !== undefined
        ? { until: isoOf(outcome.sack.until), loot: outcome.sack.loot }
        : null,
    called_off: hasEnded ? outcome.reason : null,
    share: ownShare === undefined ? null : toShareView(row.id, ownShare),
  };
}

/** Morale at the contact, from the present scores and the present holder of a seat. */
function estimatedMorale(row: BattleDetailRow, speed: number): number {
  return moraleAgainst(
    { attacker: row.attacker_score, defender: row.ally_score ?? row.defender_score },
    { heldSince: row.held_since, at: row.contact_at, speed },
  );
}

const guardRounds = ({ guard }: Outcome): number => guard?.rounds.length ?? 0;

/** Rounds whose time has come, those of a guard first: round k is shown at contact + k x roundMs. */
export function roundsShown(outcome: Outcome, now: number, speed: number): number {
  const count = guardRounds(outcome) + outcome.rounds.length;
  return Math.min(Math.max(Math.floor((now - outcome.at) / roundMs(speed)), 0), count);
}

function toGuardView(
  row: BattleDetailRow,
  guard: GuardFight,
  { roundCount, hasEnded }: { roundCount: number; hasEnded: boolean },
): BattleView['guard'] {
  const { end, losses } = unitsOfGuard(guard);
  const isDefender = row.defender_id === guard.empireId;
  return {
    empire_id: guard.empireId,
    empire_name: (isDefender ? row.defender_name : row.ally_name) ?? '',
    alliance_tag: isDefender ? row.defender_tag : row.ally_tag,
    army_id: guard.armyId,
    morale: guard.morale,
    units_start: guard.start,
    rounds: toGuardRounds(row.outcome, guard).slice(0, roundCount),
    units_end: hasEnded ? end : null,
    losses: hasEnded ? losses : null,
  };
}

function toGuardRounds(outcome: Outcome | null, { start, rounds }: GuardFight): RoundView[] {
  const before = { attacker: outcome?.attackerStart ?? noStacks(), defender: start };
  return describeRounds(before, rounds);
}

const sideOf = (row: BattleDetailRow, side: Role) => ({
  empire_id: row[`${side}_id`],
  empire_name: row[`${side}_name`],
  alliance_tag: row[`${side}_tag`],
  kind: row[`${side}_kind`],
  username: row[`${side}_username`],
});

function unitsOf(
  outcome: Outcome | null,
  side: Role,
  hasEnded: boolean,
): { units_start: Stacks | null; units_end: Stacks | null; losses: Units | null } {
  // The units are unknown before the contact, and a battle that was called off has none.
  if (outcome?.reason !== null) return { units_start: null, units_end: null, losses: null };
  const { start, end, losses } = unitsOfSide(outcome, side);
  return { units_start: start, units_end: hasEnded ? end : null, losses: hasEnded ? losses : null };
}

/** With a sentence for each stack that lost units; round 1 includes the volley. */
function toRounds(outcome: Outcome): RoundView[] {
  const attackerStart = attackerAfterGuard(outcome);
  const { defenderStart, volley, rounds } = outcome;
  const before = { attacker: afterVolley(attackerStart, volley), defender: defenderStart };
  const volleyEvents = describeFallen('attacker', attackerStart, before.attacker).map(
    (event) => `${event} to the volley`,
  );
  return describeRounds(before, rounds, volleyEvents);
}

function describeRounds(
  start: Record<Role, Stacks>,
  rounds: readonly Round[],
  firstEvents: readonly string[] = [],
): RoundView[] {
  let before = start;
  return rounds.map(({ attacker, defender }, index) => {
    const events = [
      ...(index === 0 ? firstEvents : []),
      ...describeFallen('attacker', before.attacker, attacker.units),
      ...describeFallen('defender', before.defender, defender.units),
    ];
    before = { attacker: attacker.units, defender: defender.units };
    return { round: index + 1, attacker, defender, events };
  });
}

function describeFallen(side: string, before: Stacks, after: Stacks): string[] {
  return stackTypes
    .map((type): [StackType, number] => [type, before[type] - after[type]])
    .filter(([, fallen]) => fallen > 0)
    .map(([type, fallen]) => `${side} lost ${fallen} ${type}`);
}

export type ShownBattle = NonNullable<ReturnType<typeof toShownBattle>>;

/** For playback; null for an undecided battle. */
export function toShownBattle(row: BattleDetailRow, speed: number) {
  const { id, attacker_id: attackerId, defender_id: defenderId, ally_id: allyId, outcome } = row;
  if (outcome === null) return null;
  const ofGuard = outcome.guard === undefined ? [] : toGuardRounds(outcome, outcome.guard);
  return {
    id,
    partyIds: partiesOf({ attackerId, defenderId, allyId }),
    outcome,
    /** By round, those of a guard first. */
    roundEvents: [...ofGuard, ...toRounds(outcome)].map(({ events }) => events),
    casualties: lossesOfSides(outcome),
    roundMs: roundMs(speed),
  };
}
