/** The map as visitors see it: cities, seats, standing armies and the attacks under way, around a tile. */
import type { Tile } from '../../game/types.ts';
import { extentOf, widen, type MapView } from '../../shared-ui/map-view.ts';
import type { Services } from '../../world/services.ts';
import { drawLand } from './land.ts';
import { selectMapWindow, selectWorldAttacks, selectForemostCity } from './map-queries.ts';
import { toScene } from './map-scene.ts';

/** Tiles around the drawn area whose city names may extend into it. */
const labelReach = 2;

/** Where something happens: the seat that is fought over first, else the next fight, else the foremost city. */
export async function findFocus({ pool }: Services): Promise<{ tile: Tile; isSeat: boolean } | null> {
  const attacks = await selectWorldAttacks(pool);
  const next = attacks.find(({ on_seat }) => on_seat) ?? attacks[0];
  if (next !== undefined) return { tile: next.march.to, isSeat: next.on_seat };
  const tile = await selectForemostCity(pool);
  return tile === null ? null : { tile, isSeat: false };
}

/** What the drawing of a view needs, without a reader. @param height of the window in pixels, at most */
export async function readVisitorMap({ pool, settings, clock }: Services, view: MapView, height: number) {
  const { tiles, scale, detail } = extentOf(view);
  const rowsSeen = Math.ceil(height / 2 / scale);
  const [rows, attacks] = await Promise.all([
    selectMapWindow(pool, widen(tiles, labelReach), view, null),
    selectWorldAttacks(pool),
  ]);
  const now = clock.now();
  const scene = toScene({ empire: null, world: settings, now }, { ...rows, attacks }, view, {
    land: false,
    list: false,
  });
  scene.land = drawLand(
    settings.radius,
    { ...tiles, bottom: view.y - rowsSeen, top: view.y + rowsSeen },
    detail,
  );
  return { view, scene, fought: [], legal: null, now };
}
