/** A simulated day of fifty bots on a real instance: nothing but the refusals of a normal game. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bot } from '../../src/bots/live/bot.ts';
import { styles } from '../../src/bots/mind/temperament.ts';
import { noLimits } from '../support/game.ts';
import { addUp, startLiveWorld } from './live-world.ts';
import type { LiveWorld } from './live-world.ts';

/** What the world may have changed between a bot's look and its order. */
const tabled = [
  ...['INSUFFICIENT_RESOURCES', 'INSUFFICIENT_POPULATION', 'REQUIREMENT_MISSING', 'QUEUE_FULL', 'MAX_LEVEL'],
  ...['ARMY_BUSY', 'ARMY_LIMIT', 'INVALID_TARGET', 'PROTECTED', 'NOT_FOUND'],
  ...['TOO_CLOSE', 'LOCATION_TAKEN', 'NAME_TAKEN', 'CITY_LIMIT', 'BUSY'],
];
const speed = 3600;
const dayMs = 24_000;

let world: LiveWorld;
let bots: readonly Bot[];
beforeAll(async () => {
  world = await startLiveWorld(speed, noLimits);
  ({ bots } = await world.play(50));
  await delay(dayMs + 5_000);
}, 60_000);
afterAll(() => world.stop());

it('is refused only what the world had changed meanwhile', () => {
  const refusals = Object.keys(addUp(bots.map(({ tally }) => tally.refusals)));
  expect(refusals.filter((code) => !tabled.includes(code))).toEqual([]);
});

it('goes on to the end', () => {
  expect(world.said).toEqual([]);
});

describe.each(styles)('a %s', (style) => {
  const ordersOf = () =>
    addUp(bots.filter(({ temperament }) => temperament.style === style).map(({ tally }) => tally.orders));

  it('builds, trains and founds', () => {
    const { build, train, found } = ordersOf();
    expect(Math.min(build ?? 0, train ?? 0, found ?? 0)).toBeGreaterThan(0);
  });
});

it('has raiders that attack', () => {
  const raiders = bots.filter(({ temperament }) => temperament.style === 'raider');
  expect(addUp(raiders.map(({ tally }) => tally.orders)).attack).toBeGreaterThan(0);
});
