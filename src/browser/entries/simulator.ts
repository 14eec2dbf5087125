/** Updates the simulator while the reader types, by the modules and in the slots of the server. */
import { rollTable } from '../../game/fight/battle.ts';
import { noResult, readForm, swappedQuery, waitingText, type ReadForm } from '../../shared-ui/form.ts';
import { simulate } from '../../shared-ui/simulation.ts';
import { first32Bits } from '../hash.ts';
import { updateStrip } from '../strip.ts';

/** Browsers hide invalid input of number fields; `?` replaces it, so that it is refused. */
function typedIn(name: string): string {
  const input = document.getElementById(name);
  if (!(input instanceof HTMLInputElement)) return '';
  return input.validity.badInput ? '?' : input.value;
}

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
  updateStrip(document.querySelector('#result .strip'), strip);
}

function updateAddress(form: HTMLFormElement): void {
  const filled = ([...new FormData(form)] as [string, string][]).filter(([, value]) => value !== '');
  const address = `${location.pathname}?${new URLSearchParams(filled).toString()}`;
  history.replaceState(null, '', address);
  document.body.dataset.page = address;
  document.getElementById('swap')?.setAttribute('href', `${location.pathname}?${swappedQuery(filled)}`);
}

function update(): void {
  const form = document.getElementById('simulator');
  const [result, waiting] = [document.getElementById('result'), document.getElementById('waiting')];
  if (!(form instanceof HTMLFormElement) || result === null || waiting === null) return;
  const { issues, sides, seed } = readForm(typedIn);
  markIssues(form, issues);
  result.hidden = sides === null;
  waiting.hidden = sides !== null;
  write(waiting, waitingText(issues));
  const simulation = sides === null ? null : simulate(sides, rollTable(seed, first32Bits));
  // Screen readers announce this element when its text changes.
  write(document.getElementById('outcome-title'), simulation?.slots.result ?? noResult);
  if (simulation !== null) fill(simulation);
}

document.addEventListener('input', ({ target }) => {
  const form = target instanceof Element ? target.closest<HTMLFormElement>('#simulator') : null;
  if (form === null) return;
  update();
  updateAddress(form);
});
// The browser may have restored the form, and a refresh may have replaced it.
update();
document.addEventListener('refreshed', update);
