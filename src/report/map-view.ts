/**
 * A view of the world: the tile in its middle, how near it is, the tile that is chosen. Its address, and the part
 * of the world that is drawn for it; the server and the browser agree about both.
 */
import { tileSize } from './land.ts';
import type { TerrainDetail } from './chunk.ts';
import type { TileRectangle } from './svg.ts';

/** Pixels a tile, from far to near. Levels count from 1. */
export const mapScales = [10, 16, 24, 36, 48] as const;
export const usualZoom = 3;
/** Level from which on the strokes and trees of the land are drawn. */
const detailedZoom = 3;
/** How much larger the signs are drawn than at the usual zoom, in the units of the drawing. */
const signSizes = [1.5, 1.2, 1, 0.85, 0.75] as const;

/** Pixels that are drawn; what a window is smaller, it cuts off at all sides alike. */
const drawnWidth = 1344;
const drawnHeight = 960;

export interface MapPlace {
  x: number;
  y: number;
  zoom: number;
}

export interface MapView extends MapPlace {
  at: { x: number; y: number } | null;
  /** The army that is to be sent, if one was chosen elsewhere. */
  army: string | null;
}

export interface Extent {
  /** Pixels a tile. */
  scale: number;
  signSize: number;
  detail: TerrainDetail;
  /** The drawing in its units, y downwards. */
  left: number;
  top: number;
  width: number;
  height: number;
  tiles: TileRectangle;
}

export function scaleOf(zoom: number): number {
  return mapScales[zoom - 1] ?? tileSize;
}

export function detailOf(zoom: number): TerrainDetail {
  return zoom < detailedZoom ? 'plain' : 'full';
}

/** The tiles of which a part lies within so many pixels around a place. */
export function tilesAround({ x, y }: MapPlace, scale: number, width: number, height: number): TileRectangle {
  return {
    left: Math.floor(x - width / scale / 2 + 0.5),
    right: Math.ceil(x + width / scale / 2 - 0.5),
    bottom: Math.floor(y - height / scale / 2 + 0.5),
    top: Math.ceil(y + height / scale / 2 - 0.5),
  };
}

export function extentOf(place: MapPlace): Extent {
  const scale = scaleOf(place.zoom);
  const width = (drawnWidth * tileSize) / scale;
  const height = (drawnHeight * tileSize) / scale;
  return {
    scale,
    signSize: signSizes[place.zoom - 1] ?? 1,
    detail: detailOf(place.zoom),
    left: place.x * tileSize - width / 2,
    top: -place.y * tileSize - height / 2,
    ...{ width, height },
    tiles: tilesAround(place, scale, drawnWidth, drawnHeight),
  };
}

/** The address of a view; what is usual is left out. */
export function mapAddress({ x, y, zoom, at, army }: MapView): string {
  const parts = [`x=${x}`, `y=${y}`];
  if (zoom !== usualZoom) parts.push(`zoom=${zoom}`);
  if (at !== null) parts.push(`at=${at.x},${at.y}`);
  if (army !== null) parts.push(`army=${army}`);
  return `/map?${parts.join('&')}`;
}
