/**
 * Time: applies what is due, in due order, each at its own moment however late it is handled. At the same
 * millisecond: construction, training, arrivals, then contacts, then desertion.
 */
import type { RollTable } from './battle.ts';
import { meet } from './contact.ts';
import { contactRank, nextDue } from './due.ts';
import { advanceStock } from './economy.ts';
import type { GameEvent, Emit } from './events.ts';
import { noteScore } from './protection.ts';
import { scoresOf } from './scoring.ts';
import type { Battle, Empire, WorldSlice } from './types.ts';

/** Gives the rolls of a seed; the core cannot hash. */
export type BattleRandom = (seed: string) => RollTable;

/**
 * Applies to every empire of the world what is due up to and including `until`. Every undecided battle due by
 * then must have both its empires in the world.
 */
export function advance(world: WorldSlice, until: number, rolls: BattleRandom): GameEvent[] {
  const gameEvents: GameEvent[] = [];
  const emit: Emit = (gameEvent) => gameEvents.push(gameEvent);
  for (const battle of contactsDue(world, until)) decideContact(world, battle, rolls, emit);
  for (const empire of world.empires.values()) advanceEmpire(empire, until, world.speed, emit, 'whole');
  return gameEvents;
}

/**
 * Settles both sides to a contact and works it out. It must be the earliest undecided contact of either, and
 * both empires must be in the world.
 */
export function decideContact(world: WorldSlice, battle: Battle, rolls: BattleRandom, emit: Emit): void {
  const attacker = world.empires.get(battle.attackerId);
  const defender = world.empires.get(battle.defenderId);
  if (attacker === undefined || defender === undefined) throw new Error('a contact needs both its empires');
  // An order whose warning (9 ms at speed 3600) was shorter than its own commit may meet a defender who is
  // settled past it; then the contact is as late. Else this is the contact's own moment.
  const at = Math.max(battle.contactAt, attacker.settledAt, defender.settledAt);
  advanceEmpire(attacker, at, world.speed, emit, 'before contacts');
  advanceEmpire(defender, at, world.speed, emit, 'before contacts');
  meet(attacker, defender, battle, { at, speed: world.speed, rolls: rolls(battle.seed), emit });
}

/** Undecided battles with their contact at or before `until`, in the order in which they are to be decided. */
export function contactsDue(world: WorldSlice, until: number): Battle[] {
  return [...world.battles.values()]
    .filter((battle) => battle.outcome === null && battle.contactAt <= until)
    .sort((a, b) => a.contactAt - b.contactAt || a.number - b.number);
}

/** When something of this empire alone is due next, or null; contacts are the battles' own. */
export function nextDueAt(empire: Empire, speed: number): number | null {
  return nextDue(empire, speed)?.at ?? null;
}

function advanceEmpire(
  empire: Empire,
  until: number,
  speed: number,
  emit: Emit,
  part: 'before contacts' | 'whole',
): void {
  for (;;) {
    const due = nextDue(empire, speed);
    if (due === null || due.at > until) break;
    if (part === 'before contacts' && due.at === until && due.rank > contactRank) break;
    advanceStock(empire, due.at, speed);
    due.apply(due.at, emit);
    noteScore(empire, scoresOf(empire).total);
  }
  advanceStock(empire, until, speed);
}
