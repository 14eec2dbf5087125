/**
 * Time: applies due work in due order, each item at its own moment even when it is handled late. Order at the
 * same millisecond: construction, training, arrivals, ends of a sack, growth of villages, dissolutions of alliances,
 * contacts (of one millisecond, the largest attack on a seat first), desertion, the end of a reign, wishes. Each of them, and each command, is followed by the goals that its empire has reached by it.
 */
import type { RollTable } from './battle.ts';
import { resolveContact } from './contact.ts';
import { contactRank, nextDue } from './due.ts';
import { advanceStock } from './economy.ts';
import type { GameEvent, Emit } from './events.ts';
import { noteScore } from './protection.ts';
import { scoresOf } from './scoring.ts';
import { takeSeat } from './seats.ts';
import type { Battle } from './battle-types.ts';
import type { Empire, WorldSlice } from './types.ts';

/** Returns the rolls of a seed. It is passed in because the pure core cannot hash. */
export type BattleRandom = (seed: string) => RollTable;

/**
 * Applies everything that is due up to and including `until` to every empire of the world. Both empires of every
 * undecided battle due by then must be loaded in the world.
 */
export function advance(world: WorldSlice, until: number, random: BattleRandom): GameEvent[] {
  const gameEvents: GameEvent[] = [];
  const emit: Emit = (gameEvent) => gameEvents.push(gameEvent);
  for (const battle of contactsDue(world, until)) decideContact(world, battle, random, emit);
  for (const empire of world.empires.values()) advanceEmpire(empire, until, world.speed, emit, 'all');
  return gameEvents;
}

/**
 * Advances both sides to a contact and resolves it. It must be the earliest undecided contact of either side, and
 * both empires must be loaded in the world.
 */
export function decideContact(world: WorldSlice, battle: Battle, random: BattleRandom, emit: Emit): void {
  const attacker = world.empires.get(battle.attackerId);
  const defender = world.empires.get(battle.defenderId);
  if (attacker === undefined || defender === undefined) throw new Error('contact: an empire is not loaded');
  // The shortest warning is 9 ms (speed 3600). If the order takes longer to commit, the defender may already be
  // advanced past `contactAt`; the contact then happens at that later moment.
  const at = Math.max(battle.contactAt, attacker.advancedAt, defender.advancedAt);
  for (const side of [attacker, defender]) advanceEmpire(side, at, world.speed, emit, 'before contacts');
  const rolls = random(battle.seed);
  resolveContact(attacker, defender, battle, { at, speed: world.speed, rolls, emit });
  if (battle.target.type === 'seat' && battle.outcome?.result === 'attacker_won')
    takeSeat(world, battle, { attacker, defender, at, emit });
}

/** Undecided battles with their contact at or before `until`, in the order in which they must be decided. */
export function contactsDue(world: WorldSlice, until: number): Battle[] {
  return [...world.battles.values()]
    .filter((battle) => battle.outcome === null && battle.contactAt <= until)
    .sort((a, b) => a.contactAt - b.contactAt || b.value - a.value || a.number - b.number);
}

/** When something of this empire alone is due next, or null. Contacts are excluded: they concern two empires. */
export function nextDueAt(empire: Empire, speed: number): number | null {
  return nextDue(empire, speed)?.at ?? null;
}

/** Applies what a command has made due at its own moment, `now`: a refund, for example, may pay for the next wish. */
export function applyDueNow(empire: Empire, now: number, speed: number, emit: Emit): void {
  advanceEmpire(empire, now, speed, emit, 'all');
}

function advanceEmpire(
  empire: Empire,
  until: number,
  speed: number,
  emit: Emit,
  scope: 'before contacts' | 'all',
): void {
  for (;;) {
    const due = nextDue(empire, speed);
    if (due === null || due.at > until) break;
    if (scope === 'before contacts' && due.at === until && due.rank > contactRank) break;
    advanceStock(empire, due.at, speed);
    due.apply(due.at, emit);
    noteScore(empire, scoresOf(empire).total);
  }
  advanceStock(empire, until, speed);
}
