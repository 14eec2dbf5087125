/**
 * Searches the API page while the reader types, fetches the details of what is unfolded, keeps the chosen language, and
 * copies programs. Without script, the form requests the same search from the server, and a link leads to the details.
 */
import { fits } from '../../shared-ui/words.ts';
import { offerCopies } from '../copy.ts';

const form = document.getElementById('docs-search');
const field = document.querySelector<HTMLInputElement>('#docs-query');

function search(): void {
  if (field === null) return;
  let found = 0;
  for (const section of document.querySelectorAll<HTMLElement>('[data-section]')) {
    let inSection = 0;
    for (const entry of section.querySelectorAll<HTMLElement>('[data-words]')) {
      entry.hidden = !fits(entry.dataset.words ?? '', field.value);
      if (!entry.hidden) inSection += 1;
    }
    section.hidden = inSection === 0;
    found += inSection;
  }
  const count = document.getElementById('docs-found');
  if (count !== null) count.textContent = String(found);
  hide('docs-none', found > 0);
  hide('docs-all', field.value.trim() === '');
}

function hide(id: string, isHidden: boolean): void {
  const element = document.getElementById(id);
  if (element !== null) element.hidden = isHidden;
}

/** Puts the query into the address, so that it can be bookmarked and survives a refresh. */
function updateAddress(): void {
  const query = field?.value.trim() ?? '';
  const address = query === '' ? '/docs' : `/docs?q=${encodeURIComponent(query)}`;
  history.replaceState(null, '', address + location.hash);
  document.body.dataset.page = address;
}

form?.addEventListener('input', () => {
  search();
  updateAddress();
});
form?.addEventListener('submit', (event) => event.preventDefault());
document.addEventListener('refreshed', search);

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
