/** Converts API responses about a player's surroundings: the map, the empires of neighbours, and battles. */
import type { z } from 'zod';
import type { BattleItem, EmpireView } from '../../client/client.ts';
import type { map } from '../../contract/world.ts';
import { militiaOf } from '../../game/balance.ts';
import { sumUnits } from '../../game/units.ts';
import { sameTile } from '../../game/map.ts';
import type { BattleRecord, Neighbour } from '../mind/sight.ts';

export type MapView = z.infer<typeof map>;

/** Ids of the other empires on the map. */
export function otherEmpiresOn({ cities }: MapView, ownId: string): string[] {
  return [...new Set(cities.map(({ empire_id }) => empire_id))].filter((id) => id !== ownId);
}

/** A neighbour as its empire view and the map show it. */
export function readNeighbour(view: EmpireView, mapView: MapView): Neighbour {
  const armies = mapView.armies.filter(({ empire_id }) => empire_id === view.id);
  const isInSight = (id: string): boolean => mapView.cities.some((city) => city.id === id);
  return {
    id: view.id,
    score: view.score,
    createdAt: Date.parse(view.created_at),
    stock: view.resources,
    cityCount: view.cities.length,
    units: view.military.units_by_type,
    cities: view.cities
      .filter(({ id }) => isInSight(id))
      .map(({ id, location, buildings, population }) => {
        const levelOf = (type: string): number =>
          buildings.find((building) => building.type === type)?.level ?? 0;
        return {
          id,
          tile: location,
          wall: levelOf('wall'),
          warehouse: levelOf('warehouse'),
          militia: militiaOf(population),
          units: sumUnits(armies.filter((army) => sameTile(army.location, location))),
        };
      }),
    armies: armies
      .filter(({ status }) => status === 'idle')
      .map(({ id, location, units }) => ({ id, tile: location, units })),
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
