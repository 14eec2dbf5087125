/**
 * A view of the world: the tile in its middle, how near it is, the tile that is chosen. Its address, and the tiles
 * that are drawn for it; the server and the browser agree about both.
 */

const usualScale = 24;
/** Pixels a tile, from far to near. Levels count from 1. */
export const mapScales = [10, 16, usualScale, 36, 48] as const;
export const usualZoom = 3;
/** Level from which on the strokes and trees of the land are drawn. */
const detailedZoom = 3;

/** Pixels that are drawn; what a window is smaller, it cuts off at all sides alike. */
export const drawnWidth = 1344;
export const drawnHeight = 960;

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

/** Tiles, all four sides included. */
interface Rectangle {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

export interface Extent {
  /** Pixels a tile. */
  scale: number;
  /** How much of the land is drawn. */
  detail: 'plain' | 'full';
  tiles: Rectangle;
}

/** Pixels a tile. */
export function scaleOf(zoom: number): number {
  return mapScales[zoom - 1] ?? usualScale;
}

export function detailOf(zoom: number): Extent['detail'] {
  return zoom < detailedZoom ? 'plain' : 'full';
}

/** The tiles of which a part lies within so many pixels around a place. */
export function tilesAround({ x, y }: MapPlace, scale: number, width: number, height: number): Rectangle {
  return {
    left: Math.floor(x - width / scale / 2 + 0.5),
    right: Math.ceil(x + width / scale / 2 - 0.5),
    bottom: Math.floor(y - height / scale / 2 + 0.5),
    top: Math.ceil(y + height / scale / 2 - 0.5),
  };
}

export function extentOf(place: MapPlace): Extent {
  const scale = scaleOf(place.zoom);
  return {
    scale,
    detail: detailOf(place.zoom),
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
