/**
 * The map at hand: it is pulled, pinched and zoomed at once, and the server is asked for what stands there. Every
 * control is a link or a form that works without this.
 */
import { mapAddress, mapScales, scaleOf, type MapView } from '../../shared-ui/map-view.ts';
import { watchGestures } from '../map-gestures.ts';
import { moveMarches } from '../map-marches.ts';
import { keepPicks, watchPicks } from '../map-picks.ts';
import { adoptSheet, drawnPlace, layOut, windowElement, type Look } from '../map-sheet.ts';
import { refreshSoon, requestAs, showAddress } from './live.ts';

const loadDelayMs = 220;
/** Pixels from what was drawn at which the server is asked although the map is still being pulled. */
const farPixels = 420;
const stepPixels = 120;

let look: Look = { x: 0, y: 0, zoom: 3, scale: 24 };
let isLoading = false;
/** Whether the window is to look where the server draws next: what was asked for has not come yet. */
let isToFollow = false;
let settling: ReturnType<typeof setTimeout> | null = null;

function radius(): number {
  return Number(windowElement()?.dataset.radius ?? 0);
}

function within(value: number): number {
  return Math.max(-radius(), Math.min(radius(), value));
}

/** The address of where the window looks, with the tile that is chosen. */
function addressOfLook(at: MapView['at']): string {
  return mapAddress({ x: Math.round(look.x), y: Math.round(look.y), zoom: look.zoom, at, army: null });
}

function chosenAt(): MapView['at'] {
  const [x, y] = (windowElement()?.dataset.at ?? '').split(',').map(Number);
  return x === undefined || y === undefined || Number.isNaN(y) ? null : { x, y };
}

function listElement(): HTMLDetailsElement | null {
  return document.querySelector<HTMLDetailsElement>('#map-list');
}

/** The land is drawn here, and a list that is folded is not read: of the server's page only the rest is wanted. */
function onlyTheRest(address: string): string {
  const list = listElement()?.open === true ? '' : '&list=none';
  return `${address}${address.includes('?') ? '&' : '?'}land=none${list}`;
}

function show(isResting: boolean): void {
  const element = windowElement();
  if (element !== null) layOut(element, look, isResting);
}

/** After the server's drawing has come in: it lies elsewhere, and the window goes on looking where it did. */
function takeOver(): void {
  const element = windowElement();
  if (element === null) return;
  adoptSheet(element);
  element.classList.add('at-hand');
  element.tabIndex = 0;
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', 'The map: arrow keys move it, plus and minus zoom');
  if (isToFollow && drawnPlace(element).address === document.body.dataset.page) lookAtDrawn();
  keepPicks(element.dataset.at);
  moveMarches();
  show(true);
}

function lookAtDrawn(): void {
  const element = windowElement();
  if (element === null) return;
  const { x, y, zoom } = drawnPlace(element);
  look = { x, y, zoom, scale: scaleOf(zoom) };
  isToFollow = false;
}

/** Asks for an address of this page. Where it does not come, the page asks again by itself and says why. */
async function load(address: string): Promise<void> {
  document.body.dataset.page = address;
  isLoading = true;
  try {
    await showAddress(address);
  } finally {
    isLoading = false;
  }
}

/** What was said there was said of another tile or view. */
function forgetSaid(places: string): void {
  for (const said of document.querySelectorAll(`:is(${places}) .said`)) said.remove();
}

/** Asks for what stands where the window looks now. */
async function loadWindow(): Promise<void> {
  if (isLoading) {
    loadWindowSoon();
    return;
  }
  const address = addressOfLook(chosenAt());
  history.replaceState(null, '', address);
  forgetSaid('#map-find');
  await load(address);
}

function loadWindowSoon(): void {
  if (settling !== null) clearTimeout(settling);
  settling = setTimeout(() => {
    settling = null;
    void loadWindow();
  }, loadDelayMs);
}

/** Shows another view in this page, which Back leaves again. */
async function go(address: string): Promise<void> {
  // A refused form stands at its own address, to which Back cannot lead.
  const element = windowElement();
  if (location.pathname !== '/map' && element !== null) {
    history.replaceState(null, '', drawnPlace(element).address);
  }
  history.pushState(null, '', address);
  forgetSaid('#map-chosen, #map-find');
  await load(address);
}

