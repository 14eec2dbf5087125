/** A view of the map: its address, and the rectangle of tiles that is drawn for it. */

import type { TerrainDetail } from './terrain/chunk.ts';
import type { TileRectangle } from './terrain/svg.ts';

const usualScale = 24;
/** Pixels per tile, from far to near. Levels start at 1. */
export const mapScales = [10, 16, usualScale, 36, 48] as const;
export const usualZoom = 3;
/** Minimum for hachures and trees. */
const detailedZoom = 3;

/** In pixels. A smaller window crops the drawing equally on all sides. */
export const drawnWidth = 1344;
export const drawnHeight = 960;

/** Beyond each edge of the drawing: the script also asks for cities and armies there, and moves within. */
const sparePixels = 480;

export function spareTiles(zoom: number): number {
  return Math.ceil(sparePixels / scaleOf(zoom));
}

export interface MapPosition {
  x: number;
  y: number;
  zoom: number;
}

export interface MapView extends MapPosition {
  at: { x: number; y: number } | null;
  /** Id of an army to send that was chosen on another page. */
  army: string | null;
  /** Shades the legal tiles for a city. */
  founding?: boolean;
}

/** Pixels per tile. */
export function scaleOf(zoom: number): number {
  return mapScales[zoom - 1] ?? usualScale;
}

export function detailOf(zoom: number): TerrainDetail {
  return zoom < detailedZoom ? 'plain' : 'full';
}

/** Tiles at least partly inside a window of this size in pixels. */
export function tilesAround(
  { x, y }: MapPosition,
  scale: number,
  width: number,
  height: number,
): TileRectangle {
  return {
    left: Math.floor(x - width / scale / 2 + 0.5),
    right: Math.ceil(x + width / scale / 2 - 0.5),
    bottom: Math.floor(y - height / scale / 2 + 0.5),
    top: Math.ceil(y + height / scale / 2 - 0.5),
  };
}

export function widen({ left, right, bottom, top }: TileRectangle, by: number): TileRectangle {
  return { left: left - by, right: right + by, bottom: bottom - by, top: top + by };
}

export function isInside(
  { left, right, bottom, top }: TileRectangle,
  { x, y }: { x: number; y: number },
): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}

/** Also in pixels per tile, with the detail of the terrain. */
export function extentOf(position: MapPosition) {
  const scale = scaleOf(position.zoom);
  const tiles = tilesAround(position, scale, drawnWidth, drawnHeight);
  return { scale, detail: detailOf(position.zoom), tiles };
}

/** Default values are omitted. */
export function mapAddress({ x, y, zoom, at, army, founding = false }: MapView): string {
  const parameters = [`x=${x}`, `y=${y}`];
  if (zoom !== usualZoom) parameters.push(`zoom=${zoom}`);
  if (at !== null) parameters.push(`at=${at.x},${at.y}`);
  if (army !== null) parameters.push(`army=${army}`);
  if (founding) parameters.push('found=1');
  return `/map?${parameters.join('&')}`;
}

/** Without script, browsers scroll to the panel of the chosen tile. */
export function chosenAddress(view: MapView): string {
  return `${mapAddress(view)}#map-chosen`;
}
