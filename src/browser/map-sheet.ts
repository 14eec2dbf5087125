/**
 * The sheet under the map's window: what the server drew lies on it, the land is drawn on as far as the reader
 * looks. Pulling moves the sheet as a whole; nothing on it is drawn anew.
 */
import { TerrainCache } from '../terrain/cache.ts';
import { chunksUnder, terrainSvg, type TileRectangle } from '../terrain/svg.ts';
import type { TerrainDetail } from '../terrain/chunk.ts';
import { detailOf, extentOf, scaleOf, tilesAround, type MapPlace } from '../shared-ui/map-view.ts';

/** Tiles of land kept ready around what is seen. */
const spare = 20;
const keptChunks = 600;
const pauseMs = 30;

/** Where the window looks: a place between the tiles, and pixels a tile also between the levels. */
export interface Look extends MapPlace {
  scale: number;
}

let cache: TerrainCache | null = null;
let drawn: (TileRectangle & { detail: TerrainDetail }) | null = null;
let warming: ReturnType<typeof setTimeout> | null = null;

export function windowElement(): HTMLElement | null {
  return document.getElementById('map');
}

/** The place and address that the server drew last. */
export function drawnPlace(element: HTMLElement): MapPlace & { address: string; at: string | undefined } {
  const { x, y, zoom, address, at } = element.dataset;
  return { x: Number(x), y: Number(y), zoom: Number(zoom), address: address ?? '/map', at };
}

function covers(outer: TileRectangle, inner: TileRectangle): boolean {
  return (
    outer.left <= inner.left &&
    outer.right >= inner.right &&
    outer.bottom <= inner.bottom &&
    outer.top >= inner.top
  );
}

function widen({ left, right, bottom, top }: TileRectangle, by: number): TileRectangle {
  return { left: left - by, right: right + by, bottom: bottom - by, top: top + by };
}

function draw(area: TileRectangle, detail: TerrainDetail): void {
  const land = document.getElementById('map-land');
  if (land === null || cache === null) return;
  land.innerHTML = terrainSvg(cache, area, detail);
  drawn = { ...area, detail };
}

/** Works out the land around, a piece at a time, so that it is there when it is pulled in; then draws it. */
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

/** Sees to it that land lies wherever the window looks. @param isResting whether there is time to prepare more */
function coverLand(element: HTMLElement, look: Look, isResting: boolean): void {
  const seen = tilesAround(look, look.scale, element.clientWidth, element.clientHeight);
  const detail = detailOf(look.zoom);
  if (drawn?.detail !== detail || !covers(drawn, seen)) draw(widen(seen, 4), detail);
  const wanted = widen(seen, spare / 2);
  if (isResting && drawn !== null && !covers(drawn, wanted)) warm(widen(seen, spare), detail);
}

/** Takes over what the server drew. */
export function adoptSheet(element: HTMLElement): void {
  cache ??= new TerrainCache(Number(element.dataset.radius), keptChunks);
  const isEmpty = document.getElementById('map-land')?.childElementCount === 0;
  const { tiles, detail } = extentOf(drawnPlace(element));
  if (drawn === null && !isEmpty) drawn = { ...tiles, detail };
}

function shift(id: string, transform: string): void {
  const element = document.getElementById(id);
  if (element !== null) element.style.transform = transform;
}

/** Moves sheet and frame to where the window looks. */
export function layOut(element: HTMLElement, look: Look, isResting: boolean): void {
  const base = drawnPlace(element);
  // Whole pixels, so that what is drawn stays sharp.
  const dx = Math.round((base.x - look.x) * look.scale);
  const dy = Math.round((look.y - base.y) * look.scale);
  const larger = look.scale / scaleOf(base.zoom);
  shift('map-sheet', `translate(${dx}px, ${dy}px) scale(${larger})`);
  shift('map-north', `translateX(${dx}px) scaleX(${larger})`);
  shift('map-south', `translateX(${dx}px) scaleX(${larger})`);
  shift('map-west', `translateY(${dy}px) scaleY(${larger})`);
  shift('map-east', `translateY(${dy}px) scaleY(${larger})`);
  coverLand(element, look, isResting);
}
