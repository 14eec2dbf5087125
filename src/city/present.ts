import type { BuildingView, CityView } from '../contract/city.ts';
import { buildingRules, outputPerHour } from '../game/balance.ts';
import { estimateCompletions, statusOfBuilding } from '../game/economy/construction.ts';
import { cityProduction, populationOf } from '../game/economy/stock.ts';
import { estimateDeliveries } from '../game/economy/training.ts';
import type { Building, City } from '../game/types.ts';
import { isoOf } from '../kernel/time.ts';

export function toBuildingView(city: City, building: Building, speed: number): BuildingView {
  const { id, type, level } = building;
  return {
    id,
    type,
    level,
    production: outputPerHour(type, level) * speed,
    upkeep: buildingRules[type].upkeepPerLevel * level * speed,
    status: statusOfBuilding(city, building),
  };
}

/** @param own includes the queues */
export function toCityView(city: City, speed: number, own: boolean): CityView {
  const view: CityView = {
    id: city.id,
    name: city.name,
    population: populationOf(city),
    location: { x: city.x, y: city.y },
    buildings: city.buildings.map((building) => toBuildingView(city, building, speed)),
    production: cityProduction(city, speed),
    sacked_until: city.sackedUntil === null ? null : isoOf(city.sackedUntil),
  };
  if (!own) return view;
  const levels = estimateCompletions(city, speed);
  const deliveries = estimateDeliveries(city, speed);
  return {
    ...view,
    construction: city.construction.map(({ orderId, type, level }, index) => ({
      order_id: orderId,
      type,
      level,
      ...toSpan(levels[index]),
    })),
    training: city.training.map(({ id, unit, quantity }, index) => ({
      order_id: id,
      unit_type: unit,
      quantity,
      ...toSpan(deliveries[index]),
    })),
  };
}

/** In ISO 8601. */
export function toSpan(span: { startsAt: number; completesAt: number } | undefined): {
  starts_at: string;
  completes_at: string;
} {
  if (span === undefined) throw new Error('a queue item has no estimated times');
  return { starts_at: isoOf(span.startsAt), completes_at: isoOf(span.completesAt) };
}
