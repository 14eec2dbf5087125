/** `verify` reads a large world page by page, up to its end. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyWorld } from '../../src/world/verify/verify.ts';
import { dayMs, makeWorld, the } from '../support/worlds.ts';
import { attackOn, empireState, openStage, type Hand, type Stage } from './stage.ts';

const empires = Array.from({ length: 201 }, (_, index) =>
  empireState(`realm ${index}`, { at: { x: 5 * (index % 20) - 50, y: 5 * Math.floor(index / 20) - 25 } }),
);

let stage: Stage;
let hand: Hand;
beforeAll(async () => {
  stage = await openStage(makeWorld(empires));
  hand = stage.join();
});
afterAll(() => stage.close());

async function countViolations() {
  const client = await hand.pool.connect();
  const progress: number[][] = [];
  try {
    const results = await verifyWorld(client, hand.deps.settings, (...steps) => progress.push(steps));
    return {
      wrong: Object.fromEntries(results.map(({ name, wrong }) => [name, wrong])),
      last: progress.at(-1),
    };
  } finally {
    client.release();
  }
}

it('finds what is wrong with the empires of every page', async () => {
  await hand.pool.query('UPDATE empires SET economic_score = economic_score + 1');
  const { wrong, last } = await countViolations();
  // The column, and the score that it is a part of.
  expect(wrong.columns).toBe(2 * 201);
  expect(last).toEqual([202, 202]);
});

it('finds what is wrong with the battles of every page', async () => {
  const [attacker, defender] = [the(empires[0]), the(empires[1])];
  await hand.executeCommand(attacker.id, attackOn('realm 0', defender, the(defender.cities[0])));
  stage.time.advance(dayMs);
  await hand.clock.catchUp();
  await hand.pool.query(
    `INSERT INTO battles OVERRIDING SYSTEM VALUE
     SELECT (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'number', 1000 + n, 'ends_at', 0))).*
     FROM battles b CROSS JOIN generate_series(1, 401) AS n WHERE outcome IS NOT NULL`,
  );
  const { wrong, last } = await countViolations();
  expect(wrong.battles).toBe(401);
  expect(last).toEqual([604, 604]);
});
