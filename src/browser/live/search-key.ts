/** `/` moves the focus to the search of the page, else to that of every page, unless the reader is typing. */
const searches = ['#map-wish', '#docs-query', 'main [type=search]', '#head [type=search]'];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [popover]') !== null;

document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented || isTyping(target)) return;
  const search = searches.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean);
  if (!search) return;
  event.preventDefault();
  search.focus();
});
