/**
 * Fetches the details of what is unfolded on the API page, keeps the chosen language, and copies programs. Without script, a
 * link leads to the details.
 */
import { offerCopies } from '../copy.ts';

/** Puts the details of a section into its entries. If they do not arrive, the link to them stays. */
async function loadDetails(section: string): Promise<void> {
  const response = await fetch(`/docs?part=${section}`, { headers: { 'x-refresh': 'visible' } });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const link of document.querySelectorAll(`[data-part="${section}"]`)) {
    const inside = link.closest<HTMLElement>('.inside');
    const details = fresh.getElementById(inside?.id ?? '');
    if (inside === null || details === null) continue;
    inside.replaceChildren(...details.childNodes);
    // A refresh brings the link again.
    inside.dataset.keep = '';
  }
}

/** Loads the details of the unfolded entries that lack them. */
function loadOpen(): void {
  const links = document.querySelectorAll<HTMLElement>('.fold[open] [data-part]');
  for (const section of new Set([...links].map(({ dataset }) => dataset.part ?? '')))
    void loadDetails(section);
}

document.addEventListener('toggle', loadOpen, { capture: true });
loadOpen();

const languageKey = 'docs-language';
const languages = document.querySelectorAll<HTMLInputElement>('[name="language"]');
const chosen = localStorage.getItem(languageKey);
for (const language of languages) {
  if (language.value === chosen) language.checked = true;
  language.addEventListener('change', () => localStorage.setItem(languageKey, language.value));
}

offerCopies((button) => button.closest('.step')?.nextElementSibling ?? document.getElementById('secret'));
