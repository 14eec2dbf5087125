/**
 * The sheet behind the map's window: the server's drawing, and the land, which the browser draws. Panning moves the
 * sheet without redrawing.
 */
import { createTerrainCache, type TerrainCache } from '../shared-ui/terrain/cache.ts';
import { chunksUnder, terrainSvg, type TileRectangle } from '../shared-ui/terrain/svg.ts';
import type { TerrainDetail } from '../shared-ui/terrain/chunk.ts';
import {
  detailOf,
  drawnHeight,
  drawnWidth,
  extentOf,
  scaleOf,
  tilesAround,
  widen,
  type MapPosition,
  type MapView,
} from '../shared-ui/map-view.ts';

/** Tiles of land prepared around the view. */
const spareTiles = 20;
const keptChunks = 600;
const pauseMs = 30;

/** The position may be between tiles. The scale, in pixels per tile, may be between zoom levels. */
export interface Look extends MapPosition {
  scale: number;
}

let cache: TerrainCache | null = null;
let drawn: (TileRectangle & { detail: TerrainDetail }) | null = null;
let warming: ReturnType<typeof setTimeout> | null = null;

export function windowElement(): HTMLElement | null {
  return document.getElementById('map');
}

/** Parses `3,-4`. */
export function tileOf(text: string | null | undefined): MapView['at'] {
  const [x, y] = (text ?? '').split(',').map(Number);
  return x === undefined || y === undefined || Number.isNaN(y) ? null : { x, y };
}

export function drawnView(element: HTMLElement): MapPosition & { address: string; at: string | undefined } {
  const { x, y, zoom, address, at } = element.dataset;
  return { x: Number(x), y: Number(y), zoom: Number(zoom), address: address ?? '/map', at };
}

/** Pixels from the view to the edge of the server's drawing; negative outside, where cities and armies are missing. */
export function roomLeft(element: HTMLElement, look: Look): number {
  const base = drawnView(element);
  const spare = Number(element.dataset.spare) * look.scale;
  return Math.min(
    (drawnWidth - element.clientWidth) / 2 + spare - Math.abs(base.x - look.x) * look.scale,
    (drawnHeight - element.clientHeight) / 2 + spare - Math.abs(base.y - look.y) * look.scale,
  );
}

function covers(outer: TileRectangle, inner: TileRectangle): boolean {
  return (
    outer.left <= inner.left &&
    outer.right >= inner.right &&
    outer.bottom <= inner.bottom &&
    outer.top >= inner.top
  );
}

function draw(area: TileRectangle, detail: TerrainDetail): void {
  const land = document.getElementById('map-land');
  if (land === null || cache === null) return;
  land.innerHTML = terrainSvg(cache, area, detail);
  drawn = { ...area, detail };
}

/** One chunk at a time, so that panning finds the land ready. */
function warm(area: TileRectangle, detail: TerrainDetail): void {
  if (warming !== null) clearTimeout(warming);
  warming = setTimeout(() => {
    warming = null;
    const kept = cache;
    const missing =
      kept === null ? undefined : chunksUnder(area).find(({ cx, cy }) => !kept.has(cx, cy, detail));
    if (missing === undefined) draw(area, detail);
    else {
      kept?.chunkAt(missing.cx, missing.cy, detail);
      warm(area, detail);
    }
  }, pauseMs);
}

/** @param isResting whether to prepare the surrounding land too */
function coverLand(element: HTMLElement, look: Look, isResting: boolean): void {
  const seen = tilesAround(look, look.scale, element.clientWidth, element.clientHeight);
  const detail = detailOf(look.zoom);
  if (drawn?.detail !== detail || !covers(drawn, seen)) draw(widen(seen, 4), detail);
  const needed = widen(seen, spareTiles / 2);
  if (isResting && drawn !== null && !covers(drawn, needed)) warm(widen(seen, spareTiles), detail);
}

export function adoptSheet(element: HTMLElement): void {
  cache ??= createTerrainCache(Number(element.dataset.radius), keptChunks);
  const isEmpty = document.getElementById('map-land')?.childElementCount === 0;
  const { tiles, detail } = extentOf(drawnView(element));
  if (drawn === null && !isEmpty) drawn = { ...tiles, detail };
}

function shift(id: string, transform: string): void {
  const element = document.getElementById(id);
  if (element !== null) element.style.transform = transform;
}

export function layOut(element: HTMLElement, look: Look, isResting: boolean): void {
  const base = drawnView(element);
  // Whole pixels keep the drawing sharp.
  const dx = Math.round((base.x - look.x) * look.scale);
  const dy = Math.round((look.y - base.y) * look.scale);
  const factor = look.scale / scaleOf(base.zoom);
  element.classList.toggle('moved', dx !== 0 || dy !== 0 || factor !== 1);
  shift('map-sheet', `translate(${dx}px, ${dy}px) scale(${factor})`);
  shift('map-north', `translateX(${dx}px) scaleX(${factor})`);
  shift('map-south', `translateX(${dx}px) scaleX(${factor})`);
  shift('map-west', `translateY(${dy}px) scaleY(${factor})`);
  shift('map-east', `translateY(${dy}px) scaleY(${factor})`);
  coverLand(element, look, isResting);
}
