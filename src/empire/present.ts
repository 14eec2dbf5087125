/** Builds the responses of empires. */
import { toCityView } from '../city/present.ts';
import type { EmpireView } from '../contract/empire.ts';
import { resources, type Resource } from '../contract/vocabulary.ts';
import { capOf, limitsAt, peopleOf, ratesOf, unitsOf, wholeStock } from '../game/economy.ts';
import { countUnits } from '../game/units.ts';
import { scoresOf } from '../game/scoring.ts';
import type { Empire } from '../game/types.ts';
import { isoOf } from '../kernel/clock.ts';
import type { EmpireState } from '../world/read.ts';

/** @param own whether the reader owns the empire and therefore sees its queues */
export function toEmpireView({ empire, world, now }: EmpireState, own: boolean): EmpireView {
  const { speed } = world;
  const rates = ratesOf(empire, speed);
  const cap = capOf(empire);
  const scores = scoresOf(empire);
  const units = unitsOf(empire);
  const timesOf = (key: 'fullAt' | 'depletedAt'): Record<Resource, string | null> => {
    const times = { gold: null, food: null, materials: null } as Record<Resource, string | null>;
    for (const resource of resources) {
      const ms = limitsAt(empire.stock[resource], rates[resource], cap, empire.settledAt)[key];
      times[resource] = ms === null ? null : isoOf(ms);
    }
    return times;
  };
  return {
    id: empire.id,
    name: empire.name,
    owner_id: empire.ownerId,
    created_at: isoOf(empire.createdAt),
    description: empire.description,
    resources: wholeStock(empire),
    rates,
    caps: { gold: cap, food: cap, materials: cap },
    full_at: timesOf('fullAt'),
    depleted_at: timesOf('depletedAt'),
    population: peopleOf(empire),
    cities: empire.cities.map((city) => toCityView(city, speed, own)),
    military: { total_units: countUnits(units), units_by_type: units },
    score: scores.total,
    military_score: scores.military,
    economic_score: scores.economic,
    server_time: isoOf(now),
  };
}

/** The capital is the first city. */
export function capitalOf(empire: Empire): { id: string; name: string; location: { x: number; y: number } } {
  const [capital] = empire.cities;
  if (capital === undefined) throw new Error(`empire ${empire.id} has no city; run npm run admin -- verify`);
  return { id: capital.id, name: capital.name, location: { x: capital.x, y: capital.y } };
}
