/** Converts API responses about a player's surroundings: the map, the empires of neighbours, and battles. */
import type { z } from 'zod';
import type { BattleItem, EmpireView, SeatView as SeatItem } from '../../client/client.ts';
import type { map } from '../../contract/world.ts';
import { militiaOf } from '../../game/balance.ts';
import { stacksOf } from '../../game/battle.ts';
import { fullOutput } from '../../game/economy.ts';
import { keeperMilitia } from '../../game/seats.ts';
import type { Empire } from '../../game/types.ts';
import { noUnits, sumUnits } from '../../game/units.ts';
import { sameTile } from '../../game/map.ts';
import { isInReach } from '../mind/targets.ts';
import type { BattleRecord, Neighbour, SeatView } from '../mind/sight.ts';

export type MapView = z.infer<typeof map>;

/** Ids of the empires on the map that matter to this one: other players, and the villages near its cities. */
export function empiresAround({ cities }: MapView, own: Empire): string[] {
  const around = cities.filter(({ kind, location }) => kind === 'player' || isInReach(own, location));
  return [...new Set(around.map(({ empire_id }) => empire_id))].filter((id) => id !== own.id);
}

/** A neighbour as its empire view and the map show it. */
export function readNeighbour(view: EmpireView, mapView: MapView): Neighbour {
  const armies = mapView.armies.filter(({ empire_id }) => empire_id === view.id);
  const isInSight = (id: string): boolean => mapView.cities.some((city) => city.id === id);
  return {
    id: view.id,
    kind: view.kind,
    allianceId: view.alliance?.id ?? null,
    score: view.score,
    createdAt: Date.parse(view.created_at),
    stock: view.resources,
    cityCount: view.cities.length,
    units: view.military.units_by_type,
    cities: view.cities
      .filter(({ id }) => isInSight(id))
      .map(({ id, location, buildings, population, sacked_until }) => {
        const levelOf = (type: string): number =>
          buildings.find((building) => building.type === type)?.level ?? 0;
        return {
          id,
          tile: location,
          wall: levelOf('wall'),
          warehouse: levelOf('warehouse'),
          militia: militiaOf(population, view.kind),
          output: fullOutput({ buildings }),
          isSacked: sacked_until !== null,
          units: sumUnits(armies.filter((army) => sameTile(army.location, location))),
        };
      }),
    armies: armies
      .filter(({ status }) => status === 'idle')
      .map(({ id, location, units }) => ({ id, tile: location, units })),
  };
}

/**
 * A seat of another empire, as the list of seats and the map show it; null if its holder is not known yet.
 * @param holder the view of the empire that holds it, null for a keeper
 */
export function readSeat(
  { id, location, holder, held_since }: SeatItem,
  mapView: MapView,
  view: EmpireView | undefined,
): SeatView | null {
  const seat = { id, tile: location, heldSince: held_since === null ? null : Date.parse(held_since) };
  if (holder === null)
    return {
      ...seat,
      holder: { id, score: 0, allianceId: null },
      defender: stacksOf(noUnits(), keeperMilitia),
    };
  if (view === undefined) return null;
  const armies = mapView.armies.filter(
    (army) =>
      army.empire_id === holder.empire_id && army.status === 'idle' && sameTile(army.location, location),
  );
  return {
    ...seat,
    holder: { id: view.id, score: view.score, allianceId: view.alliance?.id ?? null },
    defender: stacksOf(sumUnits(armies)),
  };
}

export function readBattle(battle: BattleItem): BattleRecord {
  const { attacker_id, defender_id, location, contact_at, result } = battle;
  return {
    attackerId: attacker_id,
    defenderId: defender_id,
    tile: location,
    at: Date.parse(contact_at),
    result,
  };
}
