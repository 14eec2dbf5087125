/**
 * Ten thousand decisions (`npm test`: a quarter of them) in randomly played worlds. The game accepts every order of a
 * mind, except for reasons that no player can see.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { decide } from '../../src/bots/mind/decide.ts';
import { noMemory, type Order } from '../../src/bots/mind/orders.ts';
import { applyOrder, type OrderContext } from '../../src/bots/mind/apply-order.ts';
import { everyTemperament, liveStyles, mixes, openings } from '../../src/bots/mind/temperament.ts';
import { findTargetIn, observe, placeToGuardIn } from '../../bench/tournament/observe.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import { casesOf } from '../support/campaign.ts';
import { commands, play, worlds } from '../support/random-games.ts';
import { hourMs, idMaker, refusal, the, ignoreEvents } from '../support/worlds.ts';

const temperaments = everyTemperament({ styles: liveStyles, openings, mixes, level: 'hard' });
/**
 * Whether players can see the reason of a refusal. They cannot see that a protection ended early, that an owner is absent,
 * or which alliance an empire has left.
 */
function isForeseeable(code: string, { world, empire }: OrderContext, order: Order): boolean {
  if (code !== 'ALLIED') return code !== 'PROTECTED';
  const target = order.kind === 'attack' ? findTargetIn(world, order.target) : null;
  const alliance = empire.membership?.allianceId;
  return alliance !== undefined && alliance === target?.defender.membership?.allianceId;
}

function contextFor(
  world: WorldSlice,
  empire: Empire,
  now: number,
  cities: OrderContext['cities'],
): OrderContext {
  const newId = idMaker();
  return {
    ...{ world, empire, now, cities, emit: ignoreEvents, splits: new Map() },
    newArmyId: () => `army-${newId()}`,
    newId: () => `id-${newId()}`,
    findTarget: (target) => findTargetIn(world, target),
    findPlace: (place) => placeToGuardIn(world, place),
  };
}

it('the game accepts the orders of a mind', () => {
  const cases = casesOf(45);
  let decisions = 0;
  let orders = 0;
  fc.assert(
    fc.property(worlds, commands(24), fc.nat(), (world, played, seed) => {
      const { now } = play(world, played);
      const battles = [...world.battles.values()];
      for (const [id, { kind }] of world.empires) {
        if (kind !== 'player') continue;
        for (const temperament of temperaments) {
          const copy = structuredClone(world);
          const empire = the(copy.empires.get(id));
          const own = battles.filter(({ attackerId, defenderId }) => attackerId === id || defenderId === id);
          const sight = observe(copy, structuredClone(empire), own, now, hourMs / 3 / world.speed);
          const context = contextFor(copy, empire, now, sight.cities);
          decisions += 1;
          for (const order of decide(temperament, sight, noMemory, makeChance(seed + decisions))) {
            orders += 1;
            const refused = refusal(() => applyOrder(context, order));
            if (refused !== null && isForeseeable(refused, context, order)) {
              throw new Error(`${refused} for ${JSON.stringify(order)} of a ${temperament.style}`);
            }
          }
        }
      }
    }),
    { seed: 20_260_201, numRuns: cases },
  );
  expect(decisions).toBe(cases * 3 * temperaments.length);
  expect(orders).toBeGreaterThan(decisions);
});
