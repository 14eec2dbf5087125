/**
 * Pans and zooms at once, then loads the new view from the server. Every control is a link or a form that also works
 * without script.
 */
import { mapAddress, mapScales, scaleOf, type MapView } from '../../shared-ui/map-view.ts';
import { adoptDrawer, revealChosen, watchDrawer } from '../map-drawer.ts';
import { watchGestures } from '../map-gestures.ts';
import { watchMapKeys } from '../map-keys.ts';
import { fitLabels, fitLabelsSoon } from '../map-labels.ts';
import { moveMarches } from '../map-marches.ts';
import { keepPicks, watchPicks } from '../map-picks.ts';
import { adoptSheet, drawnView, layOut, roomLeft, tileOf, windowElement, type Look } from '../map-sheet.ts';
import {
  addFields,
  enterPanel,
  isInFrame,
  refreshSoon,
  returnToMap,
  serverNow,
  setTabStops,
  showAddress,
} from './live.ts';

const loadDelayMs = 220;
/** Pixels beyond the server's drawing at which a pan in progress loads the new view. */
const farPixels = 240;
/** Pixels to its edge at which a view that rests loads the next one. */
const nearPixels = 120;
const stepPixels = 240;

let look: Look = { x: 0, y: 0, zoom: 3, scale: 24 };
let isLoading = false;
/** After Back or Forward, the view follows the server's drawing. */
let isToFollow = false;
let loadTimer: ReturnType<typeof setTimeout> | null = null;

function radius(): number {
  return Number(windowElement()?.dataset.radius ?? 0);
}

function clampToWorld(value: number): number {
  return Math.max(-radius(), Math.min(radius(), value));
}

function addressOfLook(at: MapView['at']): string {
  const founding = windowElement()?.dataset.founding !== undefined;
  const position = { x: Math.round(look.x), y: Math.round(look.y), zoom: look.zoom };
  return mapAddress({ ...position, at, army: null, founding });
}

function listElement(): HTMLDetailsElement | null {
  return document.querySelector<HTMLDetailsElement>('#map-list');
}

function show(isResting: boolean): void {
  const element = windowElement();
  if (element !== null) layOut(element, look, isResting);
  fitLabelsSoon();
}

/** The sheet of a new page may show another position; the view stays. */
function takeOver(): void {
  const element = windowElement();
  if (element === null) return;
  adoptSheet(element);
  element.classList.add('at-hand');
  element.setAttribute('role', 'group');
  element.setAttribute(
    'aria-label',
    'The map: arrow keys go to the next place, with Shift they move the map, plus and minus zoom',
  );
  if (isToFollow && drawnView(element).address === document.body.dataset.page) lookAtDrawn();
  keepPicks(element.dataset.at);
  adoptDrawer();
  moveMarches(serverNow);
  show(true);
  fitLabels();
  setTabStops();
}

function lookAtDrawn(): void {
  const element = windowElement();
  if (element === null) return;
  const { x, y, zoom } = drawnView(element);
  look = { x, y, zoom, scale: scaleOf(zoom) };
  isToFollow = false;
}

async function load(address: string): Promise<void> {
  document.body.dataset.page = address;
  isLoading = true;
  try {
    await showAddress(address);
  } finally {
    isLoading = false;
  }
}

function clearMessages(selector: string): void {
  for (const message of document.querySelectorAll(`:is(${selector}) .said`)) message.remove();
}

/** Within the server's drawing, only the address follows the view. */
async function loadWindow(isInside = false): Promise<void> {
  if (isLoading) {
    loadWindowSoon();
    return;
  }
  const address = addressOfLook(tileOf(windowElement()?.dataset.at));
  history.replaceState(null, '', address);
  document.body.dataset.page = address;
  if (isInside) return;
  clearMessages('#map-find');
  await load(address);
}

function loadWindowSoon(): void {
  if (loadTimer !== null) clearTimeout(loadTimer);
  loadTimer = setTimeout(() => {
    loadTimer = null;
    const map = windowElement();
    const isInside = map !== null && drawnView(map).zoom === look.zoom && roomLeft(map, look) > nearPixels;
    void loadWindow(isInside);
  }, loadDelayMs);
}

