/** The keyboard in drawings of the world: each is one tab stop, and arrow keys move between its places. */

const drawings = 'svg[data-places]';
const directions: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The place that has, or had, the focus. */
let focused: SVGAElement | null = null;

interface Point {
  x: number;
  y: number;
}

function frameOf(drawing: Element): Element {
  return drawing.closest('.window, .hero-map') ?? drawing;
}

function middleOf(element: Element): Point {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

function pointOf(place: SVGAElement): Point {
  return middleOf(place.querySelector('.reach, use, path, rect') ?? place);
}

export function isInFrame(place: SVGAElement, drawing: Element): boolean {
  const { left, right, top, bottom } = frameOf(drawing).getBoundingClientRect();
  const { x, y } = pointOf(place);
  return x > left && x < right && y > top && y < bottom;
}

function placesOf(drawing: Element): SVGAElement[] {
  return [...drawing.querySelectorAll<SVGAElement>('a')].filter((place) => place.checkVisibility());
}

function chosenBy(address: string): string | null {
  return new URL(address, location.href).searchParams.get('at');
}

function chosenPlace(drawing: Element): SVGAElement | null {
  const tile = chosenBy(document.body.dataset.page ?? location.href);
  if (tile === null) return null;
  return placesOf(drawing).find(({ href }) => chosenBy(href.baseVal) === tile) ?? null;
}

/** The place that Tab reaches: the focused one, the chosen one, or that nearest to the middle of the window. */
function stopOf(drawing: Element): SVGAElement | null {
  const places = placesOf(drawing).filter((place) => isInFrame(place, drawing));
  const isStop = (place: SVGAElement | null): boolean => place !== null && places.includes(place);
  const known = [focused, chosenPlace(drawing)].find(isStop);
  if (known != null) return known;
  const middle = middleOf(frameOf(drawing));
  const distance = (place: SVGAElement): number => {
    const { x, y } = pointOf(place);
    return Math.hypot(x - middle.x, y - middle.y);
  };
  return places.reduce<SVGAElement | null>(
    (best, place) => (best === null || distance(place) < distance(best) ? place : best),
    null,
  );
}

/** Without a place in the window, the window itself is the tab stop, if it has keys. */
export function setTabStops(): void {
  for (const drawing of document.querySelectorAll(drawings)) {
    const stop = stopOf(drawing);
    for (const place of placesOf(drawing)) place.tabIndex = place === stop ? 0 : -1;
    const map = drawing.closest<HTMLElement>('#map');
    if (map !== null) map.tabIndex = stop === null ? 0 : -1;
  }
}

/** The nearest place in the quarter of the compass, rather ahead than aside. */
function nextPlace(drawing: Element, from: SVGAElement, [dx, dy]: readonly [number, number]) {
  const start = pointOf(from);
  let best: SVGAElement | null = null;
  let least = Infinity;
  for (const place of placesOf(drawing)) {
    // Other drawings cannot be moved to show a place outside the window.
    if (drawing.closest('#map') === null && !isInFrame(place, drawing)) continue;
    const { x, y } = pointOf(place);
    const [ahead, aside] = [(x - start.x) * dx + (y - start.y) * dy, (x - start.x) * dy - (y - start.y) * dx];
    const effort = ahead + 2 * Math.abs(aside);
    if (ahead < 1 || ahead < Math.abs(aside) || effort >= least) continue;
    [best, least] = [place, effort];
  }
  return best;
}

function focusPlace(place: SVGAElement): void {
  for (const other of place.ownerSVGElement?.querySelectorAll('a') ?? []) other.tabIndex = -1;
  place.tabIndex = 0;
  // Scrolling would shift the drawing inside its window.
  place.focus({ preventScroll: true });
}

/** From the panel of a tile. */
export function returnToMap(): void {
  const drawing = document.querySelector('#map-drawing');
  if (drawing === null) return;
  const place = chosenPlace(drawing) ?? stopOf(drawing);
  if (place === null) document.getElementById('map')?.focus({ preventScroll: true });
  else focusPlace(place);
}

/**
 * The focused heading is read out; the next Tab reaches the orders. After a search without result, the search has the
 * focus.
 */
export function enterPanel(): void {
  const entry = document.querySelector('#map-find .said') === null ? '#map-chosen h2' : '#map-find input';
  document.querySelector<HTMLElement>(entry)?.focus({ preventScroll: true });
}

export function watchPlaces(): void {
  if (document.querySelector(drawings) === null) return;
  setTabStops();
  if (location.hash === '#map-chosen') enterPanel();
  document.addEventListener('focusin', ({ target }) => {
    focused = target instanceof SVGAElement ? target : null;
  });
  document.addEventListener('refreshed', () => {
    setTabStops();
    // The map has moved away from the place.
    if (focused?.isConnected === false) returnToMap();
  });
  // Before the map, whose own keys move it.
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (!(target instanceof Element)) return;
      const direction = directions[key];
      const drawing = target.closest(drawings);
      if (direction !== undefined && drawing !== null && target instanceof SVGAElement) {
        const place = nextPlace(drawing, target, direction);
        if (place === null) return;
        event.preventDefault();
        focusPlace(place);
      } else if (key === 'Escape' && target.closest('#map-chosen') !== null) {
        if (document.querySelector(':popover-open') !== null) return;
        event.preventDefault();
        returnToMap();
      }
    },
    { capture: true },
  );
}
