/** Battles as their participants see them: the alarm, the list, and the page of one. */
import type { BattleItem, BattleView } from '../../contract/battle.ts';
import type { BattleResult, StackType } from '../../contract/vocabulary.ts';
import { stackTypes } from '../../contract/vocabulary.ts';
import { sameTile } from '../../game/map.ts';
import type { Empire, Stacks } from '../../game/types.ts';
import { stackNames, tileText } from '../words.ts';

export type Role = 'attacker' | 'defender';

export interface BattleLine {
  id: string;
  role: Role;
  enemy: string;
  /** Where: an own city by its name, else the tile. */
  place: string;
  tile: { x: number; y: number };
  phase: BattleItem['phase'];
  orderedAt: number;
  contactAt: number;
  /** When the last round is shown; null before the contact. */
  endsAt: number | null;
  /** In words, from the reader's side; null while it goes on. */
  result: string | null;
  outcome: 'won' | 'lost' | 'none';
}

const resultWords = {
  attacker_won: { attacker: 'Won', defender: 'Lost' },
  defender_won: { attacker: 'Lost', defender: 'Won' },
  draw: { attacker: 'Draw', defender: 'Draw' },
  called_off: { attacker: 'Called off', defender: 'Called off' },
} satisfies Record<BattleResult, Record<Role, string>>;

function outcomeOf(result: BattleResult | null, role: Role): BattleLine['outcome'] {
  if (result !== 'attacker_won' && result !== 'defender_won') return 'none';
  return result === `${role}_won` ? 'won' : 'lost';
}

export function toBattleLine(empire: Empire, item: BattleItem): BattleLine {
  const role = item.attacker_id === empire.id ? 'attacker' : 'defender';
  const city = empire.cities.find((candidate) => sameTile(candidate, item.location));
  return {
    id: item.id,
    role,
    enemy: role === 'attacker' ? item.defender_name : item.attacker_name,
    place: city?.name ?? tileText(item.location),
    tile: item.location,
    phase: item.phase,
    orderedAt: Date.parse(item.started_at),
    contactAt: Date.parse(item.contact_at),
    endsAt: item.ends_at === null ? null : Date.parse(item.ends_at),
    result: item.result === null ? null : resultWords[item.result][role],
    outcome: outcomeOf(item.result, role),
  };
}

const reasons = {
  army_gone: 'The attacking army did not exist any more.',
  target_gone: 'The target had gone when the army came.',
  protected: 'The target was protected when the army came.',
  recalled: 'The army was recalled.',
} satisfies Record<NonNullable<BattleView['called_off']>, string>;

function headline(view: BattleView, role: Role): string {
  if (view.phase === 'marching')
    return role === 'attacker' ? 'Your army is on its way' : 'An army is on its way to you';
  if (view.phase === 'fighting') return 'The fight is on';
  if (view.called_off !== null) return reasons[view.called_off];
  if (view.result === null || view.result === 'draw') return 'A draw: both sides withdrew';
  return view.result === `${role}_won` ? 'You won' : 'You lost';
}

const sumOf = (stacks: Stacks): number => stackTypes.reduce((sum, type) => sum + stacks[type], 0);

interface SideLine {
  type: StackType;
  name: string;
  start: number;
  end: number | null;
}

function linesOf({ units_start: start, units_end: end }: BattleView['attacker']): SideLine[] {
  if (start === null) return [];
  return stackTypes
    .filter((type) => start[type] > 0)
    .map((type) => ({ type, name: stackNames[type], start: start[type], end: end?.[type] ?? null }));
}

/** What the page of a battle shows beside the battle itself. */
export function toBattlePage(view: BattleView, ownEmpireId: string) {
  const role: Role = view.attacker.empire_id === ownEmpireId ? 'attacker' : 'defender';
  const start = {
    attacker: view.attacker.units_start === null ? 0 : sumOf(view.attacker.units_start),
    defender: view.defender.units_start === null ? 0 : sumOf(view.defender.units_start),
  };
  return {
    view,
    role,
    headline: headline(view, role),
    orderedAt: Date.parse(view.started_at),
    contactAt: Date.parse(view.contact_at),
    sides: (['attacker', 'defender'] as const).map((side) => ({
      side,
      isOwn: side === role,
      name: view[side].empire_name,
      ruler: view[side].username,
      lines: linesOf(view[side]),
    })),
    start,
    rounds: view.rounds.map(({ round, attacker, defender, events }) => ({
      round,
      attacker: sumOf(attacker.units),
      defender: sumOf(defender.units),
      events: events.map((event) => event.charAt(0).toUpperCase() + event.slice(1)),
    })),
  };
}
