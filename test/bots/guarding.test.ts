/** Guards of minds: whom they guard, when they go home, and what they reckon with at places of others. */
import { describe, expect, it } from 'vitest';
import type { AlliedThreat, Neighbour } from '../../src/bots/mind/sight.ts';
import { stacksOf } from '../../src/game/fight/battle.ts';
import type { Empire } from '../../src/game/types.ts';
import { noUnits } from '../../src/game/counts.ts';
import { dayMs, hourMs, minuteMs, t0 } from '../support/worlds.ts';
import {
  attacksIn,
  builder,
  kindsOf,
  makeGrown,
  makeNeighbour,
  makeSeat,
  ordersOf,
  sightOf,
} from './sights.ts';

const membership = { allianceId: 'owls', tag: 'OWL', role: 'member' as const };
const since = { joinedAt: t0, roleSince: t0, dissolvedAt: null };

function makeAlly(soldiers = 200): Empire {
  const armies = [{ units: { soldiers } }];
  return { ...makeGrown({ armies, createdAt: t0 - dayMs }), membership: { ...membership, ...since } };
}

function threatTo(plan: Partial<AlliedThreat> & { soldiers?: number } = {}): AlliedThreat {
  const { soldiers = 100, ...rest } = plan;
  return {
    ...{ attackerId: 'stranger', tile: { x: 8, y: 0 }, contactAt: t0 + hourMs, isGuarded: false },
    units: { ...noUnits(), soldiers },
    place: { type: 'city', id: 'place' },
    holder: { id: 'ally', allianceId: 'owls' },
    ...rest,
  };
}

const guardsOf = (own: Empire, ...alliedThreats: AlliedThreat[]): string[] =>
  ordersOf(builder, sightOf(own, { alliedThreats })).flatMap((order) =>
    order.kind === 'guard' ? [order.place.id] : [],
  );

describe('an attack on an ally', () => {
  it('is met by a guard that beats it', () => {
    expect(guardsOf(makeAlly(), threatTo())).toEqual(['place']);
  });

  it.each<[string, AlliedThreat]>([
    ['has a guard', threatTo({ isGuarded: true })],
    ['is too strong', threatTo({ soldiers: 400 })],
    ['comes too soon', threatTo({ contactAt: t0 + 11 * minuteMs })],
    ['cannot be seen', threatTo({ units: null })],
  ])('that %s is left alone', (_, threat) => {
    expect(guardsOf(makeAlly(), threat)).toEqual([]);
  });

  it('gets no more than it takes', () => {
    const sight = sightOf(makeAlly(1000), { alliedThreats: [threatTo({ soldiers: 20 })] });
    const [split, guard] = ordersOf(builder, sight);
    expect([split, guard?.kind]).toMatchObject([{ kind: 'split', units: { soldiers: 250 } }, 'guard']);
  });
});

describe('a guard', () => {
  function guardian(): Empire {
    const own = makeAlly();
    const guards = { type: 'city' as const, id: 'place' };
    return { ...own, armies: own.armies.map((army) => ({ ...army, x: 8, y: 0, guards })) };
  }
  const isSentHome = (alliedThreats: AlliedThreat[]): boolean =>
    ordersOf(builder, sightOf(guardian(), { alliedThreats })).some(({ kind }) => kind === 'move');

  it('stays while its place is attacked, and goes home after that', () => {
    expect([isSentHome([threatTo({ isGuarded: true })]), isSentHome([])]).toEqual([false, true]);
  });
});

describe('a place with a guard', () => {
  const armyAt = (x: number, soldiers: number, allianceId: string | null): Neighbour => ({
    ...makeNeighbour({ id: 'guardian', allianceId }),
    cities: [],
    armies: [{ tile: { x, y: 0 }, units: { ...noUnits(), soldiers } }],
  });

  it.each([
    ['of an ally, as a city', 'lions', []],
    ['of nobody, as a city', null, ['target']],
  ] as const)('%s: the mind reckons with the army on its tile', (_, allianceId, expected) => {
    const target = makeNeighbour({ allianceId: 'lions', garrison: { soldiers: 20 } });
    const sight = sightOf(makeAlly(400), { neighbours: [target, armyAt(8, 300, allianceId)] });
    expect(attacksIn(ordersOf({ ...builder, style: 'raider' }, sight))).toEqual(expected);
  });

  it.each([
    [330, false],
    [360, true],
  ])('with %i soldiers on it: an attack on the city is recalled, %s', (soldiers, isRecalled) => {
    const march = {
      ...{ kind: 'attack' as const, from: { x: 0, y: 0 }, to: { x: 8, y: 0 }, battleId: 'b' },
      ...{ departsAt: t0, arrivesAt: t0 + hourMs },
    };
    const own = makeGrown({ armies: [{ units: { soldiers: 400 }, march }] });
    const neighbours = [makeNeighbour({ allianceId: 'lions' }), armyAt(8, soldiers, 'lions')];
    expect(kindsOf(ordersOf(builder, sightOf(own, { neighbours }))).includes('recall')).toBe(isRecalled);
  });

  it.each([
    [20, ['s']],
    [380, []],
  ])('a seat with a guard of %i soldiers: attacks on %j', (soldiers, expected) => {
    const own = { ...makeAlly(400), createdAt: t0 - 30 * dayMs };
    const holder = { id: 'holder', score: 500, allianceId: 'lions' };
    const defender = stacksOf({ ...noUnits(), soldiers: 20 });
    const sight = { seats: [makeSeat({ holder, defender })], neighbours: [armyAt(10, soldiers, 'lions')] };
    expect(attacksIn(ordersOf(builder, sightOf(own, sight)))).toEqual(expected);
  });
});
