/**
 * Keyboard shortcuts: single keys, and sequences of two within a second. They do not work while the reader types, and can
 * be turned off on the page of `?`, for readers whose speech input types keys.
 */
import { shortcuts } from '../../shared-ui/shortcuts.ts';

const offKey = 'shortcuts-off';
const sequenceMs = 1000;

let first = '';
let firstAt = 0;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [popover]') !== null;
}

function follow(element: HTMLElement): void {
  if (element instanceof HTMLAnchorElement) element.click();
  else element.focus();
}

function go(address: string): void {
  const link = document.querySelector<HTMLAnchorElement>(`#head .nav a[href^="${address}"]`);
  location.assign(link?.href ?? address);
}

const areOff = (): boolean => localStorage.getItem(offKey) !== null;

/** The switch, on the page of the shortcuts only. */
const toggle = document.querySelector<HTMLButtonElement>('#shortcuts button');

function showToggle(): void {
  if (toggle === null) return;
  toggle.hidden = false;
  toggle.textContent = areOff() ? 'Turn on' : 'Turn off all but ?';
}

showToggle();
toggle?.addEventListener('click', () => {
  if (areOff()) localStorage.removeItem(offKey);
  else localStorage.setItem(offKey, '1');
  showToggle();
});

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(target)) return;
  if (areOff() && key !== '?') return;
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
