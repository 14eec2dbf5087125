/** Parses map views, and computes the links of the navigation. */
import { requireInWorld } from '../../game/march/map.ts';
import type { Tile } from '../../game/types.ts';
import { mapAddress, mapScales, scaleOf, usualZoom, type MapView } from '../../shared-ui/map-view.ts';
import { parseTile, sentenceFrom, wholeNumber, type Fields } from '../shared/forms.ts';

/** Of one pan step. */
const stepPixels = 320;

function parseZoom(text: string | undefined): number {
  const zoom = wholeNumber(text);
  return typeof zoom === 'number' && zoom >= 1 && zoom <= mapScales.length ? zoom : usualZoom;
}

const refusalFor = (tile: Tile, radius: number): string | null =>
  sentenceFrom(() => requireInWorld(tile, radius, null));

/** Missing or invalid values give `fallback`. */
export function readView(
  fields: Fields,
  radius: number,
  fallback: Tile,
): { view: MapView; refusal: string | null } {
  const zoom = parseZoom(fields.zoom);
  // A form that only asks for odds names the army of its order.
  const { army: chosen = fields.army_id } = fields;
  const army = chosen !== undefined && /^[0-9a-f-]{36}$/i.test(chosen) ? chosen : null;
  const { at: atText = '' } = fields;
  const at = parseTile(atText);
  const isAtWrong = at === null && atText !== '';
  const outside = at === null ? null : refusalFor(at, radius);
  const base = { zoom, army, at: outside === null ? at : null, founding: fields.found === '1' };
  const atRefusal = isAtWrong ? 'A tile is two whole numbers, as in at=3,4.' : outside;
  const [x, y] = [wholeNumber(fields.x), wholeNumber(fields.y)];
  if (x === undefined && y === undefined) {
    return { view: { ...(base.at ?? fallback), ...base }, refusal: atRefusal };
  }
  if (typeof x !== 'number' || typeof y !== 'number') {
    return { view: { ...fallback, ...base }, refusal: 'X and Y are two whole numbers.' };
  }
  const refusal = refusalFor({ x, y }, radius);
  const view = { ...(refusal === null ? { x, y } : fallback), ...base };
  return { view, refusal: refusal ?? atRefusal };
}

/** Clamped to the world. */
export function navigationLinks(view: MapView, radius: number) {
  const step = Math.round(stepPixels / scaleOf(view.zoom));
  const within = (value: number): number => Math.max(-radius, Math.min(radius, value));
  const pan = (dx: number, dy: number): string =>
    mapAddress({ ...view, x: within(view.x + dx * step), y: within(view.y + dy * step) });
  const zoomTo = (zoom: number): string | null =>
    zoom < 1 || zoom > mapScales.length ? null : mapAddress({ ...view, zoom });
  return {
    north: pan(0, 1),
    south: pan(0, -1),
    west: pan(-1, 0),
    east: pan(1, 0),
    nearer: zoomTo(view.zoom + 1),
    farther: zoomTo(view.zoom - 1),
  };
}
