/**
 * A week without a server changes nothing: a hundred wishes come true, villages grow, an attack on a seat is decided and
 * a reign ends as they do with a running clock.
 */
import { afterEach, expect, it } from 'vitest';
import { newVillage } from '../../src/game/founding/villages.ts';
import { setWishes } from '../../src/game/economy/wishes.ts';
import type { Empire, HeldSeat, WorldSlice } from '../../src/game/types.ts';
import { cityOf, dayMs, holdSeat, hourMs, makeWorld, t0, the } from '../support/worlds.ts';
import { carryOut, numberBattles } from './scripts.ts';
import {
  attackOnSeat,
  empireState,
  idOf,
  openStage,
  readLedgerViolations,
  readPostings,
  readWorld,
  wrongColumns,
  type Hand,
  type Stage,
} from './stage.ts';

const weekMs = 7 * dayMs;
const levels = { town_hall: 5, farm: 10, quarry: 9, market: 9, house: 10, warehouse: 8, barracks: 3 };
const wished = ['farm', 'quarry', 'market', 'house', 'warehouse'] as const;

/** Bob attacks ann's seat. Both have 50 wishes in six cities; two villages grow after a day, and the reign ends after three. */
function plan(): WorldSlice {
  const [ann, bob] = ['ann', 'bob'].map((name, index) =>
    empireState(name, { at: { x: 10 * index, y: 0 }, levels, soldiers: 60 }),
  ) as [Empire, Empire];
  const villages = [1, 3].map((strength, index): Empire => {
    const id = idOf(`village ${index}`);
    const draft = { id, name: `Village ${index}`, turns: 0, tile: { x: 5 + 10 * index, y: -6 }, strength };
    let made = 0;
    const newId = (): string => idOf(`village ${index} building ${(made += 1)}`);
    const village = newVillage(draft, idOf(`system ${index}`), { now: t0, speed: 1, newId });
    return { ...village, growsAt: t0 + (30 + index) * hourMs };
  });
  const world = { ...makeWorld([ann, bob, ...villages]), firstReignAt: t0 + 3 * dayMs - 30 * dayMs };
  const seat: HeldSeat = { id: idOf('seat'), number: 0, x: 5, y: 10, heldSince: t0 - 20 * hourMs };
  holdSeat(ann, seat, world);
  carryOut(world, bob, t0, attackOnSeat('attack', 'ann', seat));
  for (const empire of [ann, bob]) {
    let made = 0;
    const newId = (): string => idOf(`${empire.name} wish ${(made += 1)}`);
    const others = Array.from({ length: 5 }, (_, n) => ({ at: { x: cityOf(empire).x, y: 30 + 6 * n }, n }));
    for (const { at, n } of others) {
      const city = cityOf(empireState(`${empire.name} ${n}`, { at, levels }));
      empire.cities.push(city);
    }
    const list = empire.cities.flatMap(({ id: cityId }) =>
      wished.flatMap((type) => [
        { cityId, type },
        { cityId, type },
      ]),
    );
    setWishes(empire, list.slice(0, 50), null, newId);
  }
  numberBattles(world);
  return world;
}

const open: Stage[] = [];
afterEach(async () => {
  for (const stage of open.splice(0)) await stage.close();
});

/** Everything that players see: the world, its postings, entries of event logs, crowns and Hegemons. */
async function stateOf(hand: Hand) {
  const rows = async (sql: string): Promise<object[]> => (await hand.pool.query<object>(sql)).rows;
  return {
    world: await readWorld(hand),
    postings: await readPostings(hand),
    // Entries of the same moment may change places.
    entries: await rows(
      'SELECT empire_id, at, type, data::text FROM event_log_entries ORDER BY empire_id, at, type, data::text',
    ),
    crowns: await rows('SELECT * FROM reign_crowns ORDER BY reign, empire_id'),
    allianceCrowns: await rows('SELECT * FROM reign_alliance_crowns ORDER BY 1, 2, 3'),
    reigns: await rows('SELECT * FROM reigns ORDER BY number'),
    wrong: await wrongColumns(hand),
    ledgers: await readLedgerViolations(hand),
  };
}

async function playWeek(steps: number): Promise<Awaited<ReturnType<typeof stateOf>>> {
  const stage = await openStage(plan());
  open.push(stage);
  const hand = stage.join();
  for (let step = 0; step < steps; step++) {
    stage.time.advance(weekMs / steps);
    await hand.clock.catchUp();
  }
  for (const id of (await readWorld(hand)).empires.keys()) await hand.executeCommand(id, () => null);
  return stateOf(hand);
}

it('gives what a clock gives that runs every hour', async () => {
  const [late, running] = [await playWeek(1), await playWeek(168)];
  expect(late).toEqual(running);
  const { empires } = late.world;
  const left = ['ann', 'bob'].map((name) => the(empires.get(idOf(name))).wishes?.list.length ?? 0);
  expect(Math.max(...left)).toBeLessThan(40);
  expect(late.reigns).toMatchObject([{ number: 1, empire_id: idOf('ann') }]);
  expect([late.wrong, late.ledgers, late.crowns.length]).toEqual([[], [], 2]);
  expect(the(empires.get(idOf('bob'))).seats).toHaveLength(1);
});
