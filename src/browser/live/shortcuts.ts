/**
 * Keyboard shortcuts: single keys, and sequences of two within a second. They do not work while the reader types, and can
 * be turned off in the dialog of `?`, for readers whose speech input types keys.
 */
import { shortcuts } from '../../shared-ui/shortcuts.ts';

const offKey = 'shortcuts-off';
const sequenceMs = 1000;

let first = '';
let firstAt = 0;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog, [popover]') !== null;
}

function follow(element: HTMLElement): void {
  if (element instanceof HTMLAnchorElement) element.click();
  else element.focus();
}

function go(address: string): void {
  const link = document.querySelector<HTMLAnchorElement>(`#head .nav a[href^="${address}"]`);
  location.assign(link?.href ?? address);
}

/** Opens the page of the shortcuts as a dialog, with a switch. */
async function help(): Promise<void> {
  const response = await fetch('/shortcuts', { headers: { accept: 'text/html', 'x-refresh': '1' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const list = page.getElementById('shortcuts');
  const dialog = page.querySelector('template')?.content.querySelector('dialog');
  const toggle = dialog?.querySelector('[data-toggle]');
  if (list === null || !dialog || !toggle || document.querySelector('dialog[open]') !== null) return;
  dialog.prepend(...list.children);
  const name = (): void => {
    toggle.textContent = localStorage.getItem(offKey) === null ? 'Turn off all but ?' : 'Turn on';
  };
  name();
  toggle.addEventListener('click', () => {
    if (localStorage.getItem(offKey) === null) localStorage.setItem(offKey, '1');
    else localStorage.removeItem(offKey);
    name();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  // The first button has the focus, which in a low window scrolls to the end.
  dialog.scrollTop = 0;
}

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(target)) return;
  if (key === '?') {
    event.preventDefault();
    void help();
    return;
  }
  if (localStorage.getItem(offKey) !== null) return;
  const before = event.timeStamp - firstAt < sequenceMs ? first : '';
  const pressed = before === '' ? [key] : [before, key];
  const found = shortcuts.find(({ keys }) => keys.join(' ') === pressed.join(' '));
  [first, firstAt] = [found === undefined && before === '' ? key : '', event.timeStamp];
  if (found?.goes !== undefined) go(found.goes);
  const element = found?.finds === undefined ? null : document.querySelector<HTMLElement>(found.finds);
  if (element === null && found?.goes === undefined) return;
  event.preventDefault();
  if (element !== null) follow(element);
});
