/** The rules page: its numbers match the tables and functions of the game. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildingTypes, unitTypes } from '../../src/contract/vocabulary.ts';
import { levelCost, maxLevel, nextCityCost, outputPerHour, unitRules } from '../../src/game/balance.ts';
import { buildMs } from '../../src/game/construction.ts';
import { guardLimit } from '../../src/game/guards.ts';
import { trainMs } from '../../src/game/training.ts';
import { group, lasting } from '../../src/pages/shared/formatters.ts';
import type { Rules } from '../../src/contract/world.ts';
import { sendAnonymously, useTestGame } from '../support/game.ts';
import { Browser, partOf, wordsOf } from './browser.ts';
import { rowsAfter } from './tables.ts';

const speed = 2;

const game = useTestGame({ speed });
let html: string;
beforeAll(async () => {
  html = (await new Browser(game).open('/rules')).html;
});

describe('the rules', () => {
  it.each(buildingTypes)('show the cost of every level: %s', (type) => {
    const prices = rowsAfter(html, `id="building-${type}"`)
      .slice(1)
      .map((cells) => cells.slice(0, 4));
    expect(prices).toEqual(
      Array.from({ length: maxLevel }, (_, index) => {
        const { gold, food, materials } = levelCost(type, index + 1);
        return [index + 1, gold, food, materials].map(group);
      }),
    );
  });

  it.each(buildingTypes)('show the time of every level at the speed of the world: %s', (type) => {
    const times = rowsAfter(html, `id="building-${type}"`)
      .slice(1)
      .map((cells) => cells[4]);
    expect(times).toEqual(
      Array.from({ length: maxLevel }, (_, index) =>
        lasting(buildMs(index + 1, levelCost(type, index + 1), 1, speed)),
      ),
    );
  });

  it('show how guards work, with their limit and a drawing', () => {
    const part = partOf({ status: 200, location: null, html }, 'guards');
    expect(wordsOf(part)).toContain(`at most ${guardLimit} armies on guard`);
    expect(part).toContain('aria-label="The attacker meets the guard first');
    expect(html).toContain('<li><a href="#guards">Guards</a></li>');
  });

  it('show the output of a level at the speed of the world', () => {
    const made = rowsAfter(html, 'id="building-farm"').map((cells) => cells[5]);
    expect(made).toEqual(
      Array.from({ length: maxLevel + 1 }, (_, level) => group(speed * outputPerHour('farm', level))),
    );
  });

  it.each(unitTypes)('show the cost of a unit: %s', (type) => {
    const row = rowsAfter(html, 'aria-label="Prices of units"').find(
      ([name]) => name?.toLowerCase() === type,
    );
    const { cost, people, foodPerHour } = unitRules[type];
    expect(row?.slice(1, 7)).toEqual([
      ...[cost.gold, cost.food, cost.materials].map(String),
      lasting(trainMs(type, 1, 1, speed)),
      String(people),
      String(speed * foodPerHour),
    ]);
  });

  it.each(unitTypes)('show the abilities of a unit: %s', (type) => {
    const row = rowsAfter(html, 'aria-label="Strengths of units"').find(
      ([name]) => name?.toLowerCase() === type,
    );
    const { attack, hp, tilesPerHour, carry, value } = unitRules[type];
    expect(row?.slice(1)).toEqual([attack, hp, speed * tilesPerHour, carry, value].map(String));
  });

  it.each(unitTypes.filter((type) => unitRules[type].strongAgainst !== null))(
    'show the damage by target: %s',
    (type) => {
      const [, ...damage] =
        rowsAfter(html, 'aria-label="Damage between units"').find(([name]) => name?.toLowerCase() === type) ??
        [];
      const plain = 100 * unitRules[type].attack;
      const expected = [...unitTypes, 'militia'].map((target) =>
        group(target === unitRules[type].strongAgainst ? plain * 1.5 : plain),
      );
      expect(damage).toEqual(expected);
    },
  );

  it('show the cost of every further city', () => {
    const prices = rowsAfter(html, 'aria-label="Prices of cities"').map((cells) => cells.slice(1));
    expect(prices).toEqual(
      Array.from({ length: 9 }, (_, index) => {
        const { gold, food, materials } = nextCityCost(index + 1);
        return [gold, food, materials].map(group);
      }),
    );
  });

  it('show the numbers of villages and seats that GET /api/rules has', async () => {
    const { body } = await sendAnonymously<Rules>(game.url, 'GET', '/api/rules');
    const { villages, seats } = body;
    const text = html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
    const hours = (count: number): string => lasting(count * 3_600_000);
    for (const sentence of [
      `${villages.founded[0]?.distance ?? 0} to ${villages.founded[3]?.distance ?? 0} tiles away`,
      `${villages.strengths[0]?.militia ?? 0} in the weakest and up to ${villages.strengths[8]?.militia ?? 0}`,
      `Every ${hours(villages.growth_hours)} it grows by one, up to strength ${villages.highest_strength}`,
      `every ${seats.foundings_per_seat} foundings add one`,
      `with ${seats.keeper_militia} militia`,
      `at least ${lasting(seats.warning_seconds * 1000)}`,
      `cannot be taken for ${hours(seats.truce_hours)}`,
      `up to ${seats.highest_morale_bonus / 10} %`,
      `earns ${seats.crowns_per_hour} crowns an hour`,
      `A reign lasts ${hours(seats.reign_hours)}`,
    ])
      expect(text).toContain(sentence);
  });

  it('list every section in the contents', () => {
    const targets = [...html.matchAll(/<li><a href="#([a-z]+)">/g)].map(([, id]) => String(id));
    expect([
      targets.length,
      targets.filter((id) => !html.includes(`<section class="part" id="${id}"`)),
    ]).toEqual([18, []]);
  });
});
