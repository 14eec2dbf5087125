/**
 * The panel of the chosen tile on a narrow window: a sheet over the lower part of the map. Its bar draws it up for
 * everything that the panel holds. Style sheets decide where it is a sheet.
 */

/** Room that the chosen tile has to the edges of what is visible of the map, in pixels. */
const room = 48;
/** The least height of the visible map, in pixels; with less, the page scrolls to it. */
const leastMap = 160;
/** Pixels of a drag over the bar that draw the sheet up or down. */
const dragDistance = 24;

const root = document.documentElement;

function drawer(): HTMLElement | null {
  const element = document.querySelector<HTMLElement>('#map-chosen.drawer');
  return element !== null && getComputedStyle(element).position === 'fixed' ? element : null;
}

function draw(isUp: boolean): void {
  root.classList.toggle('drawn', isUp);
  const button = document.getElementById('drawer-switch');
  button?.setAttribute('aria-expanded', String(isUp));
  if (button !== null) button.textContent = isUp ? 'Less' : 'More';
  if (!isUp) document.getElementById('map-chosen')?.scrollTo(0, 0);
}

/**
 * The distance in pixels by which the map must move up, so that a point of it is visible above the sheet; 0 if it is.
 * @param offset pixels of the point below the centre of the window
 */
export function hiddenBy(map: HTMLElement, offset: number): number {
  const sheet = drawer();
  if (sheet === null) return 0;
  const edge = sheet.getBoundingClientRect().top;
  const head = document.getElementById('head');
  const top = head !== null && getComputedStyle(head).position === 'sticky' ? head.offsetHeight : 0;
  if (edge - Math.max(top, map.getBoundingClientRect().top) < leastMap) map.scrollIntoView();
  const box = map.getBoundingClientRect();
  const highest = Math.max(top, box.top) + room;
  const y = box.top + box.height / 2 + offset;
  return y > edge - room || y < highest ? y - (edge - room + highest) / 2 : 0;
}

/** Attaches to the bar, at the start and after every refresh. The bar stays while a tile is chosen. */
export function adoptDrawer(): void {
  if (drawer() === null) draw(false);
  else draw(root.classList.contains('drawn'));
}

export function watchDrawer(): void {
  let startY: number | null = null;
  let hasDragged = false;
  const isBar = (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest('.drawer-bar') !== null;
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('#drawer-switch') !== null && !hasDragged)
      draw(!root.classList.contains('drawn'));
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
  // The drawn sheet must not cover what gets the focus outside it.
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('#map-chosen') === null) draw(false);
  });
}
