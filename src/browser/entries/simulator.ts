/**
 * The simulator while somebody types: the form is read as the server reads it, the fight worked out by the same
 * modules, and the slots that the server has drawn are filled anew. The address follows, so that it can be passed on.
 */
import { rollTable } from '../../game/battle.ts';
import { noResult, readForm, swappedField, waitingText, type ReadForm } from '../../shared-ui/form.ts';
import { simulate } from '../../shared-ui/simulation.ts';
import { first32Bits } from '../hash.ts';

/** What stands in a field; of what the browser keeps back because it is no number, something that is none. */
function typedIn(name: string): string {
  const input = document.getElementById(name);
  if (!(input instanceof HTMLInputElement)) return '';
  return input.validity.badInput ? '?' : input.value;
}

/** Marks what is wrong below each field. */
function markIssues(form: HTMLFormElement, issues: ReadForm['issues']): void {
  for (const input of form.querySelectorAll('input')) {
    const issue = issues.get(input.name);
    const line = document.getElementById(`${input.name}-mistake`);
    const label = input.name === 'seed' ? 'The seed' : (input.labels?.[0]?.textContent.trim() ?? '');
    if (issue === undefined) input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
    if (line === null) continue;
    line.hidden = issue === undefined;
    line.textContent = issue === undefined ? '' : `${label} ${issue}`;
  }
}

function write(element: Element | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}

function fill({ fight, slots, strip }: ReturnType<typeof simulate>): void {
  for (const slot of document.querySelectorAll<HTMLElement>('[data-slot]')) {
    write(slot, slots[slot.dataset.slot ?? ''] ?? '');
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
  const { issues, sides, seed } = readForm(typedIn);
  markIssues(form, issues);
  result.hidden = sides === null;
  waiting.hidden = sides !== null;
  write(waiting, waitingText(issues));
  const simulation = sides === null ? null : simulate(sides, rollTable(seed, first32Bits));
  // Announced as one types: it changes only where the outcome does.
  write(document.getElementById('outcome-title'), simulation?.slots.result ?? noResult);
  if (simulation !== null) fill(simulation);
}

document.addEventListener('input', ({ target }) => {
  const form = target instanceof Element ? target.closest<HTMLFormElement>('#simulator') : null;
  if (form === null) return;
  work();
  follow(form);
});
// A form that the browser has kept, or that a refresh has drawn anew.
work();
document.addEventListener('refreshed', work);
