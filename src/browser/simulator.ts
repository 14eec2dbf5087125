/**
 * The simulator while somebody types: the form is read as the server reads it, the fight worked out by the same
 * modules, and the slots that the server has drawn are filled anew. The address follows, so that it can be passed on.
 */
import { stackTypes, unitTypes } from '../contract/vocabulary.ts';
import { moraleOf, noStacks, rollTable } from '../game/battle.ts';
import type { Fight } from '../game/battle.ts';
import { presetSeed, simulate, swappedField } from '../report/simulation.ts';
import { countOfAll } from '../report/strength.ts';
import { group } from '../report/words.ts';
import { first32Bits } from './hash.ts';
import { afterRefresh } from './refresh.ts';

const fullMorale = 1000;

function inputOf(name: string): HTMLInputElement | null {
  const input = document.getElementById(name);
  return input instanceof HTMLInputElement ? input : null;
}

/** The whole number in a field; null where it is empty. */
function numberIn(name: string): number | null {
  const value = inputOf(name)?.value ?? '';
  return value === '' ? null : Number(value);
}

/** What is wrong with a number, in the words of the server. */
function mistakeIn({ validity, min, max }: HTMLInputElement): string | null {
  if (validity.badInput || validity.stepMismatch) return 'must be a whole number';
  if (validity.rangeUnderflow) return `must be at least ${group(Number(min))}`;
  if (validity.rangeOverflow) return `must be at most ${group(Number(max))}`;
  return null;
}

function otherScoreMistake(name: string): string | null {
  const [own, theirs] = [numberIn('attacker_score'), numberIn('defender_score')];
  const isMissing =
    name === 'attacker_score' ? own === null && theirs !== null : own !== null && theirs === null;
  return isMissing && name.endsWith('_score') ? 'must be given with the other score' : null;
}

/** Marks what is wrong below each field. Returns whether anything is. */
function markMistakes(form: HTMLFormElement): boolean {
  let isWrong = false;
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type="number"]')) {
    const mistake = mistakeIn(input) ?? otherScoreMistake(input.name);
    const line = document.getElementById(`${input.name}-mistake`);
    const label = input.labels?.[0]?.textContent.trim() ?? '';
    input.toggleAttribute('aria-invalid', mistake !== null);
    if (mistake !== null) input.setAttribute('aria-invalid', 'true');
    if (line !== null) {
      line.hidden = mistake === null;
      line.textContent = mistake === null ? '' : `${label} ${mistake}`;
    }
    isWrong ||= mistake !== null;
  }
  return isWrong;
}

function readSides(): Omit<Fight, 'rolls'> {
  const [attacker, defender] = [noStacks(), noStacks()];
  for (const type of unitTypes) attacker[type] = numberIn(`attacker_${type}`) ?? 0;
  for (const type of stackTypes) defender[type] = numberIn(`defender_${type}`) ?? 0;
  const [own, theirs] = [numberIn('attacker_score'), numberIn('defender_score')];
  const byScore = own === null || theirs === null ? fullMorale : moraleOf(own, theirs);
  return { attacker, defender, wall: numberIn('wall') ?? 0, morale: numberIn('morale') ?? byScore };
}

function fill({ fight, slots, strip }: ReturnType<typeof simulate>): void {
  for (const slot of document.querySelectorAll<HTMLElement>('[data-slot]')) {
    const text = slots[slot.dataset.slot ?? ''] ?? '';
    if (slot.textContent !== text) slot.textContent = text;
  }
  for (const row of document.querySelectorAll<HTMLElement>('#result tr[data-round]')) {
    row.hidden = Number(row.dataset.round) > fight.rounds.length;
  }
  const drawing = document.querySelector('#result .strip');
  drawing?.querySelector('.own')?.setAttribute('width', String(strip.own));
  const theirs = drawing?.querySelector('.foe');
  theirs?.setAttribute('x', String(1000 - strip.foe));
  theirs?.setAttribute('width', String(strip.foe));
  drawing?.querySelector('.met')?.setAttribute('d', `M${strip.met} 0V10`);
}

/** Address and "Swap sides" say what the form says. */
function follow(form: HTMLFormElement): void {
  const [query, swapped] = [new URLSearchParams(), new URLSearchParams()];
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value === '') continue;
    query.set(name, value);
    const other = swappedField(name);
    if (other !== null) swapped.set(other, value);
  }
  const address = `${location.pathname}?${query.toString()}`;
  history.replaceState(null, '', address);
  document.body.dataset.page = address;
  document.getElementById('swap')?.setAttribute('href', `${location.pathname}?${swapped.toString()}`);
}

function work(): void {
  const form = document.getElementById('simulator');
  const [result, waiting] = [document.getElementById('result'), document.getElementById('waiting')];
  if (!(form instanceof HTMLFormElement) || result === null || waiting === null) return;
  const isWrong = markMistakes(form);
  const sides = readSides();
  const isReady = !isWrong && countOfAll(sides.attacker) > 0 && countOfAll(sides.defender) > 0;
  result.hidden = !isReady;
  waiting.hidden = isReady;
  waiting.textContent = isWrong
    ? 'Mend what is marked, and the fight is worked out.'
    : 'Put units on both sides, and the fight is worked out at once.';
  const seed = inputOf('seed')?.value.trim() ?? '';
  if (isReady) fill(simulate(sides, rollTable(seed === '' ? presetSeed : seed, first32Bits)));
}

document.addEventListener('input', ({ target }) => {
  const form = target instanceof Element ? target.closest<HTMLFormElement>('#simulator') : null;
  if (form === null) return;
  work();
  follow(form);
});
// A form that the browser has kept, or that a refresh has drawn anew.
work();
afterRefresh(work);