/** @param dx pixels the map moves to the right, dy down */
function pull(dx: number, dy: number): void {
  isToFollow = false;
  look = { ...look, x: within(look.x - dx / look.scale), y: within(look.y + dy / look.scale) };
  show(false);
  const element = windowElement();
  const base = element === null ? look : drawnPlace(element);
  const away = Math.max(Math.abs(base.x - look.x), Math.abs(base.y - look.y)) * look.scale;
  if (away > farPixels && !isLoading) void loadWindow();
  loadWindowSoon();
}

/** Sets the scale; what lies at the point, in pixels from the window's middle, stays there. */
function scaleTo(scale: number, x: number, y: number): void {
  const tileX = look.x + x / look.scale;
  const tileY = look.y - y / look.scale;
  isToFollow = false;
  look = { ...look, scale, x: within(tileX - x / scale), y: within(tileY + y / scale) };
  show(false);
}

function zoomTo(zoom: number, x: number, y: number): void {
  const level = Math.max(1, Math.min(mapScales.length, zoom));
  look = { ...look, zoom: level };
  scaleTo(scaleOf(level), x, y);
  loadWindowSoon();
}

/** The level nearest to a scale between them. */
function nearestLevel(scale: number): number {
  const ratios = mapScales.map((level) => Math.max(level / scale, scale / level));
  return ratios.indexOf(Math.min(...ratios)) + 1;
}

/** @param x,y pixels from the window's middle */
function choose(x: number, y: number): void {
  const at = {
    x: within(Math.round(look.x + x / look.scale)),
    y: within(Math.round(look.y - y / look.scale)),
  };
  void go(addressOfLook(at));
}

/** What stands on the map is a link to its tile; the window stays where it is. */
function follow(link: SVGAElement): boolean {
  const address = new URL(link.href.baseVal, location.href);
  const [x, y] = (address.searchParams.get('at') ?? '').split(',').map(Number);
  if (address.pathname !== '/map' || x === undefined || y === undefined) return false;
  void go(addressOfLook({ x, y }));
  return true;
}

function onKey(event: KeyboardEvent): void {
  const ways: Record<string, [number, number]> = {
    ArrowUp: [0, stepPixels],
    ArrowDown: [0, -stepPixels],
    ArrowLeft: [stepPixels, 0],
    ArrowRight: [-stepPixels, 0],
  };
  const way = ways[event.key];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (way !== undefined) pull(...way);
  else if (event.key === '+' || event.key === '=') zoomTo(look.zoom + 1, 0, 0);
  else if (event.key === '-') zoomTo(look.zoom - 1, 0, 0);
  else return;
  event.preventDefault();
}

function onControl(control: HTMLElement): boolean {
  const [dx, dy] = (control.dataset.pan ?? '').split(',').map(Number);
  if (control.dataset.zoom !== undefined) zoomTo(look.zoom + Number(control.dataset.zoom), 0, 0);
  else if (dx !== undefined && dy !== undefined) pull(-dx * 2 * stepPixels, dy * 2 * stepPixels);
  else return false;
  return true;
}

const element = windowElement();
if (element !== null) {
  const { page } = document.body.dataset;
  // Opened by a name or without a place: Back and a reload lead to what is shown.
  if (page !== undefined && location.pathname === '/map') history.replaceState(null, '', page);
  lookAtDrawn();
  takeOver();
  document.addEventListener('refreshed', takeOver);
  requestAs(onlyTheRest);
  watchPicks();
  listElement()?.addEventListener('toggle', () => {
    if (listElement()?.querySelector('table') === null) refreshSoon();
  });
  watchGestures(element, {
    pull,
    wheel: (direction, x, y) => {
      zoomTo(look.zoom + direction, x, y);
    },
    pinch: (factor, x, y) => {
      const [least, most] = [mapScales[0], mapScales.at(-1) ?? mapScales[0]];
      scaleTo(Math.max(least, Math.min(most, look.scale * factor)), x, y);
      look.zoom = nearestLevel(look.scale);
    },
    release: () => {
      if (look.scale !== scaleOf(look.zoom)) zoomTo(look.zoom, 0, 0);
      else show(true);
    },
    choose,
    follow,
    control: onControl,
    key: onKey,
  });
  window.addEventListener('popstate', () => {
    const address = location.pathname + location.search;
    // A jump within the page is one of these events too.
    if (address === document.body.dataset.page) return;
    forgetSaid('#map-chosen, #map-find');
    isToFollow = true;
    void load(address);
  });
  window.addEventListener('resize', () => {
    show(true);
  });
}
