/** Empires whose first steps are done, and what the card proposes to them. */
import { goalNames, type GoalName } from '../../src/contract/vocabulary.ts';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import type { Empire } from '../../src/game/types.ts';
import { advise } from '../../src/pages/dashboard/advice/advice.ts';
import type { Situation } from '../../src/pages/dashboard/advice/orders.ts';
import { toCityDetails } from '../../src/pages/shared/city-details.ts';
import { cityOf, hourMs, makeEmpire, makeWorld, t0, the, type EmpirePlan } from './worlds.ts';

/** An empire that has taken its first steps, with these goals open. */
export function settled(open: readonly GoalName[], plan: EmpirePlan = {}): Empire {
  const goals = Object.fromEntries(
    goalNames.filter((name) => !open.includes(name)).map((name) => [name, t0 - hourMs]),
  );
  const levels = { town_hall: 2, farm: 4, quarry: 3, market: 4, house: 3, barracks: 1, wall: 3 };
  return makeEmpire({
    ...{ id: 'own', cities: [{ levels }], armies: [{ units: { soldiers: 60 } }], createdAt: t0 - hourMs },
    ...plan,
    goals,
  });
}

/** What the card proposes. @param others whom an attack may meet, in the order of their distance */
export async function nextOf(empire: Empire, others: readonly Empire[] = [], speed = 1) {
  return (await advise(situationOf(empire, others, speed))).goals.next;
}

export function situationOf(empire: Empire, others: readonly Empire[] = [], speed = 1): Situation {
  const world = makeWorld([empire, ...others], speed);
  const empireState = { empire, world, now: t0 };
  const neighbours = others.map((other) => {
    const { id, name, x, y } = cityOf(other);
    return {
      ...{ id, name, x, y, kind: 'city', empire_id: other.id, empire_kind: other.kind },
      ...{ owner: other.name, distance: Math.hypot(x, y), protection: null },
      ...{ score: scoresOf(other).total, created_at: other.createdAt, last_active_at: other.lastActiveAt },
      ...{ protection_ended: other.protectionEnded, leave: null, alliance_id: null, dissolved_at: null },
      ...{ former_alliance_id: null, alliance_left_at: null, former_dissolved_at: null },
    };
  });
  return {
    empireState,
    cities: empire.cities.map((city) => toCityDetails(empireState, city)),
    neighbours: neighbours as unknown as Situation['neighbours'],
    readEmpire: (_key, id) => Promise.resolve({ ...empireState, empire: the(world.empires.get(id)) }),
    hasAttacked: true,
  };
}

export const goalOf = (next: Awaited<ReturnType<typeof nextOf>>) =>
  (next as { goal?: { name: GoalName } } | null)?.goal?.name ?? null;
