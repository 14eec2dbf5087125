/** The map as visitors see it, around a tile: without marches, which are secret. */
import type { Tile } from '../../game/types.ts';
import { extentOf, widen, type MapView } from '../../shared-ui/map-view.ts';
import type { Services } from '../../world/services.ts';
import { labelReach, selectContestedSeat, selectForemostCity, selectMapWindow } from './map-queries.ts';
import { toScene } from './map-scene.ts';

/** The seat that is fought over, else the foremost city. */
export async function findFocus({ pool }: Services): Promise<{ tile: Tile; isSeat: boolean } | null> {
  const seat = await selectContestedSeat(pool);
  const tile = seat ?? (await selectForemostCity(pool));
  return tile === null ? null : { tile, isSeat: seat !== null };
}

/** @param height of the window in pixels, at most */
export async function readVisitorMap({ pool, settings, clock }: Services, view: MapView, height: number) {
  const { tiles, scale } = extentOf(view);
  const rowsSeen = Math.ceil(height / 2 / scale);
  const rows = await selectMapWindow(pool, widen(tiles, labelReach), view.zoom, null);
  const now = clock.now();
  const scene = toScene({ empire: null, world: settings, now }, rows, view, {
    land: { ...tiles, bottom: view.y - rowsSeen, top: view.y + rowsSeen },
    list: false,
  });
  return { view, scene, fought: [], legal: null, now };
}
