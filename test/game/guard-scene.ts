/** A place of ann that foe attacks and her allies can guard, for the tests of guards. */
import { advance } from '../../src/game/advance.ts';
import { joinAlliance, leaveAlliance } from '../../src/game/diplomacy/alliances.ts';
import type { Battle } from '../../src/game/battle-types.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { orderGuard } from '../../src/game/orders/guard-order.ts';
import { guardsIn } from '../../src/game/diplomacy/guards.ts';
import type { Army, Empire, HeldSeat, Units } from '../../src/game/types.ts';
import {
  armyOf,
  at,
  attack,
  battleRandomOf,
  cityOf,
  holdSeat,
  hourMs,
  ignoreEvents,
  makeEmpire,
  makeWorld,
  t0,
  the,
} from '../support/worlds.ts';

const owls = { id: 'owls', tag: 'OWL' };
export const tile = at(10, 0);
export const now = { now: t0, emit: ignoreEvents };

export interface Plan {
  attacker?: Partial<Units>;
  guard?: Partial<Units>;
  holder?: Partial<Units>;
  wall?: number;
  isSeat?: boolean;
}

/** Foe attacks a place of ann at 10/0; bob, her ally, has an army nearby. */
export function stage({ attacker = {}, guard = {}, holder = {}, wall = 0, isSeat = false }: Plan) {
  const ann = makeEmpire({
    id: 'ann',
    cities: [{ at: isSeat ? at(40, 0) : tile, levels: { wall } }],
    armies: Object.keys(holder).length === 0 ? [] : [{ at: tile, units: holder }],
  });
  const armies = [{ units: guard }, { units: { soldiers: 10 } }];
  const bob = makeEmpire({ id: 'bob', cities: [{ at: at(20, 0) }], armies });
  const cat = makeEmpire({
    id: 'cat',
    cities: [{ at: at(10, 10) }],
    armies: [{ units: { soldiers: 50 } }],
  });
  const foe = makeEmpire({ id: 'foe', armies: [{ units: attacker }, { units: { soldiers: 30 } }] });
  const world = makeWorld([ann, bob, cat, foe]);
  const seat: HeldSeat = { id: 'seat', number: 0, ...tile, heldSince: t0 - 10 * hourMs };
  if (isSeat) holdSeat(ann, seat, world);
  // Equal scores, nearly: the armies do not count beside them.
  for (const empire of world.empires.values()) empire.foundingPaid = 10 ** 11;
  for (const empire of [ann, bob, cat]) joinAlliance(empire, owls, 'member', { ...now, speed: 1 });
  const target = isSeat ? seat : cityOf(ann);
  const place = { type: isSeat ? 'seat' : 'city', id: target.id } as const;
  return { world, ann, bob, cat, foe, place, target };
}
export type Stage = ReturnType<typeof stage>;

/** Sends an army to guard the place. */
export function send({ world, ann, place }: Stage, empire: Empire, army = armyOf(empire)): void {
  const isGuarded = guardsIn(world).some(
    ({ placeId, arrivesAt }) => placeId === place.id && arrivesAt === null,
  );
  const holder = { id: ann.id, allianceId: ann.membership?.allianceId ?? null };
  orderGuard(world, empire, army, { place, tile, holder, isGuarded }, now);
}

/** An empire leaves the alliance. */
export const leave = ({ world }: Stage, empire: Empire, moment = t0): void =>
  leaveAlliance(world, empire, owls.id, 'left', { now: moment, speed: 1, emit: ignoreEvents });

/** The army of the empire stands at the place and guards it. */
export function standGuard(scene: Stage, empire: Empire, army = armyOf(empire)): Army {
  army.x = tile.x;
  army.y = tile.y;
  army.guards = { ...scene.place };
  army.standingSince = t0;
  return army;
}

export const strike = ({ world, foe, ann, target }: Stage, seed = 'seed'): Battle =>
  attack(world, { by: foe, on: ann, target, seed });

export const run = ({ world }: Stage, until: number): GameEvent[] => advance(world, until, battleRandomOf);

/** Bob's army guards, foe's attack is decided. */
export function fight(plan: Plan, seed: string) {
  const scene = stage(plan);
  standGuard(scene, scene.bob);
  const battle = strike(scene, seed);
  const events = run(scene, battle.contactAt);
  return { ...scene, battle, events, outcome: the(battle.outcome) };
}

/** The names of an undecided battle: its defender, and the other empire of that side. */
export const namesOf = ({ defenderId, allyId }: Battle) => [defenderId, allyId];
export const kindsOf = (events: readonly GameEvent[]) =>
  events.map(({ kind }) => kind).filter((kind) => kind.startsWith('guard'));
