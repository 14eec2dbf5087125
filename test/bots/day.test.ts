/** A simulated day of fifty bots on a real instance: nothing but the refusals of a normal game. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bot } from '../../src/bots/live/bot.ts';
import { styles, type Style } from '../../src/bots/mind/temperament.ts';
import { noLimits } from '../support/game.ts';
import { addUp, startLiveWorld, type LiveWorld } from './live-world.ts';

/** What the world may have changed between a bot's look and its order. */
const tabled = [
  ...['INSUFFICIENT_RESOURCES', 'INSUFFICIENT_POPULATION', 'REQUIREMENT_MISSING', 'QUEUE_FULL', 'MAX_LEVEL'],
  ...['ARMY_BUSY', 'ARMY_LIMIT', 'INVALID_TARGET', 'PROTECTED', 'NOT_FOUND'],
  ...['TOO_CLOSE', 'LOCATION_TAKEN', 'NAME_TAKEN', 'CITY_LIMIT', 'BUSY'],
];
const speed = 3600;
const dayMs = 24_000;

/** How much longer than the day a slow machine may take until everybody has had his turns. */
const patienceMs = 90_000;

let world: LiveWorld;
let bots: readonly Bot[];

const ordersOf = (style: Style) =>
  addUp(bots.filter(({ temperament }) => temperament.style === style).map(({ tally }) => tally.orders));

/** Whether every style has done all that the claims below speak of. */
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
  const patientUntil = performance.now() + patienceMs;
  while (!haveAllPlayed() && performance.now() < patientUntil) await delay(500);
}, 180_000);
afterAll(() => world.stop());

it('is refused only what the world had changed meanwhile', () => {
  const refusals = Object.keys(addUp(bots.map(({ tally }) => tally.refusals)));
  expect(refusals.filter((code) => !tabled.includes(code))).toEqual([]);
});

it('goes on to the end', () => {
  expect(world.messages).toEqual([]);
});

describe.each(styles)('a %s', (style) => {
  it('builds, trains and founds', () => {
    const { build, train, found } = ordersOf(style);
    expect(Math.min(build ?? 0, train ?? 0, found ?? 0)).toBeGreaterThan(0);
  });
});

it('has raiders that attack', () => {
  expect(ordersOf('raider').attack).toBeGreaterThan(0);
});
