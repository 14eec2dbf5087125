/** The table of deeds: which events raise the count of each, and the counts that reach its five steps. */
import { buildingTypes, type BuildingType, type DeedName, type UnitType } from '../contract/vocabulary.ts';
import { dayMs, hourMs } from '../kernel/time.ts';
import { holderIdOf, type Battle, type Outcome } from './battle-types.ts';
import type { GameEvent } from './events.ts';
import { measures } from './goals.ts';
import { crownScale, reignNumberAt } from './reigns.ts';
import { scoresOf } from './scoring.ts';
import type { Empire, Stacks, WorldSlice } from './types.ts';
import { countUnits } from './units.ts';

type Kind = GameEvent['kind'];
type Steps = readonly [number, number, number, number, number];

interface Occasion {
  world: WorldSlice;
  /** A player's empire that the event concerns, as it is at the event. */
  empire: Empire;
  gameEvent: GameEvent;
}

export interface DeedRule {
  /** The events that can raise the count. */
  on: readonly Kind[];
  /** The new count; one that is not higher changes nothing. */
  raise: (count: number, occasion: Occasion) => number;
  steps: Steps;
}

/** An event of this kind adds `amount`, by default 1. */
const each = (kind: Kind, steps: Steps, amount: (occasion: Occasion) => number = () => 1): DeedRule => ({
  on: [kind],
  raise: (count, occasion) => count + amount(occasion),
  steps,
});

/** The count is the most that was measured at one of these events. */
const most = (on: readonly Kind[], steps: Steps, measure: (occasion: Occasion) => number): DeedRule => ({
  on,
  raise: (_count, occasion) => measure(occasion),
  steps,
});

/** What happens to active empires often: moments to measure what grows with time. */
const often: readonly Kind[] = [
  'construction_complete',
  'training_complete',
  'army_arrived',
  'battle_decided',
];

const levelsOf = (steps: Steps, ...of: readonly BuildingType[]): DeedRule =>
  most(['construction_complete'], steps, ({ empire }) => measures.total_level(empire, of));

const highest = (steps: Steps, type: BuildingType): DeedRule =>
  most(['construction_complete'], steps, ({ empire }) => measures.highest_level(empire, [type]));

const trained = (steps: Steps, unit: UnitType): DeedRule =>
  each('training_complete', steps, ({ gameEvent }) =>
    gameEvent.kind === 'training_complete' && gameEvent.unit === unit ? gameEvent.quantity : 0,
  );

/** Days of the world from a moment to the event. */
const daysSince = (since: number, { world, gameEvent }: Occasion): number =>
  Math.floor(((gameEvent.at - since) * world.speed) / dayMs);

interface Fight extends Occasion {
  battle: Battle;
  outcome: Outcome;
  holderId: string;
  /** Units of both sides before the first round, militia included. */
  attackers: number;
  defenders: number;
}

const countStacks = (stacks: Stacks): number => countUnits(stacks) + stacks.militia;

function fightOf(occasion: Occasion): Fight | null {
  const { world, gameEvent } = occasion;
  const battle = gameEvent.kind === 'battle_decided' ? world.battles.get(gameEvent.battleId) : undefined;
  const outcome = battle?.outcome ?? null;
  if (battle === undefined || outcome === null) return null;
  const { attackerStart, defenderStart, guard } = outcome;
  return {
    ...occasion,
    battle,
    outcome,
    holderId: holderIdOf(battle),
    attackers: countStacks(attackerStart),
    defenders: countStacks(defenderStart) + (guard === undefined ? 0 : countStacks(guard.start)),
  };
}

/** A won attack adds `amount`, or 1 for true. */
const won = (steps: Steps, amount: (fight: Fight) => number | boolean): DeedRule =>
  each('battle_decided', steps, (occasion) => {
    const fight = fightOf(occasion);
    if (fight?.outcome.result !== 'attacker_won' || fight.battle.attackerId !== occasion.empire.id) return 0;
    return Number(amount(fight));
  });

/** An attack that the empire repels as the holder of the target adds 1 if the condition holds. */
const repelled = (steps: Steps, isSo: (fight: Fight) => boolean): DeedRule =>
  each('battle_decided', steps, (occasion) => {
    const fight = fightOf(occasion);
    if (fight?.outcome.result !== 'defender_won' || fight.outcome.rounds.length === 0) return 0;
    return Number(fight.holderId === occasion.empire.id && isSo(fight));
  });

const holderOf = ({ world, holderId }: Fight): Empire | undefined => world.empires.get(holderId);

const hasNoLosses = ({ outcome: { rounds, guard }, attackers }: Fight): boolean => {
  const last = rounds.at(-1) ?? guard?.rounds.at(-1);
  return last !== undefined && countStacks(last.attacker.units) === attackers;
};

/** How long a player is absent before a defence counts as one in sleep, at speed 1. */
export const asleepMs = 6 * hourMs;

