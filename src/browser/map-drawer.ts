/**
 * The panel of the chosen tile on a narrow window: a sheet over the lower part of the map. Style sheets decide where it
 * is one.
 */

import { tileOf, type Look } from './map-sheet.ts';

/** Pixels from the chosen tile to the edges of the visible map. */
const room = 40;
/** Pixels of the visible map; with less, the page scrolls to it. */
const leastMap = 110;
const dragDistance = 24;

const root = document.documentElement;

function drawer(): HTMLElement | null {
  const element = document.querySelector<HTMLElement>('#map-chosen.drawer');
  return element !== null && getComputedStyle(element).position === 'fixed' ? element : null;
}

function draw(isUp: boolean): void {
  const wasUp = root.classList.contains('drawn');
  root.classList.toggle('drawn', isUp);
  const button = document.getElementById('drawer-switch');
  button?.setAttribute('aria-expanded', String(isUp));
  if (button !== null) button.textContent = isUp ? 'Less' : 'More';
  if (wasUp && !isUp) document.getElementById('map-chosen')?.scrollTo(0, 0);
}

/** Pulls the map if the sheet hides the chosen tile. */
export function revealChosen(
  map: HTMLElement | null,
  look: Look,
  pull: (dx: number, dy: number) => void,
): void {
  const [sheet, at] = [drawer(), tileOf(map?.dataset.at)];
  if (map === null || sheet === null || at === null) return;
  const edge = sheet.getBoundingClientRect().top;
  const head = document.getElementById('head');
  const top = head !== null && getComputedStyle(head).position === 'sticky' ? head.offsetHeight : 0;
  if (edge - Math.max(top, map.getBoundingClientRect().top) < leastMap) map.scrollIntoView();
  const box = map.getBoundingClientRect();
  const highest = Math.max(top, box.top) + room;
  const y = box.top + box.height / 2 + (look.y - at.y) * look.scale;
  const dx = (look.x - at.x) * look.scale;
  const isHidden = y > edge - room || y < highest || Math.abs(dx) > box.width / 2 - room;
  if (isHidden) pull(dx, (edge - room + highest) / 2 - y);
}

export function adoptDrawer(): void {
  if (drawer() === null) draw(false);
  else draw(root.classList.contains('drawn'));
}

export function watchDrawer(close: () => void): void {
  let startY: number | null = null;
  let hasDragged = false;
  const isBar = (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest('.drawer-bar') !== null;
  document.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (target.closest('#drawer-switch') !== null && !hasDragged) draw(!root.classList.contains('drawn'));
    if (target.closest('[data-unchoose]') === null) return;
    event.preventDefault();
    close();
  });
  document.addEventListener('pointerdown', ({ target, clientY }) => {
    startY = isBar(target) ? clientY : null;
    hasDragged = false;
  });
  document.addEventListener('pointermove', ({ clientY }) => {
    if (startY === null || Math.abs(clientY - startY) < dragDistance) return;
    draw(clientY < startY);
    hasDragged = true;
    startY = null;
  });
  // A mouse moves on after its click.
  document.addEventListener('pointerup', () => {
    startY = null;
  });
  // The sheet must not cover what gets the focus outside it.
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('#map-chosen') === null) draw(false);
  });
}
