/** Suggests names while an officer types whom to invite. */
import type { SearchResponse } from '../../contract/search.ts';

const pauseMs = 250;
let pausing: ReturnType<typeof setTimeout> | undefined;

async function suggest(field: HTMLInputElement): Promise<void> {
  const text = field.value.trim();
  if (text === '') return;
  const response = await fetch(`/api/search?name=${encodeURIComponent(text)}`, {
    headers: { accept: 'application/json' },
  });
  if (!response.ok || field.value.trim() !== text) return;
  const { results } = (await response.json()) as SearchResponse;
  const names = new Set(results.filter(({ type }) => type !== 'city').map(({ name }) => name));
  field.list?.replaceChildren(...[...names].map((name) => new Option(name, name)));
}

// A refresh replaces the field.
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.id !== 'invite-name') return;
  clearTimeout(pausing);
  pausing = setTimeout(() => void suggest(target), pauseMs);
});
