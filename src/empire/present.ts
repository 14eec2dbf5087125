/** Builds the responses of empires. */
import { toCityView } from '../city/present.ts';
import type { EmpireView } from '../contract/empire.ts';
import { resources, type Resource } from '../contract/vocabulary.ts';
import { capOf, limitsAt, peopleOf, ratesOf, unitsOf, wholeStock } from '../game/economy.ts';
import { goalsOf, type GoalProgress } from '../game/goals.ts';
import { wholeCrowns } from '../game/reigns.ts';
import { countUnits } from '../game/units.ts';
import { scoresOf } from '../game/scoring.ts';
import type { Amounts, Empire } from '../game/types.ts';
import { isoOf } from '../kernel/time.ts';
import type { EmpireState } from '../world/read.ts';

/** @param own whether the reader owns the empire and therefore sees its queues */
export function toEmpireView({ empire, world, now }: EmpireState, own: boolean): EmpireView {
  const { speed } = world;
  const rates = ratesOf(empire, speed);
  const cap = capOf(empire);
  const scores = scoresOf(empire);
  const units = unitsOf(empire);
  return {
    id: empire.id,
    kind: empire.kind,
    name: empire.name,
    owner_id: empire.ownerId,
    created_at: isoOf(empire.createdAt),
    description: empire.description,
    resources: wholeStock(empire),
    rates,
    caps: { gold: cap, food: cap, materials: cap },
    full_at: timesOf('fullAt', empire, rates, cap),
    depleted_at: timesOf('depletedAt', empire, rates, cap),
    population: peopleOf(empire),
    crowns: wholeCrowns(empire, now, speed),
    seats: empire.seats.map(({ id, number, x, y, heldSince }) => ({
      id,
      number,
      location: { x, y },
      held_since: heldSince === null ? null : isoOf(heldSince),
    })),
    alliance: toMembershipView(empire),
    cities: empire.cities.map((city) => toCityView(city, speed, own)),
    ...(own ? { goals: goalsOf(empire).map(toGoalView) } : {}),
    military: { total_units: countUnits(units), units_by_type: units },
    score: scores.total,
    military_score: scores.military,
    economic_score: scores.economic,
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
  { stock, settledAt }: Empire,
  rates: Amounts,
  cap: number,
): Record<Resource, string | null> {
  const times = { gold: null, food: null, materials: null } as Record<Resource, string | null>;
  for (const resource of resources) {
    const ms = limitsAt(stock[resource], rates[resource], cap, settledAt)[key];
    times[resource] = ms === null ? null : isoOf(ms);
  }
  return times;
}

/** A written view without the members that change with time alone, cut where they belong. */
interface StableText {
  rates: Amounts;
  cap: number;
  /** Up to `resources`. */
  start: string;
  /** From `rates` to `full_at`. */
  middle: string;
  /** From `population` to `crowns`. */
  population: string;
  /** From `seats` to `server_time`. */
  end: string;
}

const stableTexts = { own: new WeakMap<object, StableText>(), foreign: new WeakMap<object, StableText>() };

function toStableText(view: EmpireView): StableText {
  const { id, kind, name, owner_id, created_at, description, rates, caps } = view;
  const { population, seats, alliance, cities, goals, military, score, military_score, economic_score } =
    view;
  const write = (members: object): string => JSON.stringify(members).slice(1, -1);
  return {
    rates,
    cap: caps.gold,
    start: `{${write({ id, kind, name, owner_id, created_at, description })},"resources":`,
    middle: `,${write({ rates, caps })},"full_at":`,
    population: `,${write({ population })},"crowns":`,
    end: `,${write({ seats, alliance, cities, goals, military, score, military_score, economic_score })},"server_time":"`,
  };
}

/** The JSON of `toEmpireView`. Of a stable state, only the members that change with time are written again. */
export function writeEmpireView(state: EmpireState, own: boolean): string {
  const { empire, now, stable } = state;
  if (stable === undefined) return JSON.stringify(toEmpireView(state, own));
  const texts = own ? stableTexts.own : stableTexts.foreign;
  const text = texts.get(stable) ?? toStableText(toEmpireView(state, own));
  texts.set(stable, text);
  const { rates, cap, start, middle, population, end } = text;
  const fullAt = JSON.stringify(timesOf('fullAt', empire, rates, cap));
  const depletedAt = JSON.stringify(timesOf('depletedAt', empire, rates, cap));
  const stock = JSON.stringify(wholeStock(empire));
  const crowns = wholeCrowns(empire, now, state.world.speed);
  return `${start}${stock}${middle}${fullAt},"depleted_at":${depletedAt}${population}${crowns}${end}${isoOf(now)}"}`;
}

/** The capital is the first city. */
export function capitalOf(empire: Empire): { id: string; name: string; location: { x: number; y: number } } {
  const [capital] = empire.cities;
  if (capital === undefined) throw new Error(`empire ${empire.id} has no city; run npm run admin -- verify`);
  return { id: capital.id, name: capital.name, location: { x: capital.x, y: capital.y } };
}
