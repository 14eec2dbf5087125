import { hasGuardLimit } from '../../game/diplomacy/guards.ts';
import { distance } from '../../game/march/map.ts';
import { travelMs } from '../../game/march/marching.ts';
import type { Army, Empire } from '../../game/types.ts';
import type { AllyPlace } from '../../military/guards.ts';
import type { EmpireState } from '../../world/read.ts';
import { seatName } from './formatters.ts';

const maxListed = 20;

/** `Corinth of Ann`, `the Seat of Olymmedon of Ann`. */
export function allyPlaceText({ name, holder_name, ...tile }: Omit<AllyPlace, 'is_guarded'>): string {
  return `${name ?? `the ${seatName(tile)}`} of ${holder_name}`;
}

/** An empire has a limited number of guards, and none goes before a leave. */
export function mayGuard(empire: Empire, army: Army): boolean {
  return empire.leave === null && army.march === null && !hasGuardLimit(empire, army);
}

/** Nearest first. */
export function guardableBy({ empire, world }: EmpireState, army: Army, places: readonly AllyPlace[]) {
  const taken = new Set(empire.armies.map(({ guards }) => guards?.id));
  return places
    .filter(({ id, is_guarded: isGuarded }) => !isGuarded && !taken.has(id))
    .sort((a, b) => distance(army, a) - distance(army, b))
    .slice(0, maxListed)
    .map((place) => ({
      /** As in the fields of the map. */
      value: `${place.type}:${place.id}`,
      text: allyPlaceText(place),
      travelMs: travelMs(army, place, army.units, world.speed),
    }));
}
