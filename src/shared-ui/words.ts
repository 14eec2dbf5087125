/** Texts about fights. */
import { stackTypes, type Role } from '../contract/vocabulary.ts';
import { afterVolley, eachStack } from '../game/fight/battle.ts';
import type { Odds } from '../game/fight/odds.ts';
import type { Stacks } from '../game/types.ts';
import type { Difference } from '../game/fight/verify.ts';
import { countOf, group } from './numbers.ts';
import { countOfAll } from './strength.ts';

export { group } from './numbers.ts';

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `a, b and c`. */
export function joinAnd(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}

/** `20 soldiers and 3 militia`; '' without units. */
export function stacksText(stacks: Stacks): string {
  return joinAnd(stackTypes.filter((type) => stacks[type] > 0).map((type) => countOf(stacks[type], type)));
}

export function roundsText(count: number): string {
  return countOf(count, 'rounds');
}

export function leftText(percent: number): string {
  return percent === 0 ? 'none left' : `${percent} % left`;
}

/** From the attacker's side: `won in 38 of 40 simulated battles; about 12 of 30 units fall`. */
export function oddsText(odds: Odds): string {
  const start = countOfAll(odds.attacker);
  const fallen = start - countOfAll(odds.attackerLeft);
  return `won in ${odds.won} of ${odds.trials} simulated battles; about ${group(fallen)} of ${group(start)} units fall`;
}

function fallenBetween(before: Stacks, after: Stacks): Stacks {
  return eachStack((type) => before[type] - after[type]);
}

/** `The volley from the wall fells 4 soldiers and 1 knight.`; '' without a loss. */
export function volleyText(start: Stacks, volley: Stacks | null): string {
  const fallen = fallenBetween(start, afterVolley(start, volley));
  return countOfAll(fallen) === 0 ? '' : `The volley from the wall fells ${stacksText(fallen)}.`;
}

/**
 * `You lose 41 soldiers; they lose 57 archers and 2 militia.`
 * @param start both sides before the volley
 * @param losing what the own side does, and the other one
 */
export function roundTexts(
  start: Record<Role, Stacks>,
  { rounds, volley }: { rounds: readonly Record<Role, { units: Stacks }>[]; volley: Stacks | null },
  own: Role,
  losing: { own: string; foe: string },
): string[] {
  const foe = own === 'attacker' ? 'defender' : 'attacker';
  const first = { ...start, attacker: afterVolley(start.attacker, volley) };
  return rounds.map((round, index) => {
    const before = (side: Role): Stacks => rounds[index - 1]?.[side].units ?? first[side];
    const clauses = [[own, losing.own] as const, [foe, losing.foe] as const].flatMap(([side, words]) => {
      const fallen = fallenBetween(before(side), round[side].units);
      return countOfAll(fallen) === 0 ? [] : [`${words} ${stacksText(fallen)}`];
    });
    return `${capitalise(clauses.join('; ') || 'nobody falls')}.`;
  });
}

const differenceNames = {
  seed_hash: 'the hash of the seed',
  resolver: 'the version of the battle rules',
  roll: 'the die',
  volley: 'lost to the volley',
  round: 'the number of the round',
  rounds: 'the number of rounds',
  units: 'left standing',
  damage: 'damage dealt',
  left: 'left at the end',
  losses: 'lost',
  wall: 'the wall afterwards',
  result: 'the result',
} satisfies Record<Difference['what'], string>;

/** `round 3, defender, archers, left standing: reported 8, computed 7`. */
export function differenceText({ what, round, side, type, reported, computed }: Difference): string {
  const show = (value: string | number | null): string =>
    value === null ? 'none' : typeof value === 'number' ? group(value) : value.replaceAll('_', ' ');
  const labels = [round === null ? null : `round ${round}`, side, type, differenceNames[what]];
  const where = labels.filter((label) => label !== null).join(', ');
  return `${where}: reported ${show(reported)}, computed ${show(computed)}`;
}