export const deedRules = {
  builder: levelsOf([25, 75, 150, 300, 600], ...buildingTypes),
  farmer: levelsOf([5, 20, 50, 100, 200], 'farm'),
  mason: levelsOf([5, 20, 50, 100, 200], 'quarry'),
  merchant: levelsOf([5, 20, 50, 100, 200], 'market'),
  landlord: levelsOf([5, 20, 50, 100, 200], 'house'),
  storekeeper: levelsOf([5, 15, 30, 60, 120], 'warehouse'),
  mayor: highest([5, 10, 15, 20, 25], 'town_hall'),
  fortifier: highest([5, 10, 15, 20, 25], 'wall'),
  founder: most(['city_founded'], [2, 3, 5, 7, 10], ({ empire }) => empire.cities.length),
  planner: each('wish_ordered', [10, 50, 250, 1000, 5000]),

  recruiter: trained([50, 500, 2500, 10_000, 50_000], 'soldiers'),
  fletcher: trained([50, 500, 2500, 10_000, 50_000], 'archers'),
  marshal: trained([10, 100, 500, 2500, 10_000], 'knights'),
  siege_master: trained([5, 25, 100, 500, 2000], 'catapults'),
  warlord: most(['training_complete'], [50, 250, 1000, 5000, 20_000], ({ empire: { armies } }) =>
    armies.reduce((sum, { units }) => sum + countUnits(units), 0),
  ),
  wayfarer: each('army_arrived', [10, 50, 250, 1000, 5000]),

  raider: won([5, 25, 100, 500, 2000], (fight) => holderOf(fight)?.kind === 'village'),
  conqueror: won(
    [1, 10, 50, 200, 1000],
    (fight) => fight.battle.target.type === 'city' && holderOf(fight)?.kind === 'player',
  ),
  hunter: won([1, 5, 25, 100, 500], ({ battle }) => battle.target.type === 'army'),
  underdog: won([1, 5, 20, 50, 100], ({ attackers, defenders }) => attackers < defenders),
  unscathed: won([1, 10, 50, 200, 1000], hasNoLosses),
  avenger: won([1, 5, 20, 50, 100], ({ empire, holderId }) => empire.attackedBy[holderId] !== undefined),
  plunderer: each('army_arrived', [1000, 10_000, 100_000, 1_000_000, 10_000_000], ({ gameEvent }) =>
    gameEvent.kind === 'army_arrived'
      ? gameEvent.loot.gold + gameEvent.loot.food + gameEvent.loot.materials
      : 0,
  ),
  sacker: won([1, 5, 20, 50, 100], ({ outcome }) => outcome.sack !== undefined),
  breaker: won([1, 10, 50, 200, 500], ({ outcome: { wall } }) =>
    wall === null ? 0 : wall.before - wall.after,
  ),
  slayer: most(
    ['battle_decided'],
    [1000, 10_000, 100_000, 1_000_000, 10_000_000],
    ({ empire }) => empire.destroyedValue,
  ),

  stalwart: repelled([1, 10, 50, 200, 1000], () => true),
  night_watch: repelled(
    [1, 5, 20, 50, 100],
    ({ world, empire, gameEvent }) => (gameEvent.at - empire.lastActiveAt) * world.speed >= asleepMs,
  ),
  outnumbered: repelled([1, 5, 20, 50, 100], ({ attackers, defenders }) => defenders < attackers),
  seat_guard: repelled([1, 5, 20, 50, 100], ({ battle }) => battle.target.type === 'seat'),
  shield: each('battle_decided', [1, 5, 20, 50, 100], (occasion) => {
    const fight = fightOf(occasion);
    const isOwn = fight?.outcome.guard?.empireId === occasion.empire.id;
    return Number(isOwn && fight.outcome.result === 'defender_won');
  }),
  sentinel: each('guard_arrived', [1, 10, 50, 200, 500]),

  usurper: each('seat_taken', [1, 5, 20, 50, 100]),
  // At the contact that takes a seat, its holder still has it.
  steadfast: most(often, [1, 3, 7, 14, 30], (occasion) =>
    Math.max(
      0,
      ...occasion.empire.seats.map(({ heldSince }) =>
        heldSince === null ? 0 : daysSince(heldSince, occasion),
      ),
    ),
  ),
  crowned: each('reign_ended', [24, 168, 720, 2500, 10_000], ({ gameEvent }) =>
    gameEvent.kind === 'reign_ended' ? Math.floor(gameEvent.crownParts / crownScale) : 0,
  ),
  dynasty: each('reign_ended', [1, 3, 6, 12, 24]),
  witness: most(
    [...often, 'reign_ended'],
    [1, 3, 6, 12, 24],
    ({ world, empire, gameEvent }) =>
      reignNumberAt(gameEvent.at, world) - reignNumberAt(empire.createdAt, world),
  ),

  envoy: each('alliance_joined', [1, 2, 3, 5, 8]),
  comrade: most(often, [1, 7, 30, 90, 180], (occasion) => {
    const { membership } = occasion.empire;
    return membership === null ? 0 : daysSince(membership.joinedAt, occasion);
  }),
  renowned: most(
    [...often, 'city_founded'],
    [50, 250, 1000, 5000, 25_000],
    ({ empire }) => scoresOf(empire).total,
  ),
} satisfies Record<DeedName, DeedRule>;
