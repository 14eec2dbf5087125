import { toCityView } from '../city/present.ts';
import type { EmpireView } from '../contract/empire.ts';
import { resources, type Resource } from '../contract/vocabulary.ts';
import { capOf, limitsAt, peopleOf, ratesOf, unitsOf, wholeStock } from '../game/economy/stock.ts';
import { goalsOf, type GoalProgress } from '../game/economy/goals.ts';
import { wholeCrowns } from '../game/diplomacy/reigns.ts';
import { countUnits } from '../game/counts.ts';
import { scoresOf } from '../game/diplomacy/scoring.ts';
import type { Amounts, Empire } from '../game/types.ts';
import { isoOf } from '../kernel/time.ts';
import { toLeaveView } from './leave.ts';
import type { EmpireState, WriteLasting } from '../world/read.ts';

type PassingMember = 'resources' | 'full_at' | 'depleted_at' | 'crowns' | 'server_time';

/** @param own includes the queues */
export function toEmpireView(state: EmpireState, own: boolean): EmpireView {
  return { ...toLastingView(state, own), ...toPassingView(state) };
}

const ownView = (state: EmpireState) => toLastingView(state, true);
const othersView = (state: EmpireState) => toLastingView(state, false);

export function writeEmpireView(write: WriteLasting, state: EmpireState, own: boolean): string {
  const lasting = write(state, own ? ownView : othersView);
  return `${lasting.slice(0, -1)},${JSON.stringify(toPassingView(state)).slice(1)}`;
}

/** The same until the empire changes. */
function toLastingView(
  { empire, world: { speed } }: EmpireState,
  own: boolean,
): Omit<EmpireView, PassingMember> {
  const cap = capOf(empire);
  const rates = ratesOf(empire, speed);
  const scores = scoresOf(empire);
  const units = unitsOf(empire);
  return {
    id: empire.id,
    kind: empire.kind,
    name: empire.name,
    owner_id: empire.ownerId,
    created_at: isoOf(empire.createdAt),
    description: empire.description,
    rates,
    caps: { gold: cap, food: cap, materials: cap },
    population: peopleOf(empire),
    seats: empire.seats.map(({ id, number, x, y, heldSince }) => ({
      id,
      number,
      location: { x, y },
      held_since: heldSince === null ? null : isoOf(heldSince),
    })),
    alliance: toMembershipView(empire),
    leave: toLeaveView(empire.leave),
    cities: empire.cities.map((city) => toCityView(city, speed, own)),
    ...(own ? { goals: goalsOf(empire, speed).map(toGoalView) } : {}),
    military: { total_units: countUnits(units), units_by_type: units },
    score: scores.total,
    military_score: scores.military,
    economic_score: scores.economic,
  };
}

/** What follows from the stock and the time. */
function toPassingView({ empire, world: { speed }, now }: EmpireState): Pick<EmpireView, PassingMember> {
  const cap = capOf(empire);
  const rates = ratesOf(empire, speed);
  return {
    resources: wholeStock(empire),
    full_at: timesOf('fullAt', empire, rates, cap),
    depleted_at: timesOf('depletedAt', empire, rates, cap),
    crowns: wholeCrowns(empire, now, speed),
    server_time: isoOf(now),
  };
}

function toMembershipView({ membership }: Empire): EmpireView['alliance'] {
  if (membership === null) return null;
  const { allianceId: id, tag, role, joinedAt } = membership;
  return { id, tag, role, joined_at: isoOf(joinedAt) };
}

const toGoalView = ({ name, reachedAt, reward }: GoalProgress) => ({
  name,
  reached_at: reachedAt === null ? null : isoOf(reachedAt),
  reward,
});

/** When each resource reaches its cap or zero. */
function timesOf(
  key: 'fullAt' | 'depletedAt',
  { stock, advancedAt }: Empire,
  rates: Amounts,
  cap: number,
): Record<Resource, string | null> {
  const times = { gold: null, food: null, materials: null } as Record<Resource, string | null>;
  for (const resource of resources) {
    const ms = limitsAt(stock[resource], rates[resource], cap, advancedAt)[key];
    times[resource] = ms === null ? null : isoOf(ms);
  }
  return times;
}

export function capitalOf(empire: Empire): { id: string; name: string; location: { x: number; y: number } } {
  const [capital] = empire.cities;
  if (capital === undefined) throw new Error(`empire ${empire.id} has no city; verify the world`);
  return { id: capital.id, name: capital.name, location: { x: capital.x, y: capital.y } };
}
