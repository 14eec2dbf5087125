/**
 * Time: applies due work in due order, each item at its own moment even when it is handled late. Order at the same
 * millisecond: the end of a leave, construction, training, arrivals, ends of a sack, growth of villages, dissolutions
 * of alliances, arrivals of guards, contacts (the largest attack on a seat first), begins of a leave, desertion, the
 * end of a reign, wishes. The goals that an empire has reached follow each of them, and each command.
 */
import type { BattleRandom } from './fight/battle.ts';
import { resolveContact } from './contact/contact.ts';
import { contactRank, nextDue } from './due.ts';
import { advanceStock } from './economy/stock.ts';
import type { GameEvent, Emit } from './events.ts';
import { noteScore } from './diplomacy/protection.ts';
import { takeSeat } from './contact/seats.ts';
import { areAllies, beginGuard, guardsIn, placeOf } from './diplomacy/guards.ts';
import { areLoaded, meetingsDue, partyIdsAt, type Meeting } from './contact/meetings.ts';
import { arrive } from './economy/arrival.ts';
import { holderIdOf, partiesOf, type Battle } from './battle-types.ts';
import type { Empire, WorldSlice } from './types.ts';

/**
 * Up to and including `until`, every empire. All empires of every undecided battle due by then must be loaded; arrivals
 * of guards wait for their empires.
 */
export function advance(world: WorldSlice, until: number, random: BattleRandom): GameEvent[] {
  const gameEvents: GameEvent[] = [];
  const emit: Emit = (gameEvent) => {
    gameEvents.push(gameEvent);
  };
  for (const meeting of meetingsDue(world, until)) {
    if (meeting.battle === null && !areLoaded(world, meeting)) continue;
    decideMeeting(world, meeting, random, emit);
  }
  for (const empire of world.empires.values()) advanceEmpire(world, empire, until, emit, 'all');
  return gameEvents;
}

/**
 * Advances a world that is only read, to `until` or to just before its first meeting, which only the write path
 * decides. Before the next due work (`nextDueAt`) it changes stock and time alone.
 */
export function advanceToMeeting(world: WorldSlice, until: number, random: BattleRandom): void {
  const [first] = meetingsDue(world, until);
  advance(world, first === undefined ? until : first.at - 1, random);
}

/** The meeting must be the earliest of all its empires, which must be loaded. */
export function decideMeeting(
  world: WorldSlice,
  { at, battle, armyId }: Meeting,
  random: BattleRandom,
  emit: Emit,
): void {
  if (battle !== null) decideContact(world, battle, random, emit);
  else arriveAsGuard(world, armyId, at, emit);
}

/** Both sides must be loaded, and the contact their earliest meeting. */
export function decideContact(world: WorldSlice, battle: Battle, random: BattleRandom, emit: Emit): void {
  const parties = partiesOf(battle).map((id) => requireEmpire(world, id));
  // The shortest warning is 9 ms (speed 3600). If the order commits later, the defender may be past `contactAt`; the
  // contact then happens at that later moment.
  const at = Math.max(battle.contactAt, ...parties.map(({ advancedAt }) => advancedAt));
  for (const party of parties) advanceEmpire(world, party, at, emit, 'before contacts');
  const attacker = requireEmpire(world, battle.attackerId);
  // After the advance: the guard may have starved before.
  const holder = requireEmpire(world, holderIdOf(battle));
  const owner = battle.allyId === null ? null : requireEmpire(world, battle.defenderId);
  resolveContact(world, { attacker, holder, owner }, battle, { at, random, emit });
  if (battle.target.type === 'seat' && battle.outcome?.result === 'attacker_won')
    takeSeat(world, battle, { attacker, defender: holder, at, emit });
}

function requireEmpire(world: WorldSlice, id: string): Empire {
  const empire = world.empires.get(id);
  if (empire === undefined) throw new Error('meeting: an empire is not loaded');
  return empire;
}

/**
 * The army guards its place if the holder is an ally at that moment and the place has no guard; else it stands idle.
 */
function arriveAsGuard(world: WorldSlice, armyId: string, dueAt: number, emit: Emit): void {
  const bound = guardsIn(world).find((guard) => guard.armyId === armyId && guard.arrivesAt === dueAt);
  if (bound === undefined) return;
  const ids = new Set([bound.empireId, ...partyIdsAt(world, bound.placeId)]);
  const parties = [...ids].map((id) => requireEmpire(world, id));
  const at = Math.max(dueAt, ...parties.map(({ advancedAt }) => advancedAt));
  for (const party of parties) advanceEmpire(world, party, at, emit, 'before contacts');
  // It may have starved, or left its alliance.
  const empire = requireEmpire(world, bound.empireId);
  const army = empire.armies.find(({ id }) => id === armyId);
  if (army === undefined || army.guards === null) return;
  const holder = placeOf(world, army.guards)?.holder ?? null;
  const isGuarded = guardsIn(world).some(
    ({ placeId, arrivesAt }) => placeId === bound.placeId && arrivesAt === null,
  );
  const isFree = holder !== null && areAllies(empire, holder) && !isGuarded;
  arrive(empire, army, at, emit);
  if (isFree && holder.id !== empire.id) beginGuard(world, empire, army, { at, emit });
  else army.guards = null;
}

/** Of this empire alone; null without due work. */
export function nextDueAt(empire: Empire, speed: number): number | null {
  return nextDue(empire, speed)?.at ?? null;
}

/** Applies what a command has made due at `now`: a refund may pay for the next wish. */
export function applyDueNow(world: WorldSlice, empire: Empire, now: number, emit: Emit): void {
  advanceEmpire(world, empire, now, emit, 'all');
}

function advanceEmpire(
  world: WorldSlice,
  empire: Empire,
  until: number,
  emit: Emit,
  scope: 'before contacts' | 'all',
): void {
  const { speed } = world;
  for (;;) {
    const due = nextDue(empire, speed);
    if (due === null || due.at > until) break;
    if (scope === 'before contacts' && due.at === until && due.rank > contactRank) break;
    advanceStock(empire, due.at, speed);
    due.apply(due.at, emit, world);
    noteScore(empire);
  }
  advanceStock(empire, until, speed);
}
