/** The map as visitors see it, around a tile. */
import type { Tile } from '../../game/types.ts';
import { extentOf, widen, type MapView } from '../../shared-ui/map-view.ts';
import type { Services } from '../../world/services.ts';
import { labelReach, selectForemostCity, selectMapWindow, type WorldAttack } from './map-queries.ts';
import { toScene } from './map-scene.ts';

/** The seat that is fought over first, else the next fight, else the foremost city. */
export async function findFocus(
  { pool }: Services,
  attacks: readonly WorldAttack[],
): Promise<{ tile: Tile; isSeat: boolean } | null> {
  const next = attacks.find(({ on_seat }) => on_seat) ?? attacks[0];
  if (next !== undefined) return { tile: next.march.to, isSeat: next.on_seat };
  const tile = await selectForemostCity(pool);
  return tile === null ? null : { tile, isSeat: false };
}

/** @param height of the window in pixels, at most */
export async function readVisitorMap(
  { pool, settings, clock }: Services,
  view: MapView,
  attacks: WorldAttack[],
  height: number,
) {
  const { tiles, scale } = extentOf(view);
  const rowsSeen = Math.ceil(height / 2 / scale);
  const rows = await selectMapWindow(pool, widen(tiles, labelReach), view.zoom, null);
  const now = clock.now();
  const scene = toScene({ empire: null, world: settings, now }, { ...rows, attacks }, view, {
    land: { ...tiles, bottom: view.y - rowsSeen, top: view.y + rowsSeen },
    list: false,
  });
  return { view, scene, fought: [], legal: null, now };
}
