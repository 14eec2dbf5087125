/** A simulated day of fifty bots on a real instance, with no refusals beyond those of a normal game. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bot } from '../../src/bots/live/bot.ts';
import { liveStyles as styles, type Style } from '../../src/bots/mind/temperament.ts';
import { noLimits } from '../support/game.ts';
import { addUp, startLiveWorld, type LiveWorld } from './live-world.ts';

/** Refusals that a change of the world between observation and order can cause. */
const expectedRefusals = [
  'INSUFFICIENT_RESOURCES',
  'INSUFFICIENT_POPULATION',
  'REQUIREMENT_MISSING',
  'QUEUE_FULL',
  'MAX_LEVEL',
  'ARMY_BUSY',
  'ARMY_LIMIT',
  'INVALID_TARGET',
  'PROTECTED',
  'NOT_FOUND',
  'RECENTLY_RECALLED',
  'SEAT_LIMIT',
  'TOO_CLOSE',
  'LOCATION_TAKEN',
  'NAME_TAKEN',
  'CITY_LIMIT',
  'BUSY',
];
const speed = 3600;
const dayMs = 24_000;

/** Extra time after the day for slow machines, until every style has played. */
const patienceMs = 90_000;

let world: LiveWorld;
let bots: readonly Bot[];

const ordersOf = (style: Style) =>
  addUp(bots.filter(({ temperament }) => temperament.style === style).map(({ tally }) => tally.orders));

/** Whether every style has given all orders that the tests below expect. */
function haveAllPlayed(): boolean {
  return styles.every((style) => {
    const { build = 0, train = 0, found = 0, attack = 0 } = ordersOf(style);
    return Math.min(build, train, found, style === 'raider' ? attack : 1) > 0;
  });
}

beforeAll(async () => {
  world = await startLiveWorld(speed, noLimits);
  ({ bots } = await world.play(50));
  await delay(dayMs + 5_000);
  const waitUntil = performance.now() + patienceMs;
  while (!haveAllPlayed() && performance.now() < waitUntil) await delay(500);
});
afterAll(() => world.stop());

it('refuses only orders that a change of the world made invalid', () => {
  const refusals = Object.keys(addUp(bots.map(({ tally }) => tally.refusals)));
  const others = refusals.filter((code) => !expectedRefusals.includes(code));
  expect(others, JSON.stringify(world.errors())).toEqual([]);
});

it('prints no messages of bots', () => {
  expect(world.messages).toEqual([]);
});

describe.each(styles)('a %s', (style) => {
  it('builds, trains and founds', () => {
    const { build, train, found } = ordersOf(style);
    expect(Math.min(build ?? 0, train ?? 0, found ?? 0)).toBeGreaterThan(0);
  });
});

it('includes attacks of raiders', () => {
  expect(ordersOf('raider').attack).toBeGreaterThan(0);
});
