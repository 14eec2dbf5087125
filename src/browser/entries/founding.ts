/** Shows a chosen tile or another part of the map without leaving the page: typed names stay. */
import { showAddress } from './live.ts';

function show(href: string): void {
  document.body.dataset.page = href;
  history.replaceState(null, '', href);
  void showAddress(href);
}

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest('#sketch a[href^="/dashboard?"]');
  const href = link?.getAttribute('href')?.replace(/#.*$/, '');
  if (href === undefined) return;
  event.preventDefault();
  // A typed coordinate would stay.
  for (const field of document.querySelectorAll<HTMLInputElement>('#found-empire .coordinate input'))
    field.value = field.defaultValue;
  show(href);
});

document.addEventListener('change', () => {
  const fields = [...document.querySelectorAll<HTMLInputElement>('#found-empire .coordinate input')];
  const [x = '', y = ''] = fields.map(({ value }) => value.trim().replace('−', '-'));
  if (fields.some((field) => field.value !== field.defaultValue) && /^-?\d+,-?\d+$/.test(`${x},${y}`))
    show(`/dashboard?at=${x},${y}`);
});