async function go(address: string): Promise<void> {
  // A refused form has the address of its POST, to which Back cannot lead.
  const element = windowElement();
  if (location.pathname !== '/map' && element !== null) {
    history.replaceState(null, '', drawnView(element).address);
  }
  history.pushState(null, '', address);
  clearMessages('#map-chosen, #map-find');
  await load(address);
  revealChosen(windowElement(), look, pull);
  if (tileOf(windowElement()?.dataset.at) !== null) enterPanel();
}

/** @param dx pixels to the right, dy down */
function pull(dx: number, dy: number): void {
  isToFollow = false;
  look = { ...look, x: clampToWorld(look.x - dx / look.scale), y: clampToWorld(look.y + dy / look.scale) };
  show(false);
  const element = windowElement();
  if (element !== null && roomLeft(element, look) < -farPixels && !isLoading) void loadWindow();
  loadWindowSoon();
}

/** The tile at (x, y), in pixels from the window's centre, keeps its position. */
function scaleTo(scale: number, x: number, y: number): void {
  const tileX = look.x + x / look.scale;
  const tileY = look.y - y / look.scale;
  isToFollow = false;
  look = { ...look, scale, x: clampToWorld(tileX - x / scale), y: clampToWorld(tileY + y / scale) };
  show(false);
}

function zoomTo(zoom: number, x: number, y: number): void {
  const level = Math.max(1, Math.min(mapScales.length, zoom));
  look = { ...look, zoom: level };
  scaleTo(scaleOf(level), x, y);
  loadWindowSoon();
}

function nearestLevel(scale: number): number {
  const ratios = mapScales.map((level) => Math.max(level / scale, scale / level));
  return ratios.indexOf(Math.min(...ratios)) + 1;
}

/** @param x,y pixels from the window's centre */
function choose(x: number, y: number): void {
  const at = {
    x: clampToWorld(Math.round(look.x + x / look.scale)),
    y: clampToWorld(Math.round(look.y - y / look.scale)),
  };
  void go(addressOfLook(at));
}

/** Keeps the view. Returns false for links other than those of tiles. */
function follow(link: SVGAElement): boolean {
  const address = new URL(link.href.baseVal, location.href);
  const at = tileOf(address.searchParams.get('at'));
  if (address.pathname !== '/map' || at === null) return false;
  void go(addressOfLook(at));
  return true;
}

function onControl(control: HTMLElement): boolean {
  const [dx, dy] = (control.dataset.pan ?? '').split(',').map(Number);
  if (control.dataset.zoom !== undefined) zoomTo(look.zoom + Number(control.dataset.zoom), 0, 0);
  else if (dx !== undefined && dy !== undefined) pull(-dx * stepPixels, dy * stepPixels);
  else return false;
  return true;
}

const element = windowElement();
if (element !== null) {
  const { page } = document.body.dataset;
  // If the page was opened by name or without a position, Back and reload lead to the shown one.
  if (page !== undefined && location.pathname === '/map') history.replaceState(null, '', page);
  lookAtDrawn();
  takeOver();
  document.addEventListener('refreshed', takeOver);
  // The browser draws the land.
  addFields(() => ({ land: 'none', ...(listElement()?.open === true && { list: 'all' }) }));
  watchPicks();
  watchMapKeys(element, { pull, isInFrame, zoomBy: (levels) => zoomTo(look.zoom + levels, 0, 0) });
  watchDrawer(() => {
    returnToMap();
    void go(addressOfLook(null));
  });
  revealChosen(windowElement(), look, pull);
  listElement()?.addEventListener('toggle', () => {
    if (listElement()?.querySelector('table') === null) refreshSoon();
  });
  watchGestures(element, {
    pull,
    wheel: (direction, x, y) => zoomTo(look.zoom + direction, x, y),
    pinch: (factor, x, y) => {
      const [min, max] = [mapScales[0], mapScales.at(-1) ?? mapScales[0]];
      scaleTo(Math.max(min, Math.min(max, look.scale * factor)), x, y);
      look.zoom = nearestLevel(look.scale);
    },
    release: () => {
      if (look.scale !== scaleOf(look.zoom)) zoomTo(look.zoom, 0, 0);
      else show(true);
    },
    choose,
    follow,
    control: onControl,
  });
  window.addEventListener('popstate', () => {
    const address = location.pathname + location.search;
    // Jumps to anchors fire popstate too.
    if (address === document.body.dataset.page) return;
    clearMessages('#map-chosen, #map-find');
    isToFollow = true;
    void load(address);
  });
  window.addEventListener('resize', () => show(true));
}
